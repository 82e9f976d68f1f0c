import { z } from 'zod'
import { refusalCodes } from './errors.ts'

/** The format of every failed answer. In a file of its own, because the page reads failures without a schema. */
export const failure = z
  .object({
    status: z.number().int(),
    code: z.enum(refusalCodes).meta({ description: 'What was refused, for programs; the sentences may change.' }),
    message: z.string(),
    error: z.string(),
    fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    requestId: z.string(),
    data: z.object({ shouldRefresh: z.literal(true) }).optional(),
  })
  .meta({ id: 'Failure' })
