import { z } from 'zod'
import { refusalCodes } from './errors.ts'

/** The format of every success: the HTTP status, a word, and the data. */
export const reply = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal(200), message: z.string(), data })

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

/** Text that PostgreSQL can store: no NUL, no lone surrogates, at most `max` long. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Invalid input')

export const requiredText = (max: number, message = 'Please fill in this field') => text(max).trim().min(1, message)

export const id = z.string().meta({ description: 'UUIDv7', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] })
export const when = z.string().meta({ format: 'date-time' })

export const place = z.object({
  city: text(120),
  state: text(120).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
})

export const shortPerson = z.object({ _id: id.optional(), firstName: z.string(), lastName: z.string(), email: z.string().optional() })

/** A success without data. */
export const done = reply(z.object({}))
