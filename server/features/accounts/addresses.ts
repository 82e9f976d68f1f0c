import { sql } from 'kysely'
import { Refusal, refusals } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { emailProblem, normalEmail } from '#domain/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor, Origin } from '#server/sessions/actor.ts'
import { markEmailConfirmed } from '#server/shared/addresses/mark-email-confirmed.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { endUserSessions } from '#server/shared/people/sessions.ts'
import { stepUpOrPassword } from '#server/shared/people/step-up.ts'
import { findUser, findUserByEmail } from '#server/shared/people/users.ts'
import { voidLinks } from '#server/shared/people/void-links.ts'
import { mailHolder } from './mail-holder.ts'
import { createLink, type LinkForm, redeemLink, selectLink } from './one-time-links.store.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly supportEmail: string }

const inUse = () => new Refusal('email_in_use', { fields: [{ field: 'email', message: refusals.email_in_use.error }] })

const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && (error as { constraint?: unknown }).constraint === 'users_email_key'

/** Mails a confirmation link to this address. */
export async function sendConfirmation(tx: Tx, publicUrl: string, to: { readonly userId: string; readonly email: string }): Promise<void> {
  await queueMail(tx, 'confirm-email', to, { link: await createLink(tx, publicUrl, to, 'confirm_email') })
}

/** Changes the address and voids every earlier link. A unique index decides if two people claim one address. */
export async function changeAddress(tx: Tx, userId: string, email: string, how: 'confirmed' | 'unconfirmed'): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, pending_email: null, email_confirmed_at: how === 'confirmed' ? sql<Date>`now()` : null })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      throw isTaken(error) ? inUse() : error
    })
  await voidLinks(tx, userId)
}

/** Confirms the address that a link was sent to; a pending address becomes the current one. */
export async function confirmEmail({ db, limiter, supportEmail }: Services, form: LinkForm, origin: Origin): Promise<void> {
  await limiter.take(db, 'one_time_link_address', origin.address)
  if (!(await selectLink(db, 'confirm_email', form).executeTakeFirst())) throw new Refusal('link_dead')
  await db.transaction().execute(async (tx) => {
    const link = await redeemLink(tx, 'confirm_email', form)
    const user = await findUser(tx, form.id)
    if (!link || !user?.email) throw new Refusal('link_dead')
    const by = { id: user.id, origin }
    if (link.email === user.email) {
      await markEmailConfirmed(tx, by)
    } else {
      const props = { firstName: user.first_name, by: 'person' as const, supportEmail }
      await queueMail(tx, 'email-changed', { userId: user.id, email: user.email }, props)
      await changeAddress(tx, user.id, link.email, 'confirmed')
      const person = { userId: user.id, before: { email: user.email }, after: { email: link.email } }
      await writeAudit(tx, { act: 'email.changed', by, subject: ['user', user.id], fields: ['email'], person })
    }
    await publishNoticeChange(tx, user.id)
  })
}

/**
 * Mails a link to a pending address. If it belongs to someone else, they get a mail instead: the person who entered it does not learn who
 * has an account.
 */
async function mailPendingAddress(tx: Tx, { limiter, publicUrl }: Services, userId: string, email: string): Promise<void> {
  const holder = await findUserByEmail(tx, email)
  if (holder) await mailHolder(tx, { limiter, publicUrl }, holder)
  else await sendConfirmation(tx, publicUrl, { userId, email })
}

/** Sends another link to the unconfirmed address, if there is one. */
export async function requestConfirmation(services: Services, actor: Actor): Promise<void> {
  const { db, limiter, publicUrl } = services
  await limiter.take(db, 'confirmation_account', actor.id)
  await db.transaction().execute(async (tx) => {
    const { email, pending_email: pending, email_confirmed_at: confirmedAt } = await lockSelf(tx, actor)
    if (pending) await mailPendingAddress(tx, services, actor.id, pending)
    else if (email && !confirmedAt) await sendConfirmation(tx, publicUrl, { userId: actor.id, email })
  })
}

/**
 * Stores a pending address, which is not reserved: until it is confirmed it may belong to someone else. The current address stays valid, and gets a mail, until the new one is confirmed. Entering the current address
 * cancels the change.
 */
export async function changeEmail(
  services: Services,
  actor: Actor,
  form: { currentPassword?: string | undefined; email: string },
): Promise<void> {
  const { db, limiter, publicUrl } = services
  const problem = emailProblem(form.email)
  if (problem) throw new Refusal('invalid', { fields: [{ field: 'email', message: problem }] })
  await limiter.take(db, 'change_email_address', actor.origin.address)
  const redeem = await stepUpOrPassword(services, actor, 'change_email', form.currentPassword)
  await limiter.take(db, 'change_email_account', actor.id)
  const email = normalEmail(form.email)
  await db.transaction().execute(async (tx) => {
    const user = await lockSelf(tx, actor)
    await redeem(tx, user)
    const pending = email === normalEmail(user.email ?? '') ? null : email
    await tx.updateTable('users').set({ pending_email: pending }).where('id', '=', actor.id).execute()
    await endUserSessions(tx, actor.id, 'email', actor.sessionId)
    const person = { userId: actor.id, before: { pendingEmail: user.pending_email }, after: { pendingEmail: pending } }
    await writeAudit(tx, { act: 'email.change_requested', by: actor, subject: ['user', actor.id], fields: ['pendingEmail'], person })
    if (!pending) return
    await mailPendingAddress(tx, services, actor.id, pending)
    const props = { firstName: user.first_name, resetLink: `${publicUrl}${paths.requestReset}` }
    if (user.email) await queueMail(tx, 'email-change-requested', { userId: actor.id, email: user.email }, props)
  })
}
