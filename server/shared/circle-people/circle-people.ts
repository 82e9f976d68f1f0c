import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

/** In SQL: whether this person belongs to the circle, as in domain/may/circle.ts. Both are an id or a reference to a column. */
export const belongsTo = (circleId: string | RawBuilder<unknown>, userId: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from memberships
      where memberships.circle_id = ${circleId} and memberships.user_id = ${userId} and memberships.ended_at is null)
    or exists (select from broker_assignments
      where broker_assignments.circle_id = ${circleId} and broker_assignments.broker_id = ${userId}))`

/** The ids of a circle's members and assigned brokers. */
export const selectCirclePeople = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .union(db.selectFrom('broker_assignments').select('broker_id as user_id').where('circle_id', '=', circleId))

/** The ids of the circles that this person belongs to, as a member or as an assigned broker. */
export const selectOwnCircles = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('memberships')
    .select('circle_id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .union(db.selectFrom('broker_assignments').select('circle_id').where('broker_id', '=', userId))
