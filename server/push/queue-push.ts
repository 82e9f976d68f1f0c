import { type RawBuilder, sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { type MailKind, mailKindValues } from '#domain/mail-kinds.ts'
import { type PushWords, pushWords } from '#domain/pushes.ts'
import { newId } from '#server/db/ids.ts'

/** What the browser's service worker gets (web/worker/worker.js). A push with the tag of an earlier one takes its place. */
type PushMessage = PushWords & { readonly path: string; readonly tag: string }

export type Push = { readonly kind: MailKind; readonly message: PushMessage }

/**
 * Jobs of one queue run one after the other. People choose the hosts that get their pushes, and one that never answers holds a worker until
 * the time is over: with two queues the other workers (server/jobs/worker.ts) stay free for mails and for closing votes.
 */
const queues = 2

/** The pauses between attempts grow, so that these take about as long as a push is of use. */
const attempts = 15

const isPushed = (kind: string | null): kind is MailKind => mailKindValues.some((value) => value === kind)

const textIn = (props: object, name: string): string | null => {
  const value: unknown = Object.entries(props).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : null
}

/** The mail's path, or that of its link: a push opens this site, whatever host the link names. */
function pathOf(props: object): string {
  const link = textIn(props, 'path') ?? textIn(props, 'link')
  const anyHost = 'https://arcstead.invalid'
  if (link === null || !URL.canParse(link, anyHost)) return paths.dashboard
  const { pathname, search } = new URL(link, anyHost)
  return `${pathname}${search}`
}

/** The push that says what a mail of this kind says; null if mails of the kind are not pushed. */
export function pushOfMail(kind: string | null, props: object): Push | null {
  if (!isPushed(kind)) return null
  // Without dashes it is a valid topic, by which the push service replaces a push that was sent twice.
  const tag = newId().replaceAll('-', '')
  return { kind, message: { ...pushWords(kind, textIn(props, 'circleTitle')), path: pathOf(props), tag } }
}

/** SQL: adds one job for each of the person's devices, if they have switched pushes of this kind on. */
export const addPushJobs = ({ kind, message }: Push, userId: string | null, leavesAt: Date | null): RawBuilder<unknown> => sql`
  select 'push', graphile_worker.add_job('send-push',
    json_build_object('device', push_subscriptions.id, 'kind', ${kind}::text, 'push', ${JSON.stringify(message)}::json),
    queue_name := 'push-' || abs(hashtext(user_id::text)::bigint) % ${queues}::int, run_at := ${leavesAt}::timestamptz, max_attempts := ${attempts}, job_key := ${message.tag}::text || ':' || push_subscriptions.id)
  from push_subscriptions join notice_settings using (user_id)
  where user_id = ${userId}::uuid and ${kind}::text = any (notice_settings.push_on)`
