import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { User } from '#contract/accounts.ts'
import { verificationLabels, verificationOf } from '#domain/person.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export function VerificationBadge({ user }: { user: User }) {
  const verification = verificationOf(user)
  const words = verificationLabels[verification]
  if (verification === 'verified')
    return (
      <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(15)} />}>
        {words}
      </Badge>
    )
  return <Badge {...(verification === 'awaiting' && { icon: <IconClock {...iconProps(15)} /> })}>{words}</Badge>
}
