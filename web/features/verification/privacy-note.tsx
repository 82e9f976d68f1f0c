import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './privacy-note.module.css'

/** Who sees what a person gave, and for how long. */
export const PrivacyNote = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <p className={[styles.root, className].filter(Boolean).join(' ')}>
    <IconEyeOff {...iconProps(18)} />
    <span>{children}</span>
  </p>
)
