import { z } from 'zod'
import { idText, reply } from './reply.ts'
import { day } from './values.ts'

const columns = z.object({
  day: z.number().int().min(0).max(200),
  amount: z.number().int().min(0).max(200).nullable(),
  moneyIn: z.number().int().min(0).max(200).nullable(),
  moneyOut: z.number().int().min(0).max(200).nullable(),
  side: z.number().int().min(0).max(200).nullable(),
  balance: z.number().int().min(0).max(200).nullable(),
  text: z.array(z.number().int().min(0).max(200)).max(20),
  payee: z.number().int().min(0).max(200).nullable(),
  bankId: z.number().int().min(0).max(200).nullable(),
  checkNumber: z.number().int().min(0).max(200).nullable(),
  status: z.number().int().min(0).max(200).nullable(),
  account: z.number().int().min(0).max(200).nullable(),
  currency: z.number().int().min(0).max(200).nullable(),
})
const delimiters = [',', ';', '\t', '|'] as const
const dateOrders = ['ymd', 'mdy', 'dmy'] as const
const signs = ['as_written', 'flipped'] as const

/** The same body for a preview and an import. What is not chosen is as the last import of the account chose it. */
export const bankFileRequest = z.object({
  bankAccountId: idText,
  /** The file’s bytes, in base64. */
  content: z.base64('Please choose a file').min(1, 'Please choose a file'),
  /** Of a file with several accounts, counted from 0. */
  account: z.number().int().min(0).max(100).nullish(),
  choices: z
    .object({
      delimiter: z.enum(delimiters).optional(),
      dateOrder: z.enum(dateOrders).optional(),
      sign: z.enum(signs).optional(),
      columns: columns.partial().optional(),
      from: day.optional(),
      to: day.optional(),
    })
    .nullish(),
})
export type BankFileRequest = z.input<typeof bankFileRequest>

const shownLine = z.object({ day: z.string(), amountCents: z.number(), text: z.string(), payee: z.string().nullable() })

/** What is in the way of an import, in a sentence, with what the page needs to ask a question. */
const bankFileProblem = z.object({
  reason: z.string(),
  words: z.string(),
  /** Lines that the file should show, or may not bring. */
  lines: z.array(shownLine),
  /** A day that can be read in two ways. */
  ambiguousDay: z.object({ text: z.string(), monthFirst: z.string(), dayFirst: z.string() }).nullable(),
  /** The first rows, where it is not clear which column is what. */
  rows: z.array(z.array(z.string())),
})

export const bankFilePreview = z
  .object({
    /** Why it cannot be imported as it is; null if it can. */
    problem: bankFileProblem.nullable(),
    /** The rest is null or empty if the file cannot be read. */
    format: z.enum(['ofx1', 'ofx2', 'camt053', 'csv']).nullable(),
    findings: z
      .object({
        encoding: z.string(),
        delimiter: z.enum(delimiters).nullable(),
        dateOrder: z.enum(dateOrders),
        sign: z.enum(signs),
        /** `assumed`: ask whether money out is a minus. */
        signFrom: z.enum(['format', 'columns', 'balances', 'choice', 'assumed']),
        columns: columns.nullable(),
        header: z.array(z.string()),
      })
      .nullable(),
    /** The accounts of the file: which is read, if there are several, is chosen. */
    accounts: z.array(z.object({ numberEnd: z.string().nullable(), from: z.string(), to: z.string(), lines: z.number() })),
    account: z.number().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    daysAre: z.enum(['stated', 'chosen', 'of_the_lines']).nullable(),
    /** The first five lines, with the day as it is written in the file. */
    sample: z.array(shownLine.extend({ writtenDay: z.string() })),
    lines: z.number(),
    added: z.number(),
    known: z.number(),
    leftOut: z.object({ today: z.number(), pending: z.number(), zero: z.number() }),
    /** The first hundred lines that would be added. */
    addedLines: z.array(shownLine),
    /** The bank’s balance at the end of the day before the file, as known and as the file says. */
    before: z.object({ day: z.string(), knownCents: z.number().nullable(), fileCents: z.number().nullable() }).nullable(),
    closing: z.object({ day: z.string(), amountCents: z.number() }).nullable(),
    /** What would be booked into suspense, because the bank had it before its first day. */
    openingCents: z.number(),
  })
  .meta({ id: 'BankFilePreview' })
export type BankFilePreview = z.infer<typeof bankFilePreview>
export const bankFilePreviewReply = reply(bankFilePreview)

export const bankImportReply = reply(
  z.object({
    added: z.number(),
    known: z.number(),
    leftOut: z.object({ today: z.number(), pending: z.number(), zero: z.number() }),
    /** Booked into suspense. */
    openingCents: z.number(),
    shownFrom: z.string(),
    shownTo: z.string(),
    /** Lines of the account that are not matched. */
    unmatched: z.number(),
  }),
)
