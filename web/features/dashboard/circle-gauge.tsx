import { useQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import { ringArcs, ringLabel } from '#domain/ring.ts'
import { membersQuery } from '#web/api/circles.ts'
import { useUser } from '#web/api/session.ts'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'

/** Shows the empty ring until the members have loaded. */
export function CircleGauge({ circle, size }: { circle: Circle; size: 64 | 88 }) {
  const user = useUser()
  const { data: members = [] } = useQuery(membersQuery(circle._id))
  return (
    <ArcRing
      size={size}
      target={circle.investmentCriteria.totalTargetSize}
      arcs={ringArcs(members, user?._id)}
      openPrices={circle.openArcPrices}
      label={ringLabel(circle.percentFunded, circle.memberCount)}
    />
  )
}
