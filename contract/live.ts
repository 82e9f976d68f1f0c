import { z } from 'zod'
import { mostWatchedCircles } from '#domain/live.ts'
import { inviteText } from './reply.ts'

/**
 * Topics of server-sent events. `members`: the name of someone in the circle or the
 * state of an invitation changed. `self` and `notices` are only for the person: their
 * role and rights, and their notices. `oversight` is for administrators: people, what they
 * gave to be verified, failed mails and crash reports. `money`: calls, payments and the book.
 * `money` and `where_to_pay` are only for members, `offers` also for people who take part in them.
 */
export const liveTopics = [
  'funding',
  'votes',
  'properties',
  'circle',
  'thread',
  'members',
  'self',
  'notices',
  'motions',
  'documents',
  'money',
  'offers',
  'where_to_pay',
  'oversight',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** Pages with lists of circles learn that one changed, but not which. */
export type LiveEventName = LiveTopic | 'list'

/** The data of an event: where something changed. Pages refetch the rest. */
export type LiveChange = { readonly circle: string | null }

/** The first event of every stream. If not resumed, the page may be out of date and refetches everything. */
export type LiveReady = { readonly circles: readonly string[]; readonly isResumed: boolean }

const watchedCircle = z.string().max(100)

/** The page sends its last event id, the circles that it shows without being a member, and whether it shows a list. */
export const liveQuery = z.object({
  after: z.string().max(30).optional(),
  circle: z.union([watchedCircle, z.array(watchedCircle).max(mostWatchedCircles)]).optional(),
  invite: inviteText.optional(),
  list: z.enum(['true', 'false']).optional(),
})
