import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { notify } from '#server/shared/notices/notify.ts'
import type { UserRow } from '#server/shared/people/users.ts'
import { writeDecision } from './decisions.ts'

/** Where confirmed addresses are required, nobody is verified without one. */
export function requireConfirmed(user: UserRow, confirmEmail: 'required' | 'optional'): void {
  if (confirmEmail === 'required' && user.email_confirmed_at === null) throw new Refusal('email_not_confirmed')
}

/**
 * Verifies a person and notifies them; returns false if they were verified already. Every way to verify someone writes the decision here,
 * because it starts the time after which the documents are deleted.
 */
export async function markVerified(tx: Tx, actor: Actor, userId: string, sentence = ''): Promise<boolean> {
  const verified = await tx
    .updateTable('users')
    .set({ is_verified: true, verified_at: sql<Date>`now()`, verified_by: actor.id })
    .where('id', '=', userId)
    .where('is_verified', '=', false)
    .returning('id')
    .execute()
  if (verified.length === 0) return false
  await writeDecision(tx, { userId, kind: 'verified', byId: actor.id, sentence })
  await notify(tx, [userId], { kind: 'verified' })
  return true
}
