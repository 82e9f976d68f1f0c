import { sql } from 'kysely'
import { emailProblem } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { MailProps, MailTemplate } from './templates/mail-props.ts'
import { withoutChosenText } from './without-chosen-text.ts'

type Recipient = { readonly userId: string | null; readonly email: string }

/**
 * Queues a mail in the same transaction as the change it is about: it is sent only if that commits, and retried for days. Returns false if
 * the address is invalid for every mail server.
 */
export async function queueMail<Template extends MailTemplate>(
  tx: Tx,
  template: Template,
  to: Recipient,
  props: MailProps[Template],
): Promise<boolean> {
  if (emailProblem(to.email)) return false
  const id = newId()
  const safeProps = (await isConfirmed(tx, to)) ? props : withoutChosenText(template, props)
  await tx
    .insertInto('mails')
    .values({ id, user_id: to.userId, template, to_address: to.email, props: JSON.stringify(safeProps) })
    .execute()
  await sql`select graphile_worker.add_job('send-mail', json_build_object('mailId', ${id}::text), max_attempts := 25, job_key := ${id})`.execute(
    tx,
  )
  return true
}

/** Whether the recipient has confirmed this address. */
async function isConfirmed(tx: Tx, { userId, email }: Recipient): Promise<boolean> {
  if (userId === null) return false
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return person !== undefined
}
