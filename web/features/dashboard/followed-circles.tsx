import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { ringLabel } from '#domain/ring.ts'
import { followsQuery, useFollow } from '#web/api/follows.ts'
import { useWatchLists } from '#web/api/live.ts'
import { placeName } from '#web/api/places.ts'
import { useCircleArcs } from '#web/shared/circle/circle-arcs.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './dashboard.module.css'

/** Absent while the person follows nothing. */
export function FollowedCircles({ userId }: { userId: string }) {
  const { data: circles, isError, refetch } = useQuery(followsQuery(userId))
  useWatchLists()
  if (isError && !circles) {
    return <FailureState title="The circles you follow could not be loaded. Please try again." onRetry={() => void refetch()} />
  }
  if (!circles || circles.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Circles You Follow</h2>
      <CardGrid className={styles.circles}>
        {circles.map((circle) => (
          <li key={circle._id}>
            <FollowedCard circle={circle} />
          </li>
        ))}
      </CardGrid>
    </section>
  )
}

function FollowedCard({ circle }: { circle: Circle }) {
  const arcs = useCircleArcs(circle, false)
  const { stop } = useFollow(circle._id)
  return (
    <Card padded className={styles.followed}>
      <div>
        <h3>
          <Link to={paths.circlePublic(circle._id)}>
            <bdi>{circle.title}</bdi>
          </Link>
        </h3>
        <p className={styles.miniCardFacts}>
          <span>
            <IconMapPin {...iconProps(18)} /> {placeName(circle.location)}
          </span>
          <span>{circle.sharesAvailable === 0 ? 'No arcs left' : `${circle.sharesAvailable} of ${circle.sharesTotal} arcs left`}</span>
        </p>
      </div>
      <ArcRing
        size={64}
        target={circle.investmentCriteria.totalTargetSize}
        arcs={arcs}
        openPrices={circle.openArcPrices}
        label={ringLabel(circle.percentFunded, circle.memberCount)}
      />
      <div className={styles.followedStop}>
        <ActionButton
          variant="subtle"
          data-flush="start"
          aria-label={`Stop following ${isolate(circle.title)}`}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop following
        </ActionButton>
      </div>
    </Card>
  )
}
