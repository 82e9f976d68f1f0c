import type { Database, Tx } from '#server/db/connect.ts'

/** The ids of the circles that this person belongs to, as a member or as an assigned broker. */
export const selectOwnCircles = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('memberships')
    .select('circle_id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .union(db.selectFrom('broker_assignments').select('circle_id').where('broker_id', '=', userId))
