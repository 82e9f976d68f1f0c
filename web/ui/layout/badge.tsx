import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeKind = 'neutral' | 'evergreen' | 'clay' | 'outline' | 'invest' | 'watch' | 'veto'

/** The status is always written out, because colour alone is not accessible. */
export function Badge({ kind = 'neutral', icon, children }: { kind?: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.root} data-kind={kind}>
      {icon}
      {children}
    </span>
  )
}
