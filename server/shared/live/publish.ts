import { sql } from 'kysely'
import type { LiveTopic } from '#contract/live.ts'
import type { Tx } from '#server/db/connect.ts'

export const liveChannel = 'arcstead_live'

/** Stored, and sent when, and only if, the transaction commits; every API process hears it. */
async function tell(tx: Tx, circleId: string | null, topic: LiveTopic, personId: string | null): Promise<void> {
  await sql`select tell_live(${circleId}::uuid, ${topic}, ${personId}::uuid)`.execute(tx)
}

/** Pages that show the circle read again. A person whose place in the circle changed is told too, even when no longer in it. */
export const tellCircle = (
  tx: Tx,
  circleId: string,
  topic: Exclude<LiveTopic, 'notices' | 'self'>,
  personId: string | null = null,
): Promise<void> => tell(tx, circleId, topic, personId)

/** The person's own pages read their notices again. */
export const tellPerson = (tx: Tx, personId: string): Promise<void> => tell(tx, null, 'notices', personId)
