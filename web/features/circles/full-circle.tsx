import { IconCircleCheck } from '@tabler/icons-react'
import { Badge } from '#web/ui/badge.tsx'
import { iconProps } from '#web/ui/icon-props.ts'

/** What stands in the join button's place once every share is taken. Its waiting list is asked about by the circle's id. */
export function FullCircle({ circleId }: { circleId: string }) {
  return (
    <div className="full-circle" data-circle={circleId}>
      <Badge icon={<IconCircleCheck {...iconProps(15)} />}>Fully Funded</Badge>
      <p className="sub">Every share of this circle is taken.</p>
    </div>
  )
}
