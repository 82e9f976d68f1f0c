import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Standing } from '#web/api/standing.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { CardSlot } from '#web/ui/map-card.tsx'
import { Bone } from '#web/ui/skeletons.tsx'

type CircleActionProps = { circle: Circle; standing: Standing; titleId: string; memberIcon: ReactNode }

/** What a card offers: by membership first, then by funding, then by whether one is signed in. */
export function CircleAction({ circle, standing, titleId, memberIcon }: CircleActionProps) {
  if (standing === 'unknown') return <Bone height={44} radius={10} />
  if (standing === 'member') {
    return (
      <CardSlot kind="own" icon={memberIcon}>
        Member
      </CardSlot>
    )
  }
  if (circle.percentFunded === 100) return <CardSlot kind="closed">Fully Funded</CardSlot>
  return (
    <ActionButton variant="outline" fullWidth to={paths.circlePublic(circle._id)} aria-describedby={titleId}>
      {standing === 'visitor' ? 'Explore Circle' : 'View Details'}
    </ActionButton>
  )
}
