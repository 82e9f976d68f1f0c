import { Refusal } from '#contract/errors.ts'
import { paths, withInvite } from '#contract/paths.ts'
import { looksLikeLink } from '#domain/invitation.ts'
import { fullName } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { inviteToken } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { isWithinLimit, type RateLimiter } from '#server/shared/limits/rate-limits.ts'

export type InvitationServices = { readonly keys: Keys; readonly limiter: RateLimiter; readonly publicUrl: string }

/**
 * One account sends few invitations a day, and one address receives few a week from all accounts together. Both limits answer the same, so
 * that nobody learns whether others invited this address.
 */
export async function takeInvitationLimits(tx: Tx, limiter: RateLimiter, inviterId: string, email: string): Promise<void> {
  const recipient = hashOf(email).toString('base64url')
  const isAllowed =
    (await isWithinLimit(limiter, tx, 'invitation_account', inviterId)) &&
    (await isWithinLimit(limiter, tx, 'invitation_recipient', recipient))
  if (!isAllowed) throw new Refusal('invitation_limit', { retryAfter: 24 * 60 * 60 })
}

type Mailed = {
  readonly id: string
  readonly circleId: string
  readonly inviterId: string
  readonly email: string
  readonly note: string | null
  readonly days: number
  readonly isReminder: boolean
}

export async function mailInvitation(tx: Tx, { keys, publicUrl }: InvitationServices, invitation: Mailed): Promise<void> {
  const { id, circleId, inviterId, email, note, days, isReminder } = invitation
  const inviter = await tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', inviterId).executeTakeFirstOrThrow()
  const { title } = await tx.selectFrom('circles').select('title').where('id', '=', circleId).executeTakeFirstOrThrow()
  const inviterName = fullName({ firstName: inviter.first_name, lastName: inviter.last_name })
  const link = `${publicUrl}${withInvite(paths.circlePublic(circleId), inviteToken(keys, { id }))}`
  // A title that mail programs would show as a link is not repeated to strangers.
  const circleTitle = looksLikeLink(title) ? 'a circle' : title
  await queueMail(tx, 'circle-invitation', { userId: null, email }, { inviterName, circleTitle, note, days, isReminder, link }, [id])
}
