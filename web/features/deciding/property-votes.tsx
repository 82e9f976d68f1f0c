import type { Deciding } from '#contract/deciding.ts'
import { arcsWords } from '#domain/arcs.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { VoteList, VoteRow } from '#web/shared/vote/vote-list.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { PreferenceBadge } from './preference-badge.tsx'
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
      <VoteList>
        {votes.map((vote) => (
          <VoteRow
            key={vote.user}
            name={vote.name}
            arc={arcOf(vote.user)}
            isReader={vote.user === userId}
            details={
              <>
                {arcsWords(vote.arcs)}
                {isClosed && ' counted'}
                {vote.late > 0 && `, ${vote.late} came too late`}
                {!isClosed && <Since vote={vote} />}
              </>
            }
            badge={<PreferenceBadge preference={vote.preference} />}
            reason={vote.reason}
            history={vote.isChanged && <VoteHistory vote={vote} />}
          />
        ))}
      </VoteList>
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
