import { sql } from 'kysely'
import { undoUntil } from '#domain/verification.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { findWishedPath } from '#server/shared/circles/find-wish.ts'
import { findLastDecision } from './decisions.ts'

type Site = { readonly publicUrl: string; readonly keys: Keys }
type Recipient = { readonly id: string; readonly email: string; readonly first_name: string }

/**
 * Queues the mail "You are verified", with a link to what the person was about to do. It leaves when the time for Undo is over, and takes the
 * place of one that has not left yet.
 */
export async function queueVerifiedMail(tx: Tx, { publicUrl, keys }: Site, user: Recipient, sentence = ''): Promise<void> {
  await cancelVerifiedMail(tx, user.id)
  const link = `${publicUrl}${(await findWishedPath(tx, keys, user.id)) ?? ''}`
  const props = { firstName: user.first_name, link, ...(sentence && { sentence }) }
  const leavesAt = undoUntil(await findLastDecision(tx, user.id))
  await queueMail(tx, 'you-are-verified', { userId: user.id, email: user.email }, props, [], leavesAt)
}

/** Deletes the mail and its job, unless it has left. */
export async function cancelVerifiedMail(tx: Tx, userId: string): Promise<void> {
  await sql`
    with cancelled as (
      delete from mails where user_id = ${userId} and template = 'you-are-verified' and status = 'queued' returning id
    )
    select graphile_worker.remove_job(id::text) from cancelled`.execute(tx)
}
