import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { calendarDayOf } from '#domain/dates.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'

/** The circle's day on which it first began to buy; null before. */
export async function readStartDay(db: Database | Tx, circleId: string): Promise<string | null> {
  const { startedAt } = await db
    .selectFrom('acquisitions')
    .select(({ fn }) => fn.min('started_at').as('startedAt'))
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  return startedAt && calendarDayOf(startedAt, await readCircleZone(db, circleId))
}

/** No business day is before the circle began to buy, unless the bank shows a line of an earlier day: each month from the first one has to be closed. */
export async function requireDayOfBook(tx: Tx, circleId: string, day: string): Promise<void> {
  const start = await readStartDay(tx, circleId)
  if (start === null || day >= start) return
  const { rows } = await sql`select from bank_lines where circle_id = ${circleId} and day <= ${day} limit 1`.execute(tx)
  if (rows.length === 0) throw new Refusal('book_day_too_early')
}
