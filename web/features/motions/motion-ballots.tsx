import { arcsWords } from '#domain/arcs.ts'
import { ChoiceBadge } from '#web/shared/vote/choice-badge.tsx'
import { VoteList, VoteRow } from '#web/shared/vote/vote-list.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './motion.module.css'
import type { MotionPartProps } from './motion-parts.ts'

/** Everyone's vote and reason, also of those who have not voted or have no vote. */
export function MotionBallots({ motion, userId, arcOf }: MotionPartProps) {
  return (
    <Card className={styles.ballotCard}>
      <h2>Votes and reasons</h2>
      <VoteList>
        {motion.ballots.map((ballot) => (
          <VoteRow
            key={ballot.user}
            name={ballot.name}
            arc={arcOf(ballot.user)}
            isReader={ballot.user === userId}
            details={[
              arcsWords(ballot.arcs + ballot.late),
              ballot.late > 0 && `${ballot.late} too late to count`,
              ballot.isOwner && 'Circle Creator',
              ballot.isLeftOut && 'no vote on this motion',
            ]
              .filter(Boolean)
              .join(' · ')}
            badge={<ChoiceBadge choice={ballot.choice} isLeftOut={ballot.isLeftOut} />}
            reason={ballot.reason}
          />
        ))}
      </VoteList>
    </Card>
  )
}
