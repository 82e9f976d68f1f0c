import { type RawBuilder, sql } from 'kysely'
import type { Session } from '#contract/accounts.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type SessionEnd = 'logout' | 'theft' | 'password' | 'email' | 'suspended' | 'deleted' | 'ended_by_user' | 'ended_by_admin'

/** All sessions of a person, also ended ones. */
export const selectSessions = (db: Database | Tx, userId: string) =>
  db.selectFrom('sessions').select(['id', 'user_agent', 'address', 'created_at', 'rotated_at']).where('user_id', '=', userId)

type Row = Awaited<ReturnType<ReturnType<typeof selectSessions>['execute']>>[number]

export const toSession = (row: Row, currentId: string): Session => ({
  _id: row.id,
  isCurrent: row.id === currentId,
  userAgent: row.user_agent,
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.rotated_at.toISOString(),
})

/** Ends these sessions of a person, and with them the pushes to their browsers; returns how many there were. */
export async function endSessions(tx: Tx | Database, userId: string, reason: SessionEnd, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      update sessions set ended_at = now(), end_reason = ${reason}
      where user_id = ${userId} and ended_at is null and ${which} returning id
    ), silenced as (delete from push_subscriptions where session_id in (select id from ended))
    select count(*) as count from ended`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

export const endUserSessions = (tx: Tx, userId: string, reason: SessionEnd, exceptId?: string): Promise<number> =>
  endSessions(tx, userId, reason, sql`id is distinct from ${exceptId ?? null}::uuid`)
