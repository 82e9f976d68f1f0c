import { z } from 'zod'
import { id, reply } from './reply.ts'

const introducedCircle = z.object({
  _id: id,
  title: z.string(),
  city: z.string(),
  totalTargetSize: z.number(),
  sharesTotal: z.number(),
  openArcPrices: z.array(z.number()),
  holdings: z.array(z.number()),
})

/** The circle that visitors are shown as an example; null if none has both held and free arcs. */
export const introduction = z.object({ circle: introducedCircle.nullable() })
export type Introduction = z.infer<typeof introduction>
export const introductionReply = reply(introduction)
