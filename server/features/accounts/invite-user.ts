import { Refusal } from '#contract/errors.ts'
import { normalEmail, personProblems } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { createLink } from './one-time-links.store.ts'

type Invitation = { readonly firstName: string; readonly lastName: string; readonly email: string; readonly isBroker: boolean }

/** Creates an account for someone, who sets the password by a mailed link. Brokers start verified and onboarded. */
export async function inviteUser(tx: Tx, actor: Actor, form: Invitation, publicUrl: string): Promise<string> {
  const fields = personProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const id = newId()
  const email = normalEmail(form.email)
  const created = await tx
    .insertInto('users')
    .values({
      id,
      first_name: form.firstName.trim(),
      last_name: form.lastName.trim(),
      email,
      status: 'invited',
      is_broker: form.isBroker,
      is_verified: form.isBroker,
      onboarding_complete: form.isBroker,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (created.numInsertedOrUpdatedRows !== 1n)
    throw new Refusal('email_in_use', { fields: [{ field: 'email', message: 'This e-mail address is in use already.' }] })
  await sendInvitation(tx, publicUrl, { userId: id, email, firstName: form.firstName.trim(), isBroker: form.isBroker })
  await writeAudit(tx, { act: form.isBroker ? 'broker.added' : 'user.invited', by: actor, subject: ['user', id] })
  return id
}

export const welcomeTemplate = ({ isBroker }: { readonly isBroker: boolean }) => (isBroker ? 'broker-welcome' : 'set-password')

type Invited = { readonly userId: string; readonly email: string; readonly firstName: string; readonly isBroker: boolean }

/** Mails the link to set the first password. */
export async function sendInvitation(tx: Tx, publicUrl: string, { userId, email, firstName, isBroker }: Invited): Promise<void> {
  const to = { userId, email }
  const link = await createLink(tx, publicUrl, to, 'set_password')
  await queueMail(tx, welcomeTemplate({ isBroker }), to, { firstName, link })
}
