import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'
import { OutcomeSign, type SignedOutcome } from './outcome-sign.tsx'

const kinds: Readonly<Record<SignedOutcome, BadgeKind>> = {
  open: 'neutral',
  passes: 'invest',
  passed: 'invest',
  did_not_pass: 'neutral',
  too_few_voted: 'neutral',
  blocked: 'veto',
  withdrawn: 'outline',
}

/** An outcome as icon and word. */
export function OutcomeBadge({ outcome, label }: { outcome: SignedOutcome; label: string }) {
  return (
    <Badge kind={kinds[outcome]} icon={<OutcomeSign outcome={outcome} size={16} />}>
      {label}
    </Badge>
  )
}
