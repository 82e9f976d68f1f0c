import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { CardSlot } from '#web/ui/map/map-card.tsx'

type CircleActionProps = { circle: Circle; viewer: CircleViewer; titleId: string; memberIcon: ReactNode }

/** Depends on membership first, then on funding, then on whether the person is signed in. */
export function CircleAction({ circle, viewer, titleId, memberIcon }: CircleActionProps) {
  if (viewer === 'unknown') return <Bone height={44} radius={10} />
  if (viewer === 'member') {
    return (
      <CardSlot kind="own" icon={memberIcon}>
        Member
      </CardSlot>
    )
  }
  if (circle.percentFunded === 100) return <CardSlot kind="closed">Fully Funded</CardSlot>
  return (
    <ActionButton variant="outline" fullWidth to={paths.circlePublic(circle._id)} aria-describedby={titleId}>
      {viewer === 'visitor' ? 'Explore Circle' : 'View Details'}
    </ActionButton>
  )
}
