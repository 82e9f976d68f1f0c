import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './field-message.module.css'
import { iconProps } from './icon-props.ts'

/** What is wrong, in amber, with its sign. */
export function FieldMessage({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.root} role="alert" {...(id && { id })}>
      <IconAlertTriangle {...iconProps(17)} />
      <span>{children}</span>
    </p>
  )
}
