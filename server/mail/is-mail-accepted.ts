import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import type { MailTemplate } from './mails.ts'

/** How long an answer waits for what the mail server says. */
const patience = 5_000
const pause = 100

type Mail = { readonly userId: string; readonly template: MailTemplate }

/**
 * Whether the newest mail of this kind to a person was accepted by the mail server, or kept where there is none. Waits for its first attempt
 * a few seconds; a mail that has not been attempted by then counts as not accepted. Call it after the commit: mails are sent from then on.
 */
export async function isMailAccepted(db: Database, { userId, template }: Mail): Promise<boolean> {
  const readMail = () =>
    db
      .selectFrom('mails')
      .select(['status', 'attempts'])
      .where('user_id', '=', userId)
      .where('template', '=', template)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const deadline = Date.now() + patience
  for (;;) {
    const mail = await readMail()
    const isDecided = mail?.status !== 'queued' || mail.attempts > 0 || Date.now() > deadline
    if (isDecided) return mail?.status === 'sent' || mail?.status === 'kept'
    await wait(pause)
  }
}
