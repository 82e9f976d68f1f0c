import { z } from 'zod'
import { brokerWaitKinds } from '#domain/broker-desk.ts'
import { circle } from './circles.ts'
import { reply, when } from './reply.ts'

/** Something that waits for the broker. `path` is the page's path that opens it, `since` when it began to wait, `dueAt` until when it can be done. */
const brokerWait = z
  .object({
    kind: z.enum(brokerWaitKinds),
    name: z.string(),
    path: z.string(),
    count: z.number(),
    since: when,
    dueAt: when.nullable(),
  })
  .meta({ id: 'BrokerWait' })

/** A broker's circles, newest first, each with what waits in it. */
export const deskReply = reply(z.array(z.object({ circle, waits: z.array(brokerWait) })))
export type DeskEntry = z.infer<typeof deskReply>['data'][number]
