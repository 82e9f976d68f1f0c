import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/db/notify.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findUser } from './users.lookup.ts'

type Wish = { readonly userId: string; readonly verifies: boolean; readonly mails: boolean; readonly publicUrl: string }

/** Verifies a person, tells them, or both. Verifying twice changes nothing the second time. */
export async function verifyUser(tx: Tx, actor: Actor, { userId, verifies, mails, publicUrl }: Wish): Promise<boolean> {
  const user = await findUser(tx, userId)
  if (!user?.email) throw new Refusal('user_not_found')
  if (actor.id === userId && verifies && !user.is_verified) throw new Refusal('own_flags')
  if (verifies) {
    const verified = await tx
      .updateTable('users')
      .set({ is_verified: true, verified_at: sql<Date>`now()`, verified_by: actor.id })
      .where('id', '=', userId)
      .where('is_verified', '=', false)
      .returning('id')
      .execute()
    if (verified.length > 0) await notify(tx, [userId], { kind: 'verified' })
    await recordAct(tx, { act: 'user.verified', by: actor, subject: ['user', userId] })
  }
  if (mails) {
    await queueMail(tx, 'you-are-verified', { userId, email: user.email }, { firstName: user.first_name, link: publicUrl })
    await recordAct(tx, { act: 'user.notified', by: actor, subject: ['user', userId] })
  }
  return mails
}
