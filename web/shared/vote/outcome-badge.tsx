import { type Outcome, outcomeLabels } from '#domain/outcome.ts'
import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'
import { OutcomeSign } from './outcome-sign.tsx'

const kinds: Readonly<Record<Outcome, BadgeKind>> = {
  open: 'neutral',
  passes: 'invest',
  passed: 'invest',
  did_not_pass: 'neutral',
  too_few_voted: 'neutral',
  blocked: 'veto',
  withdrawn: 'outline',
  lapsed: 'outline',
}

/** An outcome as icon and word. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return (
    <Badge kind={kinds[outcome]} icon={<OutcomeSign outcome={outcome} size={16} />}>
      {outcomeLabels[outcome]}
    </Badge>
  )
}
