import type { Deciding } from '#contract/deciding.ts'
import { durationWords } from '#domain/notice-period.ts'
import factsStyles from '#web/ui/layout/facts.module.css'

type LockNoteProps = { deciding: Deciding | undefined; noticeSeconds: number }

/** Warns before an edit: locked after the vote has closed; an edit shortly before closing moves the closing date. */
export function LockNote({ deciding, noticeSeconds }: LockNoteProps) {
  if (!deciding?.closesAt) return null
  if (deciding.isClosed) {
    return (
      <p className={factsStyles.notice}>
        Voting on this property has closed: its address, price, link, facts and pictures are locked, as they were decided on. Only the
        listing status can change.
      </p>
    )
  }
  if (Date.parse(deciding.closesAt) - Date.now() >= noticeSeconds * 1_000) return null
  const period = durationWords(noticeSeconds)
  return (
    <p className={factsStyles.notice}>
      Voting closes within {period}: a change of address, price, link, facts or pictures moves that to {period} from now.
    </p>
  )
}
