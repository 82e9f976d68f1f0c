import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

export const matchingTask = 'match-saved-searches'

/**
 * Queues the job that tells saved searches of a circle. Called before the circle is created or changed, because the job compares what it was
 * with what it has become: someone whose search found it before is not told again.
 */
export async function queueSearchMatching(tx: Tx, circleId: string, change: 'any' | 'arcs_come_free' = 'any'): Promise<void> {
  // More free arcs than before change no match.
  const mayMatter =
    change === 'any' ? sql`true` : sql`exists (select from circles where circles.id = ${circleId}::uuid and not circles.has_free_arcs)`
  await sql`
    select graphile_worker.add_job(${matchingTask}::text, json_build_object('circle', ${circleId}::text, 'at', now(),
      'before', (select to_jsonb(circles) from circles where circles.id = ${circleId}::uuid)))
    where exists (select from saved_searches) and ${mayMatter}`.execute(tx)
}
