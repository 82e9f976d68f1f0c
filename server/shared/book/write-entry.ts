import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { type BookLine, withoutZeros } from '#domain/book-accounts.ts'
import { sumCents } from '#domain/cents.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { readClosedTo } from './closed-months.ts'
import { requireDayOfBook } from './first-day.ts'

export type NewEntry = {
  readonly circleId: string
  /** What made it: `contribution`, `settlement`, `payment` … */
  readonly kind: string
  readonly day: string
  readonly lines: readonly BookLine[]
  readonly bookedBy: string
  readonly payee?: string | null | undefined
  readonly words?: string | null | undefined
  /** The first day of another month than that of `day`. */
  readonly belongsTo?: string | null | undefined
  readonly documentVersionId?: string | null | undefined
  readonly motionId?: string | null | undefined
  readonly acquisitionId?: string | null | undefined
  readonly reverses?: string | null | undefined
}

/**
 * Appends an entry to a circle's book. The only writer of these tables. The caller has locked the circle, so numbers have no gaps. That the
 * lines sum to 0 is also checked by the database at commit. Nothing is booked into a closed month.
 */
export async function writeEntry(tx: Tx, entry: NewEntry): Promise<{ readonly id: string; readonly number: number }> {
  const { circleId } = entry
  const lines = withoutZeros(entry.lines)
  if (lines.length === 0 || sumCents(lines.map(({ amountCents }) => amountCents)) !== 0)
    throw new Error(`the lines of an entry (${entry.kind}) do not sum to 0`)
  const closedTo = await readClosedTo(tx, circleId)
  if (closedTo !== null && entry.day <= closedTo) throw new Refusal('book_month_closed')
  // What the bank had before its first line was there before the circle began to buy.
  if (entry.kind !== 'opening') await requireDayOfBook(tx, circleId, entry.day)
  const id = newId()
  const { number } = await tx
    .insertInto('book_entries')
    .values({
      id,
      circle_id: circleId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from book_entries where circle_id = ${circleId})`,
      kind: entry.kind,
      day: entry.day,
      belongs_to: entry.belongsTo ?? null,
      document_version_id: entry.documentVersionId ?? null,
      motion_id: entry.motionId ?? null,
      acquisition_id: entry.acquisitionId ?? null,
      reverses: entry.reverses ?? null,
      booked_by: entry.bookedBy,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('book_entry_texts')
    .values({ entry_id: id, payee: entry.payee ?? '', words: entry.words ?? '' })
    .execute()
  await tx
    .insertInto('book_lines')
    .values(lines.map((line, index) => ({ entry_id: id, circle_id: circleId, position: index + 1, ...columnsOf(line) })))
    .execute()
  const named = lines.flatMap((line, index) => ('who' in line && line.who ? [{ entry_id: id, position: index + 1, who: line.who }] : []))
  if (named.length > 0) await tx.insertInto('book_line_texts').values(named).execute()
  return { id, number }
}

const columnsOf = (line: BookLine) => ({
  account: line.account,
  bank_account_id: 'bankAccount' in line ? line.bankAccount : null,
  holder: 'heldBy' in line ? line.heldBy : null,
  arc: 'arc' in line ? line.arc : null,
  user_id: 'person' in line ? (line.person ?? null) : null,
  call_id: 'call' in line ? (line.call ?? null) : null,
  amount_cents: line.amountCents,
})
