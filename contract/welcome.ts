import { z } from 'zod'
import { reply, when } from './reply.ts'

/** What I hold in a circle and what comes next, for the first visit after joining. */
const welcome = z
  .object({
    arcs: z.number(),
    amount: z.number(),
    target: z.number().nullable(),
    freeArcs: z.number(),
    tookLast: z.boolean(),
    properties: z.number(),
    /** Votes on properties and motions that have not closed, and how many of my arcs count in each. */
    openVotes: z.array(z.object({ name: z.string(), closesAt: when.nullable(), counted: z.number() })),
    /** Null until I have seen it. */
    welcomedAt: when.nullable(),
  })
  .meta({ id: 'Welcome' })
export type Welcome = z.infer<typeof welcome>
export const welcomeReply = reply(welcome)
