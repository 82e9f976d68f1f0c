import { type RawBuilder, sql } from 'kysely'
import { type Zone, zoneOr } from '#domain/dates.ts'
import type { Permitted } from '#domain/may/person.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { AccessClaims } from './access-token.ts'
import { permissionColumns, permissionsOf } from './permissions.ts'

/** Where a request came from: for the audit log, and because demo accounts only work on the local machine. */
export type Origin = {
  readonly requestId: string
  readonly address: string
  readonly userAgent: string
  readonly isThisMachine?: boolean
}

/** The user who acts. Read from the database on every request, so that changed rights apply at once. */
export type Actor = Permitted & {
  readonly id: string
  readonly sessionId: string
  readonly isBroker: boolean
  /** Verified by an administrator, or an administrator. */
  readonly isVerified: boolean
  /** For texts that the server writes for them; UTC while none is known. */
  readonly zone: Zone
  readonly origin: Origin
}

/** What a route reads in the query of the session, as JSON. */
export type Alongside = RawBuilder<unknown>

export async function findActor(
  db: Database,
  claims: AccessClaims,
  origin: Origin,
  alongside: Alongside = sql`null`,
): Promise<{ readonly actor: Actor; readonly alongside: unknown } | null> {
  if (!isId(claims.sessionId) || !isId(claims.userId)) return null
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...permissionColumns, 'users.is_broker', 'users.verification', 'users.time_zone', alongside.as('alongside')])
    .where('sessions.id', '=', claims.sessionId)
    .where('users.id', '=', claims.userId)
    .where('sessions.ended_at', 'is', null)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .$if(!origin.isThisMachine, (query) => query.where('users.is_demo', '=', false))
    .executeTakeFirst()
  if (!row) return null
  return {
    actor: {
      id: claims.userId,
      sessionId: claims.sessionId,
      permissions: permissionsOf(row),
      isBroker: row.is_broker,
      isVerified: row.verification === 'verified',
      zone: zoneOr(row.time_zone),
      origin,
    },
    alongside: row.alongside,
  }
}
