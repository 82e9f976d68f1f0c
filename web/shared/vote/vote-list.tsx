import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import styles from './vote-list.module.css'

/** Votes and reasons, one member a row. */
export const VoteList = ({ children }: { children: ReactNode }) => <ul className={styles.root}>{children}</ul>

type VoteRowProps = {
  name: string
  /** The colour of the member's arc; former members have none. */
  arc: number | undefined
  isReader: boolean
  details: ReactNode
  badge: ReactNode
  reason: string | null
  /** The earlier values of a changed vote. */
  history?: ReactNode
}

export const VoteRow = ({ name, arc, isReader, details, badge, reason, history }: VoteRowProps) => (
  <li>
    <Avatar initial={name.charAt(0)} arc={arc} />
    <div>
      <p className={styles.voter}>
        <strong>{name}</strong>
        {isReader && <span className={ringLegendStyles.youTag}>You</span>}
      </p>
      <p className="small muted num">{details}</p>
    </div>
    {badge}
    {reason && <q>{reason}</q>}
    {history && <div className={styles.history}>{history}</div>}
  </li>
)
