import { labelOf, type Preference, preferences } from '#domain/choices.ts'
import { VoteSign, type VoteTone } from '#web/shared/vote/vote-sign.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'

export const toneOf: Readonly<Record<Preference, VoteTone>> = { invest: 'invest', watchList: 'watch', veto: 'veto' }

/** A vote with its label, icon and colour; "no vote" as text. */
export function PreferenceBadge({ preference }: { preference: Preference | null }) {
  if (preference === null) return <Badge>No vote</Badge>
  return (
    <Badge kind={toneOf[preference]} icon={<VoteSign tone={toneOf[preference]} size={15} />}>
      {labelOf(preferences, preference)}
    </Badge>
  )
}
