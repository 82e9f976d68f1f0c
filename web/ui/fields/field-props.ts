import type { FocusEventHandler, ReactNode } from 'react'

/** What every field takes, whatever it holds. */
export type FieldProps = {
  label: ReactNode
  name?: string
  description?: ReactNode
  /** In amber under the field. */
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  placeholder?: string
  leftSection?: ReactNode
  onBlur?: FocusEventHandler
}
