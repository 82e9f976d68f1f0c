import { ChoiceBadge } from '#web/shared/vote/choice-badge.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import styles from './motion.module.css'
import type { MotionPartProps } from './motion-parts.ts'
import { arcProp } from './motion-text.tsx'
import { arcsWords } from './motion-words.ts'

/** Everyone's vote and reason, also of those who have not voted or have no vote. */
export function MotionBallots({ motion, userId, arcOf }: MotionPartProps) {
  return (
    <Card className={styles.ballotCard}>
      <h2>Votes and reasons</h2>
      <ul className={styles.ballots}>
        {motion.ballots.map((ballot) => (
          <li key={ballot.user}>
            <Avatar initial={ballot.name.charAt(0)} {...arcProp(arcOf(ballot.user))} />
            <div>
              <p className={styles.voter}>
                <strong>{ballot.name}</strong>
                {ballot.user === userId && <span className={ringLegendStyles.youTag}>You</span>}
              </p>
              <p className="small muted num">
                {[
                  arcsWords(ballot.arcs + ballot.late),
                  ballot.late > 0 && `${ballot.late} too late to count`,
                  ballot.isOwner && 'Circle Creator',
                  ballot.isLeftOut && 'no vote on this motion',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <ChoiceBadge choice={ballot.choice} isLeftOut={ballot.isLeftOut} />
            {ballot.reason && <q>{ballot.reason}</q>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
