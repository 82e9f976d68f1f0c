import { z } from 'zod'
import { bankLine } from './bank-lines.ts'
import { bookEntrySummary } from './book.ts'
import { monthStates } from './book-values.ts'
import { id, idText, reply, requiredText, when } from './reply.ts'
import { named, signedCents } from './values.ts'

const monthLine = z.object({
  entryId: id.nullable(),
  number: z.number().nullable(),
  day: z.string(),
  amountCents: z.number(),
  payee: z.string(),
  days: z.number(),
  /** Older than 60 days. */
  isOld: z.boolean(),
})

export const bookMonth = z
  .object({
    month: z.string(),
    state: z.enum(monthStates),
    lastDay: z.string(),
    accounts: z.array(
      z.object({
        _id: id,
        name: z.string(),
        /** Null for who is to type the balance of the bank’s own statement first. */
        bookCents: z.number().nullable(),
        outstanding: z.array(monthLine),
        outstandingCents: z.number(),
        /** What the bank has to have: book less outstanding. */
        expectedCents: z.number().nullable(),
        bankCents: z.number().nullable(),
        /** What keeps it from closing, in sentences. */
        reasons: z.array(z.object({ reason: z.string(), words: z.string() })),
        /** Of a closed month: the balance that was typed. */
        typedCents: z.number().nullable(),
      }),
    ),
    inCents: z.number(),
    outCents: z.number(),
    missingReceipts: z.array(bookEntrySummary),
    /** What waits in suspense at the end of the month. */
    suspense: z.object({ amountCents: z.number(), entries: z.array(bookEntrySummary) }),
    /** For the treasurer and who may confirm: the bank’s lines of the month with their texts. */
    bankLines: z.array(bankLine.omit({ suggestions: true })),
    /** Who may confirm it: members who had no part in it. */
    confirmers: z.array(named),
    /** Whether our figures are hidden until the reader has typed the bank’s. */
    isHidden: z.boolean(),
    mayConfirm: z.boolean(),
    maySendBack: z.boolean(),
    /** Why the reader may not confirm it. */
    confirmRefusal: z.string().nullable(),
    /** The last time it was sent back, newest first. */
    sentBack: z.array(z.object({ by: named, words: z.string(), at: when })),
    closed: z.object({ by: named, at: when }).nullable(),
    /** Who closed it before a motion opened it again, oldest first. */
    reopened: z.array(z.object({ by: named, at: when, reopenedAt: when, motionId: id })),
  })
  .meta({ id: 'BookMonth' })
export type BookMonth = z.infer<typeof bookMonth>
export const bookMonthReply = reply(bookMonth)

/** The balance of each bank account at the end of the month, as the bank’s own statement says. */
export const confirmMonthRequest = z.object({
  balances: z
    .array(z.object({ bankAccountId: idText, typedCents: signedCents }))
    .min(1, 'Please type the balances')
    .max(50),
})
export const sendBackRequest = z.object({ words: requiredText(500, 'Please say what is not right') })
