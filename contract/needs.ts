import { z } from 'zod'
import { needKinds } from '#domain/needs.ts'
import { queueStates } from '#domain/verification.ts'
import { id, reply, when } from './reply.ts'

const circle = z.object({ _id: id, title: z.string() })

/** Something that waits for the person; without a circle if it is an administrator's. `path` is the page's path that opens it, `dueAt` the moment until which it can be done. */
const need = z
  .object({
    kind: z.enum(needKinds),
    circle: circle.nullable(),
    name: z.string().nullable(),
    path: z.string(),
    dueAt: when.nullable(),
    count: z.number(),
    facts: z
      .object({
        since: when.nullable(),
        state: z.enum(queueStates),
        tries: z.number(),
        kinds: z.number(),
        people: z.number(),
      })
      .partial()
      .optional(),
  })
  .meta({ id: 'Need' })

/** Soonest first. `next` is the next closing on which the person has voted. */
export const needsReply = reply(
  z.object({ items: z.array(need), next: z.object({ circle, name: z.string(), path: z.string(), closesAt: when }).nullable() }),
)
export type Needs = z.infer<typeof needsReply>['data']
