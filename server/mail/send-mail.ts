import type { Task } from 'graphile-worker'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { zoneOr } from '#domain/dates.ts'
import type { Database } from '#server/db/connect.ts'
import type { Mails } from '#server/db/schema.generated.ts'
import { scrubSecrets } from '#server/scrub-secrets.ts'
import { unsubscribeToken } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { MailTransport } from './mail-transport.ts'
import { type MailProps, type MailTemplate, mails } from './mails.ts'
import type { Site } from './templates/mail.tsx'

type MailServices = { readonly db: Database; readonly keys: Keys; readonly mailTransport: MailTransport; readonly site: Site }

const payloadOf = z.object({ mailId: z.string() })

/** The job of every queued mail. */
export const mailTask =
  (services: MailServices): Task =>
  (payload, { job, abortSignal }) =>
    sendMail(services, payloadOf.parse(payload).mailId, job.attempts >= job.max_attempts, abortSignal)

/**
 * Sends a queued mail, or keeps it if no SMTP server is configured. Throws on failure, so that the job is retried. If killed after the
 * server accepted the mail, it is sent again with the same Message-ID.
 */
async function sendMail(services: MailServices, mailId: string, isLastTry: boolean, stop: AbortSignal): Promise<void> {
  const { db } = services
  const mail = await db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .selectAll('mails')
    .select('users.time_zone')
    .where('mails.id', '=', mailId)
    .where('mails.status', '=', 'queued')
    .executeTakeFirst()
  if (!mail) return
  if (!(await isStillTrue(db, mail))) {
    await db.deleteFrom('mails').where('id', '=', mailId).execute()
    return
  }
  const attempts = mail.attempts + 1
  const update = db.updateTable('mails').where('id', '=', mailId)
  const left = await deliver(services, mail, stop).catch(async (error: unknown) => {
    const reason = scrubSecrets(error instanceof Error ? error.message : String(error)).slice(0, 500)
    await update.set({ attempts, last_error: reason, status: isLastTry ? 'failed' : 'queued' }).execute()
    throw new Error(`Mail ${mailId} was not sent: ${reason}`)
  })
  await update.set({ attempts, ...left, props: null, last_error: null, sent_at: sql<Date>`now()` }).execute()
}

/**
 * A verification may be undone before its mail leaves. The lock waits for an Undo that is about to commit; afterwards its time is over.
 */
async function isStillTrue(db: Database, { template, user_id }: Selectable<Mails>): Promise<boolean> {
  if (template !== 'you-are-verified' || user_id === null) return true
  const user = await db.selectFrom('users').select('is_verified').where('id', '=', user_id).forShare().executeTakeFirst()
  return user?.is_verified === true
}

/** Returns what to store afterwards: the whole content of a kept mail, only the subject of a sent one. */
async function deliver(
  { mailTransport, keys, site }: MailServices,
  mail: Selectable<Mails> & { time_zone: string | null },
  stop: AbortSignal,
) {
  // Imported with the first mail: React Email loads slowly, and not every process sends mail.
  const { renderMail } = await import('./render-mail.ts')
  const template = mail.template as MailTemplate
  const kind = mails[template]?.kind
  const token = kind && mail.user_id && unsubscribeToken(keys, { userId: mail.user_id, kind })
  const unsubscribeLink = token ? `${site.publicUrl}${paths.unsubscribe}?token=${token}` : null
  const { publicUrl, supportEmail } = site
  const context = { publicUrl, supportEmail, unsubscribeLink, zone: zoneOr(mail.time_zone) }
  const rendered = await renderMail(template, mail.props as MailProps[MailTemplate], context)
  const { subject, html, text } = rendered
  if (mailTransport.kind === 'kept') return { status: 'kept', subject, html, body: text }
  await unlessStopped(mailTransport.send({ ...rendered, id: mail.id, to: mail.to_address, date: mail.created_at, unsubscribeLink }), stop)
  return { status: 'sent', subject, html: null, body: null }
}

/** An unresponsive mail server must not delay shutdown. */
async function unlessStopped(sending: Promise<void>, stop: AbortSignal): Promise<void> {
  let giveUp = () => {}
  const stopped = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('the product is stopping'))
    stop.addEventListener('abort', giveUp)
  })
  try {
    await Promise.race([sending, stopped])
  } finally {
    stop.removeEventListener('abort', giveUp)
  }
}
