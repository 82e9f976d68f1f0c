import type { Circle } from '#contract/circles.ts'
import { ringLabel } from '#domain/ring.ts'
import { placeName } from '#web/api/places.ts'
import { namelessArcs } from '#web/shared/circle/circle-arcs.ts'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import styles from './bring.module.css'

/** Names the circle to which the property belongs. */
export function ForCircle({ circle }: { circle: Circle }) {
  return (
    <div className={styles.forCircle}>
      <ArcRing
        size={28}
        target={circle.investmentCriteria.totalTargetSize}
        arcs={namelessArcs(circle.holdings)}
        label={ringLabel(circle.percentFunded, circle.memberCount)}
      />
      <p>
        For{' '}
        <b>
          <bdi>{circle.title}</bdi>
        </b>
        , {placeName(circle.location)}. Its members vote on it.
      </p>
    </div>
  )
}
