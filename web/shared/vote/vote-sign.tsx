import { IconBan, IconCircleCheck, IconEye } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export type VoteTone = 'invest' | 'watch' | 'veto'

const icons = { invest: IconCircleCheck, watch: IconEye, veto: IconBan } as const

/** Takes its colour from the context. */
export function VoteSign({ tone, size = 18 }: { tone: VoteTone; size?: number }) {
  const Icon = icons[tone]
  return <Icon {...iconProps(size)} />
}
