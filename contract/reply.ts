import { z } from 'zod'
import { longestPlaceName } from '#domain/distance.ts'
import { fillIn, tooLong } from '#domain/form.ts'
import { farthestPage, largestPageSize } from '#domain/pages.ts'

/** The format of every success: the HTTP status, a word, and the data. */
export const reply = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal(200), message: z.string(), data })

/** Text that PostgreSQL can store: no NUL, no lone surrogates, at most `max` long. */
export const text = (max: number) =>
  z
    .string()
    .max(max, tooLong(max))
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Invalid input')

export const requiredText = (max: number, message = fillIn) => text(max).trim().min(1, message)

export const id = z.string().meta({ description: 'UUIDv7', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] })
export const when = z.string().meta({ format: 'date-time' })
/** An id in a request; an unknown one is refused as not found. */
export const idText = text(100)
/** The `updatedAt` that the client has read; a write is refused if it has changed since. */
export const version = text(40).optional()
/** The number of the version that a voter has read. */
export const readVersion = z.number('Please send the version as a number').int().min(1).max(2_147_483_647).optional()
/** A path of the page, with its parameters. */
export const pathText = text(2_000)
export const fileKeyText = text(300)
export const inviteText = z.string().max(100)

/** A page of a list, counted from 1, and its size. */
export const pageQuery = (largest: number = largestPageSize) => ({
  page: z.coerce.number().int().min(1).max(farthestPage).optional(),
  pageSize: z.coerce.number().int().min(1).max(largest).optional(),
})

export const place = z.object({
  city: text(longestPlaceName),
  state: text(longestPlaceName).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
})

export const shortPerson = z.object({ _id: id.optional(), firstName: z.string(), lastName: z.string(), email: z.string().optional() })

/** A success without data. */
export const done = reply(z.object({}))
