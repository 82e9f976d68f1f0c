import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './toggle-field.module.css'

type ToggleFieldProps = {
  label: ReactNode
  description?: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  name?: string
  error?: ReactNode
  disabled?: boolean
}

export function ToggleField({ value, onChange, ...rest }: ToggleFieldProps) {
  return (
    <Switch
      className={styles.root}
      size="md"
      withThumbIndicator={false}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...rest}
    />
  )
}
