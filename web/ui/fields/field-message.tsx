import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './field-message.module.css'

export function FieldMessage({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.root} role="alert" {...(id && { id })}>
      <IconAlertTriangle {...iconProps(17)} />
      <span>{children}</span>
    </p>
  )
}
