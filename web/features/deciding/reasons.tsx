import type { Deciding } from '#contract/deciding.ts'
import { arcsWords } from '#domain/arcs.ts'
import { labelOf, preferences } from '#domain/choices.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import styles from './deciding.module.css'
import { PreferenceBadge } from './preference-badge.tsx'

type Vote = NonNullable<Deciding['votes']>[number]

/** Everyone's vote and reason; a changed vote also shows the earlier one. */
export function Reasons({ votes, userId }: { votes: readonly Vote[]; userId: string }) {
  if (votes.length === 0) return <p className="sub">Nobody has voted yet.</p>
  return (
    <ul className={styles.reasons}>
      {votes.map((vote) => (
        <li key={vote.user}>
          <p className={styles.reasonsWho}>
            <strong>{vote.user === userId ? 'You' : vote.name}</strong>
            <span className="small muted num">{arcsWords(vote.arcs)}</span>
            <PreferenceBadge preference={vote.preference} />
          </p>
          {vote.reason && <p className={styles.reasonsWords}>{vote.reason}</p>}
          {vote.isChanged ? (
            <VoteHistory vote={vote} />
          ) : (
            <p className="small muted">
              <Moment at={vote.at} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The earlier values of a changed vote. */
export function VoteHistory({ vote }: { vote: Vote }) {
  return (
    <details className={styles.reasonsHistory}>
      <summary className="small">
        Changed <Moment at={vote.at} />
      </summary>
      <ol>
        {vote.history.map((before) => (
          <li key={before.at} className="small sub">
            <Moment at={before.at} />: {before.preference ? labelOf(preferences, before.preference) : 'Vote cleared'}
            {before.reason && <q>{before.reason}</q>}
          </li>
        ))}
      </ol>
    </details>
  )
}
