import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/db/notify.ts'
import { wishedPath } from '#server/features/wishes/wishes.lookup.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { findUser } from './users.lookup.ts'

type Wish = {
  readonly userId: string
  readonly verifies: boolean
  readonly mails: boolean
  readonly publicUrl: string
  readonly keys: Keys
}

/** Verifies a person, tells them, or both. Verifying twice changes nothing the second time. */
export async function verifyUser(tx: Tx, actor: Actor, { userId, verifies, mails, publicUrl, keys }: Wish): Promise<boolean> {
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
    // Leads on to what the person wanted to do when they were asked to wait.
    const link = `${publicUrl}${(await wishedPath(tx, keys, userId)) ?? ''}`
    await queueMail(tx, 'you-are-verified', { userId, email: user.email }, { firstName: user.first_name, link })
    await recordAct(tx, { act: 'user.notified', by: actor, subject: ['user', userId] })
  }
  return mails
}
