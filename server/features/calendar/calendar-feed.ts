import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { calendarSecret } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'

const hexHash = (secret: string): string => hashOf(secret).toString('hex')

/** Since when the person has their present calendar address; null without one. */
export async function findCalendar(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('calendar_feeds').select('at').where('user_id', '=', userId).executeTakeFirst()
  return row?.at.toISOString() ?? null
}

/** Makes a new secret address; an earlier one ends. Returns since when it is valid, from which the secret is derived. */
export async function makeCalendar(tx: Tx, keys: Keys, actor: Actor): Promise<string> {
  await lockSelf(tx, actor)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp()::timestamptz(3) as now`.execute(tx)
  const at = rows[0]?.now ?? new Date()
  const values = { at, secret_hash: hexHash(calendarSecret(keys, { userId: actor.id, since: at.toISOString() })) }
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id: actor.id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  await writeAudit(tx, { act: 'calendar.made', by: actor, subject: ['user', actor.id] })
  return at.toISOString()
}

/** Whose address this is; undefined for an unknown or revoked one, and for suspended people. */
export async function findCalendarOwner(db: Database, secret: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select('users.id')
    .where('calendar_feeds.secret_hash', '=', hexHash(secret))
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}
