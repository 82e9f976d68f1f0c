import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Ending } from '#contract/sale.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './ending-card.module.css'
import { endingQuery } from './sale.queries.ts'

type Obstacle = Ending['obstacles'][number]

/** Where it can be dealt with. */
const placeOf = (circleId: string, { reason, month }: Obstacle): string => {
  if (reason === 'property') return paths.circleSale(circleId)
  return reason === 'month_open' && month ? paths.circleBookMonth(circleId, month) : paths.circleBook(circleId)
}

/** After a motion to end the circle has passed: what still stands in the way, each with a link to where it is dealt with. */
export function EndingCard({ circleId, motionId }: { circleId: string; motionId?: string }) {
  const { data: ending } = useQuery(endingQuery(circleId))
  const { day } = useDates()
  const waiting = ending?.waiting
  if (!waiting || (motionId && waiting.motionId !== motionId)) return null
  return (
    <Card className={styles.root}>
      <CardHeader title="What stands in the way of ending" />
      <ul>
        {ending.obstacles.map((obstacle) => (
          <li key={obstacle.words}>
            <Link className="text-link" to={placeOf(circleId, obstacle)}>
              {obstacle.words}
            </Link>
          </li>
        ))}
      </ul>
      <IconNote icon={<IconFlag {...iconProps(16)} />}>
        The circle ends by itself as soon as nothing does, until {day(waiting.lapsesAt)} at the latest. After that the motion lapses, and
        the circle goes on.
        {!motionId && (
          <>
            {' '}
            <Link className="text-link" to={paths.circleMotion(circleId, waiting.motionId)}>
              Open the motion
            </Link>
          </>
        )}
      </IconNote>
    </Card>
  )
}
