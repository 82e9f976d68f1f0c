import { type Icon, IconBan, IconCircleCheck, IconCircleMinus, IconCircleX, IconEye, IconUserOff } from '@tabler/icons-react'
import { labelOf, type Preference, preferences } from '#domain/choices.ts'
import { type MotionChoice, motionChoiceLabels } from '#domain/motions.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export type VoteTone = 'invest' | 'watch' | 'veto'
/** A vote on a property or on a motion. */
export type VoteChoice = Preference | MotionChoice

const looks: Readonly<Record<VoteChoice, { readonly tone: VoteTone; readonly icon: Icon; readonly label: string }>> = {
  invest: { tone: 'invest', icon: IconCircleCheck, label: labelOf(preferences, 'invest') },
  watchList: { tone: 'watch', icon: IconEye, label: labelOf(preferences, 'watchList') },
  veto: { tone: 'veto', icon: IconBan, label: labelOf(preferences, 'veto') },
  yes: { tone: 'invest', icon: IconCircleCheck, label: motionChoiceLabels.yes },
  no: { tone: 'veto', icon: IconCircleX, label: motionChoiceLabels.no },
  abstain: { tone: 'watch', icon: IconCircleMinus, label: motionChoiceLabels.abstain },
}

export const toneOf = (choice: VoteChoice): VoteTone => looks[choice].tone
export const choiceLabel = (choice: VoteChoice): string => looks[choice].label

/** Takes its colour from the context. */
export function ChoiceSign({ choice, size = 18 }: { choice: VoteChoice; size?: number }) {
  const { icon: Sign } = looks[choice]
  return <Sign {...iconProps(size)} />
}

type ChoiceBadgeProps = { choice: VoteChoice | null; isLeftOut?: boolean | undefined }

/** A vote with label, icon and colour; that of a member who is left out does not count. */
export function ChoiceBadge({ choice, isLeftOut = false }: ChoiceBadgeProps) {
  if (isLeftOut) {
    return (
      <Badge kind="outline" icon={<IconUserOff {...iconProps(15)} />}>
        Not counted
      </Badge>
    )
  }
  if (choice === null) return <Badge>Not voted</Badge>
  return (
    <Badge kind={toneOf(choice)} icon={<ChoiceSign choice={choice} size={15} />}>
      {choiceLabel(choice)}
    </Badge>
  )
}
