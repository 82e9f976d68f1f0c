import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleX,
  IconClock,
  IconUsersMinus,
} from '@tabler/icons-react'
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
} as const

export type SignedOutcome = keyof typeof icons

/** Shape and colour differ per outcome. Decorative: the text beside it names the outcome. */
export function OutcomeSign({ outcome, size = 18 }: { outcome: SignedOutcome; size?: number }) {
  const Icon = icons[outcome]
  return <Icon {...iconProps(size)} className={styles.root} data-outcome={outcome} />
}
