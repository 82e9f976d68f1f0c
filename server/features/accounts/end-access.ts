import type { Tx } from '#server/db/connect.ts'
import { endUserSessions } from '#server/shared/people/sessions.ts'
import { voidLinks } from '#server/shared/people/void-links.ts'

/**
 * Ends what was begun before a new password: the pending address, every link, step-ups and passkey challenges of all sessions, and all
 * sessions but one. The caller has locked the person. Passkeys and the calendar's address are removed by `removePasskeys` and
 * `revokeCalendar`.
 */
export async function endAccess(tx: Tx, userId: string, exceptSession?: string): Promise<void> {
  await tx.updateTable('users').set({ pending_email: null }).where('id', '=', userId).where('pending_email', 'is not', null).execute()
  await voidLinks(tx, userId)
  const sessions = tx.selectFrom('sessions').select('id').where('user_id', '=', userId)
  await tx.deleteFrom('step_ups').where('session_id', 'in', sessions).execute()
  await tx.deleteFrom('passkey_challenges').where('session_id', 'in', sessions).execute()
  await endUserSessions(tx, userId, 'password', exceptSession)
}
