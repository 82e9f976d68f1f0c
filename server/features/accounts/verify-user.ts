import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findUser } from '#server/shared/people/users.ts'
import { findLastDecision } from '#server/shared/verification/decisions.ts'
import { markVerified, requireConfirmed } from '#server/shared/verification/mark-verified.ts'
import { queueVerifiedMail } from '#server/shared/verification/verified-mail.ts'

type VerificationChange = {
  readonly userId: string
  readonly verifies: boolean
  readonly mails: boolean
  /** The last decision that the administrator has read; undefined if the caller does not say. */
  readonly lastDecision?: string | null | undefined
}
type Site = { readonly publicUrl: string; readonly confirmEmail: 'required' | 'optional'; readonly keys: Keys }

/** Verifies a person, mails them their state, or both. Verifying is idempotent. */
export async function verifyUser(
  tx: Tx,
  { publicUrl, confirmEmail, keys }: Site,
  actor: Actor,
  { userId, verifies, mails, lastDecision }: VerificationChange,
): Promise<boolean> {
  const user = await findUser(tx, userId)
  if (!user?.email) throw new Refusal('user_not_found')
  if (actor.id === userId && verifies && !user.is_verified) throw new Refusal('own_flags')
  if (verifies && lastDecision !== undefined) await requireUndecided(tx, userId, lastDecision)
  if (verifies) {
    if (!user.is_verified) requireConfirmed(user, confirmEmail)
    await markVerified(tx, actor, userId)
    await writeAudit(tx, { act: 'user.verified', by: actor, subject: ['user', userId] })
  }
  if (mails) {
    const { email, first_name: firstName } = user
    const link = `${publicUrl}${paths.userVerification}`
    if (verifies || user.is_verified) await queueVerifiedMail(tx, { publicUrl, keys }, { ...user, email })
    else await queueMail(tx, 'verification-pending', { userId, email }, { firstName, link })
    await writeAudit(tx, { act: 'user.notified', by: actor, subject: ['user', userId] })
  }
  return mails
}

/** Under a lock of the person's row, so that the second of two administrators is refused. */
async function requireUndecided(tx: Tx, userId: string, lastDecision: string | null): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  if (((await findLastDecision(tx, userId))?.id ?? null) !== lastDecision) throw new Refusal('verification_decided')
}
