import { IconBan, IconCircleCheck, IconEye } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export type VoteTone = 'invest' | 'watch' | 'veto'

const icons = { invest: IconCircleCheck, watch: IconEye, veto: IconBan } as const

/** The sign of a way to vote; its colour comes from where it stands. */
export function VoteSign({ tone, size = 18 }: { tone: VoteTone; size?: number }) {
  const Icon = icons[tone]
  return <Icon {...iconProps(size)} />
}
