import type { Token } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import { readWish } from '#contract/read-wish.ts'
import { normalEmail } from '#domain/person.ts'
import { type RegistrationForm, registrationProblems } from '#domain/registration.ts'
import { newId } from '#server/db/ids.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { claimInvitation } from '#server/shared/invitations/invitations.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { findUserByEmail } from '#server/shared/people/users.ts'
import { sendConfirmation } from './addresses.ts'
import { mailHolder } from './mail-holder.ts'
import { startSession } from './sessions.store.ts'
import type { Services } from './sign-in.ts'

/**
 * Creates an account. An address in use gets the same answer as any invalid detail, after the same work, and its owner gets a mail: the
 * answer does not reveal who has an account. Who comes by a mailed invitation and registers with the address that it was mailed to has
 * confirmed that address.
 */
export async function register(
  { db, limiter, maker, publicUrl }: Services & { publicUrl: string },
  { redirect, ...form }: RegistrationForm & { readonly redirect?: string | undefined },
  origin: Origin,
): Promise<{ token: Token }> {
  const fields = registrationProblems(form)
  if (fields.length > 0) throw new Refusal('details_refused', { fields })
  await limiter.take(db, 'register_address', origin.address)

  const id = newId()
  const email = normalEmail(form.email)
  const passwordHash = await hashPassword(form.password)
  const token = await db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('users')
      .values({
        id,
        first_name: form.firstName.trim(),
        last_name: form.lastName.trim(),
        email,
        password_hash: passwordHash,
        tos_accepted_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (created.numInsertedOrUpdatedRows !== 1n) {
      const owner = await findUserByEmail(tx, email)
      if (owner) await mailHolder(tx, { limiter, publicUrl }, owner)
      return null
    }
    const session = await startSession(tx, maker, id, origin)
    await writeAudit(tx, { act: 'user.registered', by: { id, origin }, subject: ['user', id] })
    const { circleId, invite } = readWish(redirect) ?? {}
    const isInvited = circleId && invite ? await claimInvitation(tx, circleId, { id, origin }, invite) : false
    if (!isInvited) await sendConfirmation(tx, publicUrl, { userId: id, email })
    return session.token
  })
  if (!token) throw new Refusal('details_refused')
  return { token }
}
