import { z } from 'zod'
import { bookAccounts, moneyHolders } from '#domain/book-accounts.ts'
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
export const signedCents = z.number('Please give an amount').int('Please give whole cents').min(-mostCents).max(mostCents)
export const named = z.object({ _id: id, name: z.string() })

export const bookAccountKeys = Object.keys(bookAccounts) as [keyof typeof bookAccounts, ...(keyof typeof bookAccounts)[]]
export const holderKeys = moneyHolders.map(({ value }) => value) as [
  (typeof moneyHolders)[number]['value'],
  ...(typeof moneyHolders)[number]['value'][],
]
export const bankPurposes = ['operating', 'deposits'] as const
export const monthStates = ['open', 'agrees', 'closed'] as const
/** By what a payment was allowed; `none`: the bank shows it, and nobody had permitted it. */
export const permissionKinds = ['motion', 'owed', 'deposit', 'loan', 'emergency', 'bank_fee', 'none'] as const
