import { IconCircleCheck, IconCircleDashed, IconClock, IconClockExclamation } from '@tabler/icons-react'
import type { CallShare } from '#contract/calls.ts'
import type { PartState as State } from '#domain/calls.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

const looks: Readonly<Record<State, { readonly kind: BadgeKind; readonly Icon: typeof IconClock }>> = {
  paid: { kind: 'evergreen', Icon: IconCircleCheck },
  in_part: { kind: 'neutral', Icon: IconCircleDashed },
  open: { kind: 'outline', Icon: IconClock },
  // Ink, not amber: it is a fact, and no mistake.
  overdue: { kind: 'outline', Icon: IconClockExclamation },
}

/** How far a member's part is paid, in words. */
export function PartState({ share: { state, stateWords, paidOn } }: { share: CallShare }) {
  const { kind, Icon } = looks[state]
  return (
    <Badge kind={kind} icon={<Icon {...iconProps(16)} />}>
      {state === 'paid' && paidOn ? `Paid ${formatCalendarDay(paidOn, 'short')}` : stateWords}
    </Badge>
  )
}
