import { arcsWords } from '#domain/arcs.ts'
import { VoteList } from '#web/shared/vote/vote-list.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './motion.module.css'
import type { MotionPartProps } from './motion-parts.ts'

/** Everyone's vote and reason, also of those who have not voted or have no vote. */
export function MotionBallots({ motion, userId, arcOf }: MotionPartProps) {
  return (
    <Card className={styles.ballotCard}>
      <h2>Votes and reasons</h2>
      <VoteList
        userId={userId}
        arcOf={arcOf}
        votes={motion.ballots.map((ballot) => ({
          ...ballot,
          isLeftOut: ballot.isLeftOut || ballot.isSilent,
          details: [
            arcsWords(ballot.arcs + ballot.late),
            ballot.late > 0 && `${ballot.late} too late to count`,
            ballot.isOwner && 'Circle Creator',
            ballot.isLeftOut && 'no vote on this motion',
            ballot.isSilent && 'left out while away',
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </Card>
  )
}
