import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { readsEverything } from '#server/sessions/permissions.ts'
import { isValidFor, isVisibleTo } from '#server/shared/invitations/invitations.ts'

/**
 * In SQL, the rows of `users` whom offers of a circle that are open to others ask, besides its members: who waits for the circle and sees it,
 * or has an invitation that is valid.
 */
export const fromAsked = (circleId: string | RawBuilder<unknown>): RawBuilder<unknown> => {
  const id = sql.ref('users.id')
  return sql`from users join circles on circles.id = ${circleId} and circles.deleted_at is null
    where users.status = 'active' and users.deleted_at is null
      and (exists (select from waiting_list where waiting_list.circle_id = circles.id and waiting_list.user_id = users.id
          and ${isVisibleTo({ id, readsEverything }, 'waiting_list.invite_id')})
        or exists (select from circle_invitations where circle_invitations.circle_id = circles.id and ${isValidFor(id, null)}))
      and not exists (select from memberships where memberships.circle_id = circles.id and memberships.user_id = users.id
        and memberships.ended_at is null)`
}

/** Who is asked and verified, so could say yes: told at the same moment. */
export async function findAsked(tx: Tx, circleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id ${fromAsked(circleId)} and users.verification = 'verified' order by users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether a person is asked, verified or not. */
export async function isAsked(db: Database | Tx, circleId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select ${fromAsked(circleId)} and users.id = ${userId}`.execute(db)
  return rows.length > 0
}
