import { z } from 'zod'
import { id, idText, pageQuery, reply } from './reply.ts'
import { monthText, named } from './values.ts'

export const bankLinesQuery = z.object({
  state: z.enum(['unmatched', 'matched']).optional(),
  bankAccountId: idText.optional(),
  month: monthText.optional(),
  page: pageQuery().page,
})

const suggestion = z.object({
  kind: z.enum(['entry', 'call', 'payout']),
  /** Of an entry: the cash line. */
  entryId: id.nullable(),
  position: z.number().nullable(),
  /** Whose part of a call, or who receives a payout. */
  person: named.nullable(),
  callId: id.nullable(),
  /** Of a payout. */
  distributionId: id.nullable(),
  label: z.string(),
  day: z.string().nullable(),
  amountCents: z.number(),
  /** "Reference ARC-7Q4K-03", "Same amount", "3 days apart". */
  reasons: z.array(z.string()),
  /** What to do instead of taking it, where the reader is not to take it: of the treasurer’s own part. */
  instead: z.string().nullable(),
})

export const bankLine = z
  .object({
    _id: id,
    bankAccountId: id,
    day: z.string(),
    amountCents: z.number(),
    /** The bank’s texts: null for who neither is treasurer nor closes the month. */
    text: z.string().nullable(),
    payee: z.string().nullable(),
    checkNumber: z.string().nullable(),
    matchId: id.nullable(),
    /** What it probably is, the most probable first, of unmatched lines. For the treasurer; for other members only the treasurer’s own part. */
    suggestions: z.array(suggestion),
  })
  .meta({ id: 'BankLine' })
export type BankLine = z.infer<typeof bankLine>

const cashLine = z.object({
  entryId: id,
  position: z.number(),
  number: z.number(),
  bankAccountId: id,
  day: z.string(),
  amountCents: z.number(),
  payee: z.string(),
  words: z.string(),
})
/** Oldest day first. `outstanding`: cash lines of the book that no bank line shows. */
export const bankLinesReply = reply(
  z.object({
    lines: z.array(bankLine),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    outstanding: z.array(cashLine),
    maySeeTexts: z.boolean(),
    mayMatch: z.boolean(),
  }),
)
export type BankLines = z.infer<typeof bankLinesReply>['data']

/** Bank lines and cash lines of one account with equal sums; without bank lines the cash lines sum to 0. */
export const matchRequest = z.object({
  bankLineIds: z.array(idText).max(200),
  cashLines: z
    .array(z.object({ entryId: idText, position: z.number().int().min(1).max(1000) }))
    .min(1, 'Choose what belongs together.')
    .max(200),
})
export const matchReply = reply(z.object({ matchId: id }))
/** The bank line is what this member pays in. Their open parts are filled from the oldest call and the lowest arc. */
export const matchContributionRequest = z.object({ bankLineId: idText, person: idText, callId: idText.nullish() })
