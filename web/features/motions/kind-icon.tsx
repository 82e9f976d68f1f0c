import { IconDoorExit, IconFlag, IconMessage2, IconPigMoney, IconReceipt, IconScale, IconUserStar } from '@tabler/icons-react'
import type { MotionKind } from '#domain/motion-kinds.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'

const icons = {
  general: IconMessage2,
  spend: IconReceipt,
  treasurer: IconUserStar,
  reserve: IconPigMoney,
  rules: IconScale,
  release: IconDoorExit,
  wind_up: IconFlag,
} as const satisfies Readonly<Record<MotionKind, unknown>>

/** Decorative: the kind is named beside it. */
export function KindIcon({ kind, size = 22 }: { kind: MotionKind; size?: number }) {
  const Icon = icons[kind]
  return <Icon {...iconProps(size)} />
}
