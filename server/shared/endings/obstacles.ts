import { sql } from 'kysely'
import { type EndingObstacle, endingObstacles, obstacleWords, transferObstacle } from '#domain/ending.ts'
import { monthsBetween } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { isAnyTransferPaid } from '#server/shared/offers/end-offers.ts'

/** From the first month that is not closed to the last with a movement. Without a bank account in use there is nothing to close. */
async function readOpenMonths(db: Database | Tx, circleId: string): Promise<string[]> {
  const { rows } = await sql<{ first: string | null; last: string | null; closed: string | null }>`
    with moved as (
      select day from bank_lines where circle_id = ${circleId}
      union all select day from book_lines join book_entries on book_entries.id = entry_id
        where book_lines.circle_id = ${circleId} and account = 'cash')
    select to_char(min(day), 'YYYY-MM') as first,
      to_char(greatest(max(day), (select max(day) from book_entries where circle_id = ${circleId})), 'YYYY-MM') as last,
      (select to_char(max(month) + interval '1 month', 'YYYY-MM') from closed_months where circle_id = ${circleId}) as closed
    from moved`.execute(db)
  const { first = null, last = null, closed = null } = rows[0] ?? {}
  const from = closed ?? first
  return first === null || from === null || last === null ? [] : monthsBetween(from, last)
}

/** What stands in the way of ending the circle. `is_ending_obstructed` in the database says the same as yes or no. */
export async function readEndingObstacles(db: Database | Tx, circleId: string): Promise<EndingObstacle[]> {
  const obstacles = endingObstacles(await readBalances(db, circleId), await readOpenMonths(db, circleId))
  return (await isAnyTransferPaid(db, circleId)) ? [...obstacles, transferObstacle] : obstacles
}

/** The same as sentences that say what to do. */
export async function readObstacleWords(db: Database | Tx, circleId: string) {
  const obstacles = await readEndingObstacles(db, circleId)
  const people = obstacles.flatMap((obstacle) => (obstacle.reason === 'owed' ? [obstacle.of] : []))
  const names = new Map(people.length === 0 ? [] : await readNames(db as Database, people))
  const accounts = await db.selectFrom('bank_accounts').select(['id', 'name']).where('circle_id', '=', circleId).execute()
  for (const { id, name } of accounts) names.set(id, name)
  return obstacles.map((obstacle) => ({
    reason: obstacle.reason,
    words: obstacleWords(obstacle, (id) => names.get(id) || 'A former member'),
    /** The first month that is not closed. */
    month: obstacle.reason === 'month_open' ? (obstacle.months[0] ?? null) : null,
  }))
}
