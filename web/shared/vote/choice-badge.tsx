import { IconCircleCheck, IconCircleMinus, IconCircleX, IconUserOff } from '@tabler/icons-react'
import { type MotionChoice, motionChoiceLabels } from '#domain/motions.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { VoteTone } from './vote-sign.tsx'

export const choiceTones: Readonly<Record<MotionChoice, VoteTone>> = { yes: 'invest', no: 'veto', abstain: 'watch' }
const icons = { yes: IconCircleCheck, no: IconCircleX, abstain: IconCircleMinus } as const

/** Takes its colour from the context. */
export function ChoiceSign({ choice, size = 18 }: { choice: MotionChoice; size?: number }) {
  const Icon = icons[choice]
  return <Icon {...iconProps(size)} />
}

type ChoiceBadgeProps = { choice: MotionChoice | null; isLeftOut?: boolean }

/** A vote on a motion with label, icon and colour; that of a member who is left out does not count. */
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
    <Badge kind={choiceTones[choice]} icon={<ChoiceSign choice={choice} size={15} />}>
      {motionChoiceLabels[choice]}
    </Badge>
  )
}
