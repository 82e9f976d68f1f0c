import { z } from 'zod'
import { id } from './reply.ts'

/**
 * What changes, each told as a server-sent event of that name. `members`: how someone in the circle is called.
 * `self` and `notices` concern the person alone: what they are and may do, and what they are told.
 */
export const liveTopics = ['funding', 'votes', 'properties', 'circle', 'thread', 'members', 'self', 'notices'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** Pages that show lists of circles are told, without saying which, that one of them changed. */
export type LiveEventName = LiveTopic | 'list'

/** What an event carries: where something changed. Pages read the rest again. */
export const liveChange = z.object({ circle: id.nullable() })

/** The first event of every stream. Not resumed: whatever the page shows may be old, so it reads everything again. */
export const liveReady = z.object({ circles: z.array(id), isResumed: z.boolean() })

/** A page names the last event id it saw, the circles it shows whose member it is not, and whether it shows a list of circles. */
export const liveQuery = z.object({
  after: z.string().max(30).optional(),
  circle: z.union([z.string().max(100), z.array(z.string().max(100)).max(20)]).optional(),
  invite: z.string().max(100).optional(),
  list: z.enum(['true', 'false']).optional(),
})
