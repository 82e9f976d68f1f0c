import { z } from 'zod'
import { reply, when } from './reply.ts'

/** What the owner's first steps follow from; the words are made by the page. */
const firstSteps = z
  .object({
    invited: z.number(),
    joined: z.number(),
    members: z.number(),
    arcs: z.number(),
    freeArcs: z.number(),
    /** The decision rules in words. */
    rules: z.string(),
    rulesReadAt: when.nullable(),
    rulesChangedAt: when.nullable(),
    properties: z.number(),
    isPrivate: z.boolean(),
    sharedAt: when.nullable(),
    isPutAway: z.boolean(),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.infer<typeof firstSteps>
export const firstStepsReply = reply(firstSteps)

/** What the owner did that no other call says. The first time counts. */
export const firstStepsRequest = z.object({
  rulesRead: z.literal(true).optional(),
  shared: z.literal(true).optional(),
  isPutAway: z.boolean().optional(),
})
