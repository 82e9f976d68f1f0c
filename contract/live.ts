import { z } from 'zod'
import { id } from './reply.ts'

/** What open pages hear of, each as a server-sent event of that name. `notices` concern the person alone. */
export const liveTopics = ['funding', 'votes', 'properties', 'circle', 'thread', 'notices'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** What an event carries: where something changed. Pages read the rest again. */
export const liveChange = z.object({ circle: id.nullable() })

/** The first event of every stream. Not resumed: whatever the page shows may be old, so it reads everything again. */
export const liveReady = z.object({ circles: z.array(id), isResumed: z.boolean() })

/** A page names the last event id it saw, and the circles it shows whose member it is not. */
export const liveQuery = z.object({
  after: z.string().max(30).optional(),
  circle: z.union([z.string().max(100), z.array(z.string().max(100)).max(20)]).optional(),
  invite: z.string().max(100).optional(),
})
