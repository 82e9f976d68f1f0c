import { sql } from 'kysely'
import type { LiveTopic } from '#contract/live.ts'
import type { Tx } from './connect.ts'

export const liveChannel = 'arcstead_live'

/**
 * Something changed: written down, and told when, and only if, the transaction commits; every API process hears it.
 *
 * `from` is where a page goes on after this event. Whatever was not finished when this statement began has a transaction
 * id from there on; whatever was finished has been told before, since PostgreSQL tells in the order of the commits.
 */
async function tell(tx: Tx, circleId: string | null, topic: LiveTopic, personId: string | null): Promise<void> {
  await sql`
    with told as (
      insert into live_events (circle_id, topic, user_id) values (${circleId}, ${topic}, ${personId}) returning id, circle_id, topic, user_id
    )
    select pg_notify(${liveChannel}, json_build_object('id', id, 'from', pg_snapshot_xmin(pg_current_snapshot())::text,
      'circle', circle_id, 'topic', topic, 'person', user_id)::text) from told`.execute(tx)
}

/** Pages that show the circle read again. A person whose place in the circle changed is told too, even when no longer in it. */
export const tellCircle = (tx: Tx, circleId: string, topic: Exclude<LiveTopic, 'notices'>, personId: string | null = null): Promise<void> =>
  tell(tx, circleId, topic, personId)

/** The person's own pages read their notices again. */
export const tellPerson = (tx: Tx, personId: string): Promise<void> => tell(tx, null, 'notices', personId)
