import type { Task } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/connect.ts'
import { scrubSecrets } from '#server/scrub-secrets.ts'
import type { Site } from './letter.ts'
import type { Post } from './post.ts'
import type { MailProps, MailTemplate } from './templates.ts'

type MailMeans = { readonly db: Database; readonly post: Post; readonly site: Site }

const payloadOf = z.object({ mailId: z.string() })

/** The job behind every queued mail. */
export const mailTask =
  (means: MailMeans): Task =>
  (payload, { job }) =>
    sendMail(means, payloadOf.parse(payload).mailId, job.attempts >= job.max_attempts)

/**
 * Sends a queued mail, or keeps it where no SMTP server is configured. It throws when that fails, so that the job is
 * tried again. A try that was killed after the server took the mail sends it once more, under the same Message-ID.
 */
async function sendMail({ db, post, site }: MailMeans, mailId: string, isLastTry: boolean): Promise<void> {
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '=', 'queued').executeTakeFirst()
  if (!mail) return
  const done = { props: null, attempts: mail.attempts + 1, last_error: null, sent_at: sql<Date>`now()` }
  const update = db.updateTable('mails').where('id', '=', mailId)
  try {
    // Loaded with the first mail: the templates take a while, and a process that sends none need not wait for them.
    const { renderMail } = await import('./render-mail.ts')
    const rendered = await renderMail(mail.template as MailTemplate, mail.props as MailProps[MailTemplate], site)
    if (post.kind === 'kept') {
      const { subject, html, text } = rendered
      await update.set({ ...done, status: 'kept', subject, html, body: text }).execute()
      return
    }
    await post.send({ ...rendered, id: mail.id, to: mail.to_address, date: mail.created_at })
  } catch (error) {
    const reason = scrubSecrets(error instanceof Error ? error.message : String(error)).slice(0, 500)
    const status = isLastTry ? 'failed' : 'queued'
    await update.set({ attempts: mail.attempts + 1, last_error: reason, status }).execute()
    throw new Error(`Mail ${mailId} was not sent: ${reason}`)
  }
  await update.set({ ...done, status: 'sent', html: null, body: null }).execute()
}
