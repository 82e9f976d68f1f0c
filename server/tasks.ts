import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { sendResetLink } from '#server/features/accounts/password-links.ts'
import { closeVotes } from '#server/features/deciding/close-votes.ts'
import { remindVoters } from '#server/features/deciding/remind-voters.ts'
import { postDistributions } from '#server/features/distributions/post-distributions.ts'
import { sweepFiles } from '#server/features/files/sweep-files.ts'
import { sweepInvitations } from '#server/features/invitations/sweep-invitations.ts'
import { sendDigests } from '#server/features/notices/send-digests.ts'
import { findSilent } from '#server/features/presence/find-silent.ts'
import { matchSavedSearches } from '#server/features/search/match-saved-searches.ts'
import { sendSearchMails } from '#server/features/search/send-search-mails.ts'
import { deleteGiven } from '#server/features/verification/delete-given.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { mailTask } from '#server/mail/send-mail.ts'
import { pushTask } from '#server/push/send-push.ts'
import { matchingTask } from '#server/shared/circles/queue-search-matching.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

/** In demo mode the page can be opened under two host names. */
const pageOrigins = ({ mode, publicUrl }: Settings): string[] =>
  mode === 'demo' ? [publicUrl, publicUrl.replace('//localhost', '//127.0.0.1')] : [publicUrl]

/** Every job, by the name under which it is queued. */
export function buildTasks({ db, keys, mailTransport, pushKeys, files, settings }: Services): TaskList {
  return {
    'send-reset-link': async (payload) => {
      const { email, at } = z.object({ email: z.string(), at: z.iso.datetime({ offset: true }).optional() }).parse(payload)
      // Jobs that an earlier version queued have no time.
      await sendResetLink({ db, publicUrl: settings.publicUrl }, { email, at: at ? new Date(at) : new Date() })
    },
    'send-mail': mailTask({ db, keys, mailTransport, site: settings }),
    'send-push': pushTask(db, { keys: pushKeys, subject: settings.vapidSubject, toAnyHost: settings.pushesToAnyHost }),
    sweep: () => sweep(db),
    'allow-uploads': async () => {
      if (files.kind === 's3') await files.allowUploadsFrom(pageOrigins(settings))
    },
    'sweep-invitations': () => sweepInvitations(db),
    'sweep-files': () => sweepFiles(db, files),
    'delete-verification-documents': () => deleteGiven(db, files),
    'close-votes': () => closeVotes(db, settings),
    'post-distributions': () => postDistributions(db, settings),
    'find-silent': () => findSilent(db, settings),
    'remind-voters': () => remindVoters(db, settings.publicUrl),
    [matchingTask]: (payload) => matchSavedSearches(db, payload),
    'send-search-mails': () => sendSearchMails(db, settings.publicUrl),
    'send-digests': () => sendDigests(db, settings.publicUrl),
  }
}

/**
 * Hourly sweeps run at different minutes; counting and closing votes run every minute. Digests and new matches of saved searches are sent in the morning, or as soon as the
 * server is up again on that day.
 */
export const crontab = [
  '17 * * * * sweep',
  '32 * * * * sweep-invitations',
  '47 * * * * sweep-files',
  '32 * * * * delete-verification-documents',
  '* * * * * close-votes',
  '* * * * * post-distributions',
  '*/5 * * * * remind-voters',
  '*/5 * * * * find-silent',
  '0 7 * * * send-digests ?fill=20h',
  '5 7 * * * send-search-mails ?fill=20h',
].join('\n')
