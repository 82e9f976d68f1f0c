import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { closeDueIn, isDueIn, type Site } from './close-due.ts'

/** Circles of this person, and of what the path names, in which a vote or a motion is past its closing date: an array of ids. */
function dueCircles({ params }: { readonly params: unknown }, userId: string): RawBuilder<unknown> {
  const named = Object.values((params ?? {}) as Readonly<Record<string, unknown>>).filter(
    (value): value is string => typeof value === 'string' && isId(value),
  )
  return sql`(select coalesce(json_agg(concerned.id), '[]') from (
      select circle_id as id from memberships where user_id = ${userId} and ended_at is null
      union select circle_id from broker_assignments where broker_id = ${userId}
      union select unnest(${named}::uuid[])
      union select circle_id from properties where id = any(${named}::uuid[])) as concerned
    join circles on circles.id = concerned.id and circles.deleted_at is null
    where ${isDueIn(sql`concerned.id`)})`
}

/**
 * What is due is closed, by itself, before a person's request is judged. So the stage, the cards, the record and everything else that a
 * closing changes agree in every answer from the closing date on, whether or not the job has run.
 */
export const closeBeforeRequests = (db: Database, site: Site) => ({
  lookFor: dueCircles,
  commit: async (found: unknown): Promise<boolean> => {
    const circles = found as readonly string[]
    for (const circleId of circles) await closeDueIn(db, circleId, site)
    return circles.length > 0
  },
})
