import './badge.css'
import type { ReactNode } from 'react'

export type BadgeKind = 'neutral' | 'evergreen' | 'clay' | 'outline' | 'invest' | 'watch' | 'veto'

/** A status, always written out; the colour only helps. */
export function Badge({ kind = 'neutral', icon, children }: { kind?: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="badge" data-kind={kind}>
      {icon}
      {children}
    </span>
  )
}
