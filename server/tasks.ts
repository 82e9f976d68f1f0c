import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { sendResetLink } from '#server/features/accounts/password-links.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { Means } from './means.ts'

/** Every job the server knows, by the name under which it is queued. */
export function buildTasks({ db, limiter, post, settings }: Means): TaskList {
  return {
    'send-reset-link': async (payload) => {
      const { email } = z.object({ email: z.string() }).parse(payload)
      await sendResetLink({ db, limiter, publicUrl: settings.publicUrl }, email)
    },
    'send-mail': async (payload, { job }) => {
      const { mailId } = z.object({ mailId: z.string() }).parse(payload)
      await sendMail({ db, post, site: settings }, mailId, job.attempts >= job.max_attempts)
    },
    sweep: () => sweep(db),
  }
}

/** Hourly, at different minutes. */
export const crontab = '17 * * * * sweep'
