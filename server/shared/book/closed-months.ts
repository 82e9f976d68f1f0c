import { lastDayOf, monthOf } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** The last closed month of a circle's book (`YYYY-MM`); null before the first. */
export async function readLastClosed(db: Database | Tx, circleId: string): Promise<string | null> {
  const row = await db
    .selectFrom('closed_months')
    .select('month')
    .where('circle_id', '=', circleId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.month ? monthOf(row.month) : null
}

/** Every closed month, newest first. */
export async function readClosedMonths(db: Database | Tx, circleId: string): Promise<string[]> {
  const rows = await db.selectFrom('closed_months').select('month').where('circle_id', '=', circleId).orderBy('month', 'desc').execute()
  return rows.flatMap(({ month }) => (month ? [monthOf(month)] : []))
}

/** The last day into which nothing is booked any more. */
export async function readClosedTo(db: Database | Tx, circleId: string): Promise<string | null> {
  const month = await readLastClosed(db, circleId)
  return month === null ? null : lastDayOf(month)
}
