import { z } from 'zod'
import { reply, text } from './reply.ts'

const short = text(1_000).nullish()

export const crashReportRequest = z.object({
  id: text(100).default('new'),
  message: text(2_000).nullish(),
  error: z
    .object({
      name: short,
      message: text(4_000).nullish(),
      stack: text(20_000).nullish(),
      cause: text(4_000).nullish(),
      code: z.union([text(200), z.number()]).nullish(),
      statusCode: z.number().nullish(),
    })
    .optional(),
  data: z
    .object({
      componentName: short,
      location: text(2_000).nullish(),
      browser: short,
      user: z.union([text(100), z.object({ _id: text(100) })]).nullish(),
      userDescription: text(4_000).nullish(),
    })
    .optional(),
})
export const crashReportReply = reply(z.object({ id: z.string() }))
export const echoReply = reply(z.object({ sent: z.json().optional(), time: z.string(), version: z.string() }))
