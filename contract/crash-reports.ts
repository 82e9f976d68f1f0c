import { z } from 'zod'
import { reply, text } from './reply.ts'

/** Every report of a crashed page is accepted: values of any type become text, without secrets, truncated to these lengths. */
export const crashReportLengths = {
  name: 1_000,
  message: 4_000,
  stack: 20_000,
  cause: 4_000,
  code: 200,
  statusCode: 20,
  componentName: 1_000,
  location: 2_000,
  browser: 1_000,
  userDescription: 4_000,
} as const

const anything = z.unknown().optional()

export const crashReportRequest = z.object({
  id: text(100).default('new').meta({ description: '`new` creates a report; the id of the answer adds to it.' }),
  message: anything,
  error: z.object({ name: anything, message: anything, stack: anything, cause: anything, code: anything, statusCode: anything }).nullish(),
  data: z
    .object({
      componentName: anything,
      location: anything,
      browser: anything,
      user: anything.meta({ description: "The signed-in person's own id; anyone else's is dropped." }),
      userDescription: anything,
    })
    .nullish(),
})
export type CrashReport = z.infer<typeof crashReportRequest>
export const crashReportReply = reply(z.object({ id: z.string() }))
