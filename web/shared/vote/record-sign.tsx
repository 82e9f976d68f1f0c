import {
  type Icon,
  IconArrowBackUp,
  IconCalendarEvent,
  IconFilePlus,
  IconHourglassOff,
  IconLock,
  IconPencil,
  IconScale,
  IconUserCheck,
  IconUserOff,
  IconUserQuestion,
  IconUserX,
} from '@tabler/icons-react'
import type { RecordRow } from '#contract/deciding.ts'
import type { Outcome } from '#domain/outcome.ts'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { OutcomeSign } from './outcome-sign.tsx'

const icons: Readonly<Partial<Record<RecordRow['kind'], Icon>>> = {
  rules: IconScale,
  closing_date: IconCalendarEvent,
  motion_made: IconFilePlus,
  motion_changed: IconPencil,
  motion_locked: IconLock,
  motion_conflict: IconUserOff,
  motion_claim: IconUserQuestion,
  motion_claim_so: IconUserCheck,
  motion_claim_not_so: IconUserX,
  motion_withdrawn: IconArrowBackUp,
  motion_lapsed: IconHourglassOff,
}

type RecordSignProps = { kind: RecordRow['kind']; outcome: Outcome }

/** An outcome has its own sign, any other event the icon of its kind. */
export function RecordSign({ kind, outcome }: RecordSignProps) {
  const KindIcon = icons[kind]
  return <IconDisc tone="outline">{KindIcon ? <KindIcon {...iconProps(18)} /> : <OutcomeSign outcome={outcome} />}</IconDisc>
}
