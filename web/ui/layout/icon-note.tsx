import type { ReactNode } from 'react'
import styles from './icon-note.module.css'

type IconNoteProps = {
  /** 16 px wide. */
  icon: ReactNode
  children: ReactNode
  className?: string | undefined
  /** Read aloud when it changes. */
  isLive?: boolean
}

/** A short explanation in small type, with an icon before it. */
export const IconNote = ({ icon, children, className, isLive = false }: IconNoteProps) => (
  <p className={['small sub num', styles.root, className].filter(Boolean).join(' ')} {...(isLive && { 'aria-live': 'polite' })}>
    {icon}
    <span>{children}</span>
  </p>
)
