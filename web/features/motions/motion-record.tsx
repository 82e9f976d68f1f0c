import { IconHistory } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
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
        {motion.record.toReversed().map(({ _id, words, at, by }) => (
          <li key={_id}>
            <span className={styles.eventSign}>
              <IconHistory {...iconProps(18)} />
            </span>
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
