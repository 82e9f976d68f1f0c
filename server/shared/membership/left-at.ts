import { type RawBuilder, sql } from 'kysely'

/** In SQL: when a former member left, to the microsecond. What came later is not theirs to read. */
export const leftAt = (circleId: string, userId: string): RawBuilder<Date> =>
  sql<Date>`(select max(ended_at) from memberships where circle_id = ${circleId} and user_id = ${userId})`
