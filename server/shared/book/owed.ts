import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Whether the circle owes something to a person, or a person to the circle. After an acquisition that was given up nobody leaves until not. */
export async function isAnythingOwed(db: Database | Tx, circleId: string): Promise<boolean> {
  const { rows } = await sql`
    select from book_lines where circle_id = ${circleId} and account = 'owed'
    group by user_id having sum(amount_cents) <> 0 limit 1`.execute(db)
  return rows.length > 0
}

/** Refuses what ends a membership or a circle while somebody is owed something. The caller has locked the circle. */
export async function requireNothingOwed(tx: Database | Tx, circleId: string): Promise<void> {
  if (await isAnythingOwed(tx, circleId)) throw new Refusal('something_is_owed')
}
