import './field-message.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from './icon-props.ts'

/** What is wrong, in amber, with its sign. */
export function FieldMessage({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-message" role="alert" {...(id && { id })}>
      <IconAlertTriangle {...iconProps(17)} />
      <span>{children}</span>
    </p>
  )
}
