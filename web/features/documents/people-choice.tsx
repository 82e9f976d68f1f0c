import type { ReactNode } from 'react'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import styles from './documents.module.css'

type PeopleChoiceProps = {
  legend: string
  people: readonly { readonly _id: string; readonly name: string }[]
  values: readonly string[]
  onChange: (values: string[]) => void
  error?: ReactNode
}

/** Any number of the circle's members. */
export function PeopleChoice({ legend, people, values, onChange, error }: PeopleChoiceProps) {
  const toggle = (id: string) => onChange(values.includes(id) ? values.filter((other) => other !== id) : [...values, id])
  return (
    <fieldset className={styles.fieldset} data-invalid={error ? true : undefined}>
      <legend>{legend}</legend>
      {people.map(({ _id, name }) => (
        <label key={_id} className={styles.choice}>
          <input type="checkbox" checked={values.includes(_id)} onChange={() => toggle(_id)} />
          <bdi>{name}</bdi>
        </label>
      ))}
      {error && <FieldMessage>{error}</FieldMessage>}
    </fieldset>
  )
}
