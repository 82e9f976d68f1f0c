import { sql } from 'kysely'
import type { Tx } from './connect.ts'

export const liveChannel = 'arcstead_live'

/** What changed in a circle: pages that show it read again. */
export type LiveTopic = 'funding' | 'votes' | 'properties' | 'circle'

/** Told when, and only if, the transaction commits; every API process hears it. */
export async function tellCircle(tx: Tx, circleId: string, topic: LiveTopic): Promise<void> {
  await sql`select pg_notify(${liveChannel}, json_build_object('circle', ${circleId}::text, 'topic', ${topic}::text)::text)`.execute(tx)
}
