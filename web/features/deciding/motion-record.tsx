import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './motion.module.css'
import type { MotionPartProps } from './motion-parts.ts'
import recordStyles from './record.module.css'
import { RecordLine } from './record-row.tsx'

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
      <ol className={recordStyles.rows}>
        {motion.record.toReversed().map((entry) => (
          <li key={entry._id}>
            <RecordLine {...entry} outcome={motion.standing.outcome} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
