import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import { ChoiceBadge, type VoteChoice } from './choices.tsx'
import styles from './vote-list.module.css'

type ListedVote = {
  readonly user: string
  readonly name: string
  readonly choice: VoteChoice | null
  readonly isLeftOut?: boolean
  /** Below the name. */
  readonly details: ReactNode
  readonly reason: string | null
  /** The earlier values of a changed vote. */
  readonly history?: ReactNode
}

type VoteListProps = {
  votes: readonly ListedVote[]
  /** The reader. */
  userId: string
  /** The colour of a member's arc; former members have none. */
  arcOf: (userId: string) => number | undefined
}

/** Votes and reasons, one member a row. */
export const VoteList = ({ votes, userId, arcOf }: VoteListProps) => (
  <ul className={styles.root}>
    {votes.map(({ user, name, choice, isLeftOut, details, reason, history }) => (
      <li key={user}>
        <Avatar initial={name.charAt(0)} arc={arcOf(user)} />
        <div>
          <p className={styles.voter}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {user === userId && <span className={ringLegendStyles.youTag}>You</span>}
          </p>
          <p className="small muted num">{details}</p>
        </div>
        <ChoiceBadge choice={choice} isLeftOut={isLeftOut} />
        {reason && <q>{reason}</q>}
        {history && <div className={styles.history}>{history}</div>}
      </li>
    ))}
  </ul>
)
