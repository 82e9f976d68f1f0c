import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { endUserSessions } from './sessions.ts'
import { voidLinks } from './void-links.ts'

type Suspended = { readonly id: string; readonly email: string | null; readonly first_name: string }

/**
 * Ends all sessions and links at once and mails the person. They read the reason there and when they sign in; null if none was given. The
 * caller has locked the person.
 */
export async function suspendUser(tx: Tx, { id, email, first_name: firstName }: Suspended, reason: string | null): Promise<void> {
  await tx.updateTable('users').set({ status: 'suspended', suspended_reason: reason }).where('id', '=', id).execute()
  await endUserSessions(tx, id, 'suspended')
  await voidLinks(tx, id)
  if (email) await queueMail(tx, 'account-suspended', { userId: id, email }, { firstName, reason })
}
