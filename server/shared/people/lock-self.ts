import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { UserRow } from './users.ts'

/**
 * Locks the row of the person who acts, and refuses if their session has ended since the request came. Every act on how an account is
 * entered begins with this, so that none of them commits after a change of password that it did not see. It is taken before locks on
 * passkeys, links, sessions and step-ups, to avoid deadlocks.
 */
export async function lockSelf(tx: Tx, actor: Actor): Promise<UserRow> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', actor.id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A statement of its own: it sees what was committed while the first one waited.
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!user || !session) throw new Refusal('session_ended')
  return user
}
