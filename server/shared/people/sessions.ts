import type { Session } from '#contract/accounts.ts'
import type { Database, Tx } from '#server/db/connect.ts'

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
