import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeKind = 'neutral' | 'evergreen' | 'clay' | 'outline' | 'invest' | 'watch' | 'veto'

/** A status, always written out; the colour only helps. */
export function Badge({ kind = 'neutral', icon, children }: { kind?: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.root} data-kind={kind}>
      {icon}
      {children}
    </span>
  )
}
