import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './choice-tiles.module.css'
import { FieldMessage } from './field-message.tsx'

type ChoicePillsProps = {
  legend: ReactNode
  choices: readonly { readonly value: string; readonly label: ReactNode }[]
  values: readonly string[]
  onChange: (values: string[]) => void
  required?: boolean
  hideLegend?: boolean
  error?: ReactNode
}

/** Multiple choice of a few options, all visible. */
export function ChoicePills({ legend, choices, values, onChange, required = false, hideLegend = false, error }: ChoicePillsProps) {
  const errorId = useId()
  const toggle = (value: string) => onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value])
  return (
    <fieldset className={styles.root} aria-describedby={error ? errorId : undefined}>
      <legend data-hidden={hideLegend}>
        {legend}
        {required && (
          <span className={styles.asterisk} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <div className={styles.choicePills}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choicePill}>
            <input type="checkbox" checked={values.includes(choice.value)} onChange={() => toggle(choice.value)} />
            {values.includes(choice.value) && <IconCheck {...iconProps(16)} />}
            {choice.label}
          </label>
        ))}
      </div>
      {error && <FieldMessage id={errorId}>{error}</FieldMessage>}
    </fieldset>
  )
}
