import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { sendResetLink } from '#server/features/accounts/password-links.ts'
import { sweep } from '#server/jobs/sweep.ts'
import type { Means } from './means.ts'

/** Every job the server knows, by the name under which it is queued. */
export function buildTasks({ db, limiter, settings }: Means): TaskList {
  return {
    'send-reset-link': async (payload) => {
      const { email } = z.object({ email: z.string() }).parse(payload)
      await sendResetLink({ db, limiter, publicUrl: settings.publicUrl }, email)
    },
    sweep: () => sweep(db),
  }
}

/** Hourly, at different minutes. */
export const crontab = '17 * * * * sweep'
