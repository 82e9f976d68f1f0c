import { IconEyeOff } from '@tabler/icons-react'
import { visibilityLabel } from '#domain/membership.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export function VisibilityBadge({ circle }: { circle: { readonly hideCircle: boolean } }) {
  return circle.hideCircle ? (
    <Badge icon={<IconEyeOff {...iconProps(15)} />}>{visibilityLabel(circle)}</Badge>
  ) : (
    <Badge kind="evergreen">{visibilityLabel(circle)}</Badge>
  )
}
