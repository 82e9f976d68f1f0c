import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/**
 * Deletes expired rows: list changes after an hour, stored answers and live events after a day, counters, links, challenges and step-ups
 * when they expire, as the pushes of sessions; sessions after a month.
 */
export async function sweep(db: Database): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
  await db.deleteFrom('live_events').where('at', '<', sql<Date>`now() - interval '24 hours'`).execute()
  await db.deleteFrom('circle_changes').where('at', '<', sql<Date>`now() - interval '1 hour'`).execute()
  await db.deleteFrom('rate_counters').where('window_ends_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('step_ups').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('one_time_links').where('expires_at', '<', sql<Date>`now() - interval '30 days'`).execute()
  await sql`delete from push_subscriptions using sessions where sessions.id = session_id and sessions.expires_at < now()`.execute(db)
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now() - interval '30 days'`).execute()
}
