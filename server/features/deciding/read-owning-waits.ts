import { sql } from 'kysely'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { lastDayOf } from '#domain/month-close.ts'
import type { OwningWaits } from '#domain/stages.ts'
import type { Database } from '#server/db/connect.ts'
import { type CallPart, openCents, readCallParts } from '#server/shared/calls/call-parts.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'

/** Who was asked by these parts of calls, and who still owes something: the reader first, as "You". */
export async function readPaymentProgress(db: Database, parts: readonly CallPart[], readerId: string) {
  const asked = [...new Set(parts.filter(({ askedCents }) => askedCents > 0).map(({ holder }) => holder))]
  const open = parts.filter((part) => openCents(part) > 0)
  const owing = asked
    .filter((holder) => open.some((part) => part.holder === holder))
    .sort((one, other) => Number(other === readerId) - Number(one === readerId))
  const names = await readNames(db, owing)
  const payBy = open.map(({ dueDay }) => dueDay).sort()[0]
  return {
    asked: asked.length,
    paid: asked.length - owing.length,
    owing: owing.map((holder) => (holder === readerId ? 'You' : (names.get(holder) ?? ''))),
    payBy: payBy ? formatCalendarDay(payBy) : null,
  }
}

type BookRow = { readonly unmatched: number; readonly offered: string | null; readonly next: string | null; readonly marked: number }

/** The first thing that waits in a circle that owns, besides votes: money that was asked, the bank, the next month, what was paid out. */
export async function readOwningWaits(db: Database, circleId: string, readerId: string): Promise<OwningWaits | null> {
  const parts = await readCallParts(db, circleId)
  const open = new Set(parts.filter((part) => openCents(part) > 0).map(({ callId }) => callId))
  const asking = parts.filter(({ callId }) => open.has(callId))
  if (asking.length > 0) return { what: 'call', ...(await readPaymentProgress(db, asking, readerId)) }
  const { rows } = await sql<BookRow>`
    select
      (select count(*) from bank_lines where bank_lines.circle_id = ${circleId} and not exists (select from bank_match_lines
        where line_id = bank_lines.id and not exists (select from bank_match_ends
          where bank_match_ends.match_id = bank_match_lines.match_id))) as unmatched,
      (select to_char(month, 'YYYY-MM') from month_offers where circle_id = ${circleId} and ended_at is null) as offered,
      to_char(coalesce((select max(month) + interval '1 month' from closed_months where circle_id = ${circleId}), least(
        (select min(from_day) from bank_imports where circle_id = ${circleId}),
        (select min(day) from book_lines join book_entries on book_entries.id = entry_id
          where book_lines.circle_id = ${circleId} and account = 'cash' and reverses is null
            and not exists (select from book_entries as reversal where reversal.reverses = book_entries.id)))), 'YYYY-MM') as next,
      (select count(*) from payout_marks where circle_id = ${circleId} and withdrawn_at is null and entry_id is null) as marked`.execute(db)
  const { unmatched = 0, offered = null, next = null, marked = 0 } = rows[0] ?? {}
  if (unmatched > 0) return { what: 'bank_lines', count: unmatched }
  if (offered !== null) return { what: 'month_to_confirm', month: formatCalendarMonth(offered) }
  if (next !== null && lastDayOf(next) < (await todayIn(db, circleId))) return { what: 'month_to_agree', month: formatCalendarMonth(next) }
  const receivers = new Set((await readOpenPayouts(db, circleId)).map(({ receiver }) => receiver))
  if (receivers.size > marked) return { what: 'payouts', people: receivers.size - marked }
  return marked > 0 ? { what: 'payout_words', people: marked } : null
}
