import type { ReactNode } from 'react'
import styles from './states.module.css'

export type StateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 'h1' | 'h2' | 'h3' }

export function EmptyState({ title, children, action, level: Heading = 'h3' }: StateProps) {
  return (
    <div className={styles.state} data-alone="state">
      <svg className={styles.statePicture} width="76" height="76" viewBox="0 0 76 76" fill="none" aria-hidden="true">
        <path d="M38 7A31 31 0 1 1 38 69A31 31 0 1 1 38 7" stroke="var(--arc-track)" strokeWidth="8" />
        <path d="M30 50V38a8 8 0 0 1 16 0v12Z" fill="var(--arc-track)" />
      </svg>
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>{title}</Heading>
      {children && <div className={styles.stateWords}>{children}</div>}
      {action && <div className={styles.stateAction}>{action}</div>}
    </div>
  )
}
