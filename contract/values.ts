import { z } from 'zod'
import { mostCents } from '#domain/motion-kinds.ts'
import { id } from './reply.ts'

export const day = z.iso.date('Please give a day')
export const monthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please give a month')
export const someCents = z
  .number('Please give an amount')
  .int('Please give whole cents')
  .min(1, 'Please give an amount above zero')
  .max(mostCents, 'This amount is too large')
export const zeroOrMore = z
  .number('Please give an amount')
  .int('Please give whole cents')
  .min(0, 'Please give an amount')
  .max(mostCents, 'This amount is too large')
/** For sums that may be negative. */
export const signedCents = z.number('Please give an amount').int('Please give whole cents').min(-mostCents).max(mostCents)
/** Someone or something as other pages name it. */
export const named = z.object({ _id: id, name: z.string() })
