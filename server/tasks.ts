import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { sendResetLink } from '#server/features/accounts/password-links.ts'
import { closeVotes } from '#server/features/deciding/close-votes.ts'
import { remindVoters } from '#server/features/deciding/remind-voters.ts'
import { sweepFiles } from '#server/features/files/sweep-files.ts'
import { sweepInvitations } from '#server/features/invitations/sweep-invitations.ts'
import { remindMotionVoters } from '#server/features/motions/remind-motion-voters.ts'
import { sendDigests } from '#server/features/notices/send-digests.ts'
import { foldMapCounts } from '#server/features/search/fold-map-counts.ts'
import { deleteGiven } from '#server/features/verification/delete-given.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { mailTask } from '#server/mail/send-mail.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

/** In demo mode the page can be opened under two host names. */
const pageOrigins = ({ mode, publicUrl }: Settings): string[] =>
  mode === 'demo' ? [publicUrl, publicUrl.replace('//localhost', '//127.0.0.1')] : [publicUrl]

/** Every job, by the name under which it is queued. */
export function buildTasks({ db, keys, mailTransport, files, settings }: Services): TaskList {
  return {
    'send-reset-link': async (payload) => {
      const { email } = z.object({ email: z.string() }).parse(payload)
      await sendResetLink({ db, publicUrl: settings.publicUrl }, email)
    },
    'send-mail': mailTask({ db, keys, mailTransport, site: settings }),
    sweep: () => sweep(db),
    'allow-uploads': async () => {
      if (files.kind === 's3') await files.allowUploadsFrom(pageOrigins(settings))
    },
    'sweep-invitations': () => sweepInvitations(db),
    'sweep-files': () => sweepFiles(db, files),
    'delete-verification-documents': () => deleteGiven(db, files),
    'count-circle-moves': () => foldMapCounts(db),
    'close-votes': () => closeVotes(db, settings),
    'remind-voters': async () => {
      await remindVoters(db, settings.publicUrl)
      await remindMotionVoters(db, settings.publicUrl)
    },
    'send-digests': () => sendDigests(db, settings.publicUrl),
  }
}

/**
 * Hourly sweeps run at different minutes; counting and closing votes run every minute. Digests are sent in the morning, or as soon as the
 * server is up again on that day.
 */
export const crontab = [
  '17 * * * * sweep',
  '32 * * * * sweep-invitations',
  '47 * * * * sweep-files',
  '32 * * * * delete-verification-documents',
  '* * * * * count-circle-moves',
  '* * * * * close-votes',
  '*/5 * * * * remind-voters',
  '0 7 * * * send-digests ?fill=20h',
].join('\n')
