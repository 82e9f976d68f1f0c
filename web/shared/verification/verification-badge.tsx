import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { User } from '#contract/accounts.ts'
import { verificationLabel } from '#domain/person.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export function VerificationBadge({ user }: { user: User }) {
  const words = verificationLabel(user)
  if (words === 'Verified')
    return (
      <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(15)} />}>
        {words}
      </Badge>
    )
  return <Badge {...(words === 'Awaiting verification' && { icon: <IconClock {...iconProps(15)} /> })}>{words}</Badge>
}
