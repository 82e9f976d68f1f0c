import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { sendResetLink } from '#server/features/accounts/password-links.ts'
import { sweepFiles } from '#server/features/files/sweep-files.ts'
import { countMoves } from '#server/features/search/count-moves.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { mailTask } from '#server/mail/send-mail.ts'
import type { Means } from './means.ts'
import type { Settings } from './settings.ts'

/** Where the page may be open: on one's own machine under two names. */
const pageOrigins = ({ mode, publicUrl }: Settings): string[] =>
  mode === 'demo' ? [publicUrl, publicUrl.replace('//localhost', '//127.0.0.1')] : [publicUrl]

/** Every job the server knows, by the name under which it is queued. */
export function buildTasks({ db, limiter, post, files, settings }: Means): TaskList {
  return {
    'send-reset-link': async (payload) => {
      const { email } = z.object({ email: z.string() }).parse(payload)
      await sendResetLink({ db, limiter, publicUrl: settings.publicUrl }, email)
    },
    'send-mail': mailTask({ db, post, site: settings }),
    sweep: () => sweep(db),
    'allow-uploads': async () => {
      if (files.kind === 's3') await files.allowUploadsFrom(pageOrigins(settings))
    },
    'sweep-files': () => sweepFiles(db, files),
    'count-circle-moves': () => countMoves(db),
  }
}

/** Sweeping hourly, at different minutes; counting every minute, before there is much to add up. */
export const crontab = ['17 * * * * sweep', '47 * * * * sweep-files', '* * * * * count-circle-moves'].join('\n')
