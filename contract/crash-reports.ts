import { z } from 'zod'
import { reply, text } from './reply.ts'

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
