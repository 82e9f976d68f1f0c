import { sql } from 'kysely'
import type { LiveTopic } from '#contract/live.ts'
import type { Tx } from '#server/db/connect.ts'

export const liveChannel = 'arcstead_live'

/** Stored and sent only if the transaction commits; every API process receives it. */
async function publish(tx: Tx, circleId: string | null, topic: LiveTopic, personId: string | null): Promise<void> {
  await sql`select tell_live(${circleId}::uuid, ${topic}, ${personId}::uuid)`.execute(tx)
}

/**
 * Tells pages that show the circle to refetch. `personId` is someone whose membership changed; they get the event even if they are no
 * longer in the circle.
 */
export const publishCircleChange = (
  tx: Tx,
  circleId: string,
  topic: Exclude<LiveTopic, 'notices' | 'self' | 'oversight'>,
  personId: string | null = null,
): Promise<void> => publish(tx, circleId, topic, personId)

/** Tells the person's own pages to refetch their notices. */
export const publishNoticeChange = (tx: Tx, personId: string): Promise<void> => publish(tx, null, 'notices', personId)
