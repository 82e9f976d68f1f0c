import type { Task } from 'graphile-worker'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import type { Database } from '#server/db/connect.ts'
import type { Mails } from '#server/db/schema.generated.ts'
import { scrubSecrets } from '#server/scrub-secrets.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { unsubscribeToken } from '#server/sessions/unsubscribe-token.ts'
import type { MailTransport } from './mail-transport.ts'
import type { Site } from './templates/mail-content.ts'
import type { MailProps, MailTemplate } from './templates/mail-props.ts'
import { unsubscribeKind } from './unsubscribe-kind.ts'

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
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '=', 'queued').executeTakeFirst()
  if (!mail) return
  const attempts = mail.attempts + 1
  const update = db.updateTable('mails').where('id', '=', mailId)
  const left = await deliver(services, mail, stop).catch(async (error: unknown) => {
    const reason = scrubSecrets(error instanceof Error ? error.message : String(error)).slice(0, 500)
    await update.set({ attempts, last_error: reason, status: isLastTry ? 'failed' : 'queued' }).execute()
    throw new Error(`Mail ${mailId} was not sent: ${reason}`)
  })
  await update.set({ attempts, ...left, props: null, last_error: null, sent_at: sql<Date>`now()` }).execute()
}

/** Returns what to store afterwards: the whole content of a kept mail, only the subject of a sent one. */
async function deliver({ mailTransport, keys, site }: MailServices, mail: Selectable<Mails>, stop: AbortSignal) {
  // Imported with the first mail: the templates load slowly, and not every process sends mail.
  const { renderMail } = await import('./render-mail.ts')
  const template = mail.template as MailTemplate
  const kind = unsubscribeKind(template)
  const token = kind && mail.user_id && unsubscribeToken(keys, { userId: mail.user_id, kind })
  const unsubscribeLink = token ? `${site.publicUrl}${paths.unsubscribe}?token=${token}` : null
  const { publicUrl, supportEmail } = site
  const rendered = await renderMail(template, mail.props as MailProps[MailTemplate], { publicUrl, supportEmail, unsubscribeLink })
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
