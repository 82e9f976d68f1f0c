import type { Deciding } from '#contract/deciding.ts'
import { arcsWords } from '#domain/arcs.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { choiceLabel } from '#web/shared/vote/choices.tsx'
import { VoteList } from '#web/shared/vote/vote-list.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './deciding.module.css'

type Vote = NonNullable<Deciding['votes']>[number]

type PropertyVotesProps = {
  deciding: Deciding
  userId: string
  /** The colour of a member's arc; former members have none. */
  arcOf: (userId: string) => number | undefined
}

/** Everyone's vote and reason; of a closed property as recorded. */
export const PropertyVotes = ({ className, ...rest }: PropertyVotesProps & { className?: string | undefined }) => (
  <Card className={className}>
    <CardHeader title="Votes and reasons" aside={rest.deciding.isClosed && <span className="small sub">as recorded</span>} />
    <PropertyVoteList {...rest} />
  </Card>
)

export function PropertyVoteList({ deciding: { votes = [], isClosed }, userId, arcOf }: PropertyVotesProps) {
  if (votes.length === 0) return <p className="sub">{isClosed ? 'Nobody voted.' : 'Nobody has voted yet.'}</p>
  const shown = votes.map((vote) => ({
    ...vote,
    choice: vote.preference,
    isLeftOut: vote.isSilent,
    details: (
      <>
        {arcsWords(vote.arcs)}
        {isClosed && !vote.isSilent && ' counted'}
        {vote.late > 0 && `, ${vote.late} came too late`}
        {vote.isSilent && ' · left out while away'}
        {!isClosed && !vote.isChanged && (
          <>
            {' · '}
            <Moment at={vote.at} />
          </>
        )}
      </>
    ),
    history: vote.isChanged && <VoteHistory vote={vote} />,
  }))
  return <VoteList votes={shown} userId={userId} arcOf={arcOf} />
}

/** The earlier values of a changed vote. */
function VoteHistory({ vote }: { vote: Vote }) {
  return (
    <details className={styles.voteHistory}>
      <summary className="small">
        Changed <Moment at={vote.at} />
      </summary>
      <ol>
        {vote.history.map((before) => (
          <li key={before.at} className="small sub">
            <Moment at={before.at} />: {before.preference ? choiceLabel(before.preference) : 'Vote cleared'}
            {before.reason && <q>{before.reason}</q>}
          </li>
        ))}
      </ol>
    </details>
  )
}
