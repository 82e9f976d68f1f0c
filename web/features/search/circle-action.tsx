import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { CircleRelation } from '#web/api/circle-relation.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { CardSlot } from '#web/ui/map/map-card.tsx'

type CircleActionProps = { circle: Circle; relation: CircleRelation; titleId: string; memberIcon: ReactNode }

/** Depends on membership first, then on funding, then on whether the person is signed in. */
export function CircleAction({ circle, relation, titleId, memberIcon }: CircleActionProps) {
  if (relation === 'unknown') return <Bone height={44} radius={10} />
  if (relation === 'member') {
    return (
      <CardSlot kind="own" icon={memberIcon}>
        Member
      </CardSlot>
    )
  }
  if (circle.percentFunded === 100) return <CardSlot kind="closed">Fully Funded</CardSlot>
  return (
    <ActionButton variant="outline" fullWidth to={paths.circlePublic(circle._id)} aria-describedby={titleId}>
      {relation === 'visitor' ? 'Explore Circle' : 'View Details'}
    </ActionButton>
  )
}
