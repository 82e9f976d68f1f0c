import { sql } from 'kysely'
import { emailProblem } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { addPushJobs, pushOfMail } from '#server/push/queue-push.ts'
import { addMailJob } from './mail-job.ts'
import { type MailProps, type MailTemplate, mails } from './mails.ts'

type Recipient = { readonly userId: string | null; readonly email: string }

/**
 * Queues a mail in the same transaction as the change it is about: it is sent only if that commits, not before `leavesAt`, and retried for
 * days. Returns its id, or null if the recipient has switched mails of this kind off, or if the address is invalid for every mail server. `about`: the
 * ids of whom and what the mail tells besides its recipient (a person, a motion, an invitation), so that it is deleted with them.
 *
 * A mail of a kind is also pushed to the recipient's devices, whether it is mailed or not: each has its own switch.
 */
export async function queueMail<Template extends MailTemplate>(
  tx: Tx,
  template: Template,
  to: Recipient,
  props: MailProps[Template],
  about: readonly string[] = [],
  leavesAt: Date | null = null,
): Promise<string | null> {
  const { kind, neutral } = mails[template]
  const texts = { confirmed: JSON.stringify(props), unconfirmed: JSON.stringify(neutral(props)) }
  const isAddress = !emailProblem(to.email)
  const push = pushOfMail(kind, props)
  const id = newId()
  const { rows } = await sql<{ what: 'mail' | 'push' }>`
    with mail as (
      insert into mails (id, user_id, template, to_address, about, leaves_at, props)
      select ${id}::uuid, ${to.userId}::uuid, ${template}, ${to.email}, ${[...about]}::uuid[], ${leavesAt}::timestamptz, case when exists (
        select from users where users.id = ${to.userId}::uuid and lower(users.email) = ${to.email.toLowerCase()}
          and users.email_confirmed_at is not null) then ${texts.confirmed}::jsonb else ${texts.unconfirmed}::jsonb end
      where ${isAddress}::boolean and not exists (select from notice_settings
        where notice_settings.user_id = ${to.userId}::uuid and ${kind}::text = any (notice_settings.mails_off))
      returning id, leaves_at
    )
    select 'mail' as what, ${sql.raw(addMailJob)} from mail
    ${push ? sql`union all ${addPushJobs(push, to.userId, leavesAt)}` : sql``}`.execute(tx)
  return rows.some(({ what }) => what === 'mail') ? id : null
}
