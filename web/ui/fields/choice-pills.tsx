import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { ChoiceGroup } from './choice-group.tsx'
import styles from './choice-pills.module.css'

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
  const toggle = (value: string) => onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value])
  return (
    <ChoiceGroup legend={legend} required={required} hideLegend={hideLegend} error={error}>
      <div className={styles.root}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.pill}>
            <input type="checkbox" checked={values.includes(choice.value)} onChange={() => toggle(choice.value)} />
            {values.includes(choice.value) && <IconCheck {...iconProps(16)} />}
            {choice.label}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}
