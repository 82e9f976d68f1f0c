import { sql } from 'kysely'
import { type MailKind, mailKindValues } from '#domain/mail-kinds.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type PushKinds = Readonly<Record<MailKind, boolean>>

export const pushKinds = (on: readonly string[]): PushKinds =>
  Object.fromEntries(mailKindValues.map((kind) => [kind, on.includes(kind)])) as Record<MailKind, boolean>

/** Which kinds a person has switched on; none at first. */
export async function readPushKinds(db: Database | Tx, userId: string): Promise<PushKinds> {
  const row = await db.selectFrom('notice_settings').select('push_on').where('user_id', '=', userId).executeTakeFirst()
  return pushKinds(row?.push_on ?? [])
}

/** The browsers that get a person's pushes, newest first. */
export const selectPushDevices = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.session_id', 'push_subscriptions.created_at', 'sessions.user_agent'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .orderBy('push_subscriptions.created_at', 'desc')
