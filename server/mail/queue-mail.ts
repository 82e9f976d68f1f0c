import { sql } from 'kysely'
import { emailProblem } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { addMailJob } from './mail-job.ts'
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
  const texts = { confirmed: JSON.stringify(props), unconfirmed: JSON.stringify(withoutChosenText(template, props)) }
  const { rows } = await sql`
    with mail as (
      insert into mails (id, user_id, template, to_address, props)
      select ${newId()}::uuid, ${to.userId}::uuid, ${template}, ${to.email}, case when exists (
        select from users where users.id = ${to.userId}::uuid and lower(users.email) = ${to.email.toLowerCase()}
          and users.email_confirmed_at is not null) then ${texts.confirmed}::jsonb else ${texts.unconfirmed}::jsonb end
      where not exists (select from notice_settings
        where notice_settings.user_id = ${to.userId}::uuid and ${unsubscribeKind(template)}::text = any (notice_settings.mails_off))
      returning id
    )
    select ${sql.raw(addMailJob)} from mail`.execute(tx)
  return rows.length > 0
}
