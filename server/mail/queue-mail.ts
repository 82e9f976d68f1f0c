import { sql } from 'kysely'
import { emailProblem } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { MailProps, MailTemplate } from './templates/mail-props.ts'
import { unsubscribeKind } from './unsubscribe-kind.ts'
import { withoutChosenText } from './without-chosen-text.ts'

type Recipient = { readonly userId: string | null; readonly email: string }

/**
 * Queues a mail in the same transaction as the change it is about: it is sent only if that commits, and retried for days. Returns false if
 * the recipient has switched mails of this kind off, or if the address is invalid for every mail server.
 */
export async function queueMail<Template extends MailTemplate>(
  tx: Tx,
  template: Template,
  to: Recipient,
  props: MailProps[Template],
): Promise<boolean> {
  if (emailProblem(to.email)) return false
  const { isConfirmed, mailsOff } = await readRecipient(tx, to)
  if (mailsOff.some((kind) => kind === unsubscribeKind(template))) return false
  const id = newId()
  const safeProps = isConfirmed ? props : withoutChosenText(template, props)
  await tx
    .insertInto('mails')
    .values({ id, user_id: to.userId, template, to_address: to.email, props: JSON.stringify(safeProps) })
    .execute()
  await sql`select graphile_worker.add_job('send-mail', json_build_object('mailId', ${id}::text), max_attempts := 25, job_key := ${id})`.execute(
    tx,
  )
  return true
}

/** Whether the recipient has confirmed this address, and which kinds of mails they switched off. */
async function readRecipient(tx: Tx, { userId, email }: Recipient): Promise<{ isConfirmed: boolean; mailsOff: readonly string[] }> {
  const person =
    userId === null
      ? undefined
      : await tx
          .selectFrom('users')
          .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
          .select(sql<boolean>`lower(users.email) = lower(${email}) and users.email_confirmed_at is not null`.as('isConfirmed'))
          .select(sql<string[]>`coalesce(notice_settings.mails_off, '{}')`.as('mailsOff'))
          .where('users.id', '=', userId)
          .executeTakeFirst()
  return { isConfirmed: person?.isConfirmed ?? false, mailsOff: person?.mailsOff ?? [] }
}
