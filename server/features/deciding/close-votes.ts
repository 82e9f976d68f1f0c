import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { holdCircle } from '#server/db/lock-arcs.ts'
import { settle } from '#server/db/recount.ts'

/** Freezes what is past its closing date, circle by circle; killed in between, the next run goes on where this one stopped. */
export async function closeVotes(db: Database): Promise<void> {
  const due = await db
    .selectFrom('decisions')
    .innerJoin('properties', 'properties.id', 'decisions.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .select('properties.circle_id')
    .distinct()
    .where('decisions.closes_at', '<=', sql<Date>`now()`)
    .where('decisions.closed_by_record', 'is', null)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .execute()
  for (const { circle_id } of due) {
    await db.transaction().execute(async (tx) => {
      await holdCircle(tx, circle_id)
      await settle(tx, circle_id)
    })
  }
}
