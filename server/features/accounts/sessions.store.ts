import { type RawBuilder, sql } from 'kysely'
import type { Token } from '#contract/accounts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { signAccessToken } from '#server/sessions/access-token.ts'
import type { Origin } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { hashOf, refreshToken } from '#server/sessions/refresh-token.ts'
import { endSessions, type SessionEnd, selectSessions } from '#server/shared/people/sessions.ts'

const sessionDays = 30
const graceSeconds = 30

export type TokenMaker = { readonly keys: Keys; readonly accessTokenSeconds: number }

export async function tokensFor(maker: TokenMaker, session: { id: string; userId: string; generation: number }): Promise<Token> {
  return {
    accessToken: await signAccessToken(maker.keys, { userId: session.userId, sessionId: session.id }, maker.accessTokenSeconds),
    refreshToken: refreshToken(maker.keys, { sessionId: session.id, generation: session.generation }),
    tokenType: 'Bearer',
  }
}

/** A session that exists once `insert` has run. `found` is the person's id as the statement finds it. */
export async function newSession(tx: Tx | Database, maker: TokenMaker, userId: string, origin: Origin, found?: RawBuilder<string>) {
  const id = newId()
  const token = await tokensFor(maker, { id, userId, generation: 0 })
  const insert = tx.insertInto('sessions').values({
    id,
    user_id: found ?? userId,
    refresh_hash: hashOf(token.refreshToken),
    expires_at: sql<Date>`now() + make_interval(days => ${sessionDays})`,
    user_agent: origin.userAgent,
    address: origin.address,
  })
  return { id, token, insert }
}

export async function startSession(tx: Tx, maker: TokenMaker, userId: string, origin: Origin): Promise<{ id: string; token: Token }> {
  const { id, token, insert } = await newSession(tx, maker, userId, origin)
  await insert.execute()
  return { id, token }
}

/** Locks the session's row: refresh, logout and theft detection run one after the other. */
export async function lockSession(tx: Tx, id: string) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.user_id as userId',
      'sessions.generation',
      'sessions.refresh_hash as refreshHash',
      sql<boolean>`sessions.ended_at is null and sessions.expires_at > now()`.as('isLive'),
      sql<boolean>`sessions.rotated_at > now() - make_interval(secs => ${graceSeconds})`.as('isInGrace'),
      sql<boolean>`users.status = 'active' and users.deleted_at is null`.as('mayBeHere'),
    ])
    .where('sessions.id', '=', id)
    .forUpdate('sessions')
    .executeTakeFirst()
}

export async function rotateSession(tx: Tx, id: string, generation: number, token: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      generation,
      refresh_hash: hashOf(token),
      rotated_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(days => ${sessionDays})`,
    })
    .where('id', '=', id)
    .execute()
}

export const endSession = async (tx: Tx | Database, id: string, userId: string, reason: SessionEnd): Promise<boolean> =>
  (await endSessions(tx, userId, reason, sql`id = ${id}`)) === 1

/** Whether the session was this user's. Not if it ended other than by logout: a lost or stolen device is no longer trusted. */
export const isDeviceOf = (sessionId: string | null, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sessionId === null
    ? sql`false`
    : sql`exists (select from sessions where sessions.id = ${sessionId} and sessions.user_id = ${userId}
        and (sessions.ended_at is null or sessions.end_reason = 'logout'))`

export async function readLiveSessions(db: Database, userId: string) {
  return selectSessions(db, userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('rotated_at', 'desc')
    .execute()
}
