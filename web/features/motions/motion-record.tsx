import { paths } from '#contract/paths.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { RecordSign } from '#web/shared/vote/record-sign.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './motion.module.css'
import type { MotionPartProps } from './motion-parts.ts'

/** What happened to the motion, newest first. */
export function MotionRecord({ circleId, motion }: MotionPartProps) {
  return (
    <Card className={styles.recordCard}>
      <CardHeader
        title="Record"
        aside={
          <ActionButton variant="subtle" to={paths.circleRecord(circleId)}>
            Whole record
          </ActionButton>
        }
      />
      <ol className={styles.events}>
        {motion.record.toReversed().map(({ _id, kind, words, at, by }) => (
          <li key={_id}>
            <RecordSign kind={kind} outcome={motion.standing.outcome} />
            <p>
              {words}
              <span className="small muted">
                <Moment at={at} exactly />
                {by && ` · ${by}`}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
