import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleOff,
  IconCircleX,
  IconClock,
  IconUsersMinus,
} from '@tabler/icons-react'
import type { Outcome } from '#domain/outcome.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './outcome-sign.module.css'

const icons = {
  open: IconClock,
  passes: IconCircleDashedCheck,
  passed: IconCircleCheck,
  did_not_pass: IconCircleX,
  too_few_voted: IconUsersMinus,
  blocked: IconBan,
  withdrawn: IconArrowBackUp,
  lapsed: IconCircleOff,
} as const satisfies Readonly<Record<Outcome, unknown>>

/** Shape and colour differ per outcome. Decorative: the text beside it names the outcome. */
export function OutcomeSign({ outcome, size = 18 }: { outcome: Outcome; size?: number }) {
  const Icon = icons[outcome]
  return <Icon {...iconProps(size)} className={styles.root} data-outcome={outcome} />
}
