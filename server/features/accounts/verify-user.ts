import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findWishedPath } from '#server/shared/circles/find-wish.ts'
import { findUser } from '#server/shared/people/users.ts'
import { markVerified, requireConfirmed } from '#server/shared/verification/mark-verified.ts'

type VerificationChange = { readonly userId: string; readonly verifies: boolean; readonly mails: boolean }
type Site = { readonly publicUrl: string; readonly confirmEmail: 'required' | 'optional'; readonly keys: Keys }

/** Verifies a person, mails them their state, or both. Verifying is idempotent. */
export async function verifyUser(
  tx: Tx,
  { publicUrl, confirmEmail, keys }: Site,
  actor: Actor,
  { userId, verifies, mails }: VerificationChange,
): Promise<boolean> {
  const user = await findUser(tx, userId)
  if (!user?.email) throw new Refusal('user_not_found')
  if (actor.id === userId && verifies && !user.is_verified) throw new Refusal('own_flags')
  if (verifies) {
    if (!user.is_verified) requireConfirmed(user, confirmEmail)
    await markVerified(tx, actor, userId)
    await writeAudit(tx, { act: 'user.verified', by: actor, subject: ['user', userId] })
  }
  if (mails) {
    const to = { userId, email: user.email }
    const firstName = user.first_name
    if (verifies || user.is_verified) {
      // Links to the page that the person wanted to open before they had to wait.
      const link = `${publicUrl}${(await findWishedPath(tx, keys, userId)) ?? ''}`
      await queueMail(tx, 'you-are-verified', to, { firstName, link })
    } else await queueMail(tx, 'verification-pending', to, { firstName, link: `${publicUrl}${paths.userVerification}` })
    await writeAudit(tx, { act: 'user.notified', by: actor, subject: ['user', userId] })
  }
  return mails
}
