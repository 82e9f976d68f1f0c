import type { FocusEventHandler, ReactNode } from 'react'

/** Props that every field has. */
export type FieldProps = {
  label: ReactNode
  name?: string
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  placeholder?: string
  leftSection?: ReactNode
  onBlur?: FocusEventHandler
}

/** One choice of a list. */
export type Option = { readonly value: string; readonly text: string }
