import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { voidLinks } from './one-time-links.store.ts'
import { endUserSessions } from './sessions.store.ts'

/** Ends all sessions and links at once and mails the person. */
export async function suspendUser(
  tx: Tx,
  { id, email, first_name: firstName }: { readonly id: string; readonly email: string | null; readonly first_name: string },
): Promise<void> {
  await tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
  await endUserSessions(tx, id, 'suspended')
  await voidLinks(tx, id)
  if (email) await queueMail(tx, 'account-suspended', { userId: id, email }, { firstName })
}
