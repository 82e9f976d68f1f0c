import type { Deciding } from '#contract/deciding.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import { PreferenceBadge } from './preference-badge.tsx'
import styles from './property-parts.module.css'
import { VoteHistory } from './reasons.tsx'

type PropertyVotesProps = {
  deciding: Deciding
  userId: string
  /** The colour of a member's arc; former members have none. */
  arcOf: (userId: string) => number | undefined
  className?: string | undefined
}

/** Everyone's vote and reason; of a closed property as recorded. */
export function PropertyVotes({ deciding: { votes = [], isClosed }, userId, arcOf, className }: PropertyVotesProps) {
  return (
    <Card className={className}>
      <CardHeader title="Votes and reasons" aside={isClosed && <span className="small sub">as recorded</span>} />
      {votes.length === 0 && <p className="sub">{isClosed ? 'Nobody voted.' : 'Nobody has voted yet.'}</p>}
      <ul className={styles.votes}>
        {votes.map((vote) => {
          const arc = arcOf(vote.user)
          return (
            <li key={vote.user}>
              <Avatar initial={vote.name.charAt(0)} {...(arc !== undefined && { arc })} />
              <div>
                <p className={styles.voter}>
                  <strong>{vote.name}</strong>
                  {vote.user === userId && <span className={ringLegendStyles.youTag}>You</span>}
                </p>
                <p className="small muted num">
                  {vote.arcs === 1 ? '1 arc' : `${vote.arcs} arcs`}
                  {isClosed && ' counted'}
                  {vote.late > 0 && `, ${vote.late} came too late`}
                  {!isClosed && <Since vote={vote} />}
                </p>
              </div>
              <PreferenceBadge preference={vote.preference} />
              {vote.reason && <q>{vote.reason}</q>}
              {vote.isChanged && (
                <div className={styles.history}>
                  <VoteHistory vote={vote} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const Since = ({ vote }: { vote: NonNullable<Deciding['votes']>[number] }) =>
  vote.isChanged ? null : (
    <>
      {' · '}
      <Moment at={vote.at} />
    </>
  )
