import { formatCalendarDay } from './dates.ts'
import type { AmbiguousDay, DateOrder } from './day-text.ts'
import { mostMegabytes, uploadLimits } from './files.ts'
import { isolate } from './isolate.ts'
import { type Cents, formatCents, formatCount } from './money.ts'

/** What a bank's file says, whatever its format. Plus is money in. Days are the bank's own (`YYYY-MM-DD`), without zones. */
export type BankFileFormat = 'ofx1' | 'ofx2' | 'camt053' | 'csv'

/** The bank's balance at the end of a day; of an opening balance, at the beginning of it. */
export type BankBalance = { readonly day: string; readonly amountCents: Cents }

export type BankFileLine = {
  readonly day: string
  readonly amountCents: Cents
  /** Everything that the bank says about the line but the payee, in one text. */
  readonly text: string
  readonly payee: string | null
  /** Stored, never compared: banks repeat and change them. */
  readonly bankId: string | null
  readonly checkNumber: string | null
  /** The day as it stands in the file, for the preview. */
  readonly writtenDay: string
}

export type BankFileAccount = {
  /** Null where the file doesn't tell, or hides some of its digits. Compared by its hash only, after `plainAccountNumber`. */
  readonly number: string | null
  readonly currency: string | null
  /** The days that the file shows, both included. */
  readonly from: string
  readonly to: string
  /** Who says so: the file, a person, or only its first and last line. */
  readonly daysAre: 'stated' | 'chosen' | 'of_the_lines'
  /** Before the first line, at the beginning of `from`. Where a file has it, opening + lines = closing. */
  readonly opening: BankBalance | null
  /** At the end of its day. OFX gives a balance of any day, even after `to`. */
  readonly closing: BankBalance | null
  /** From old to new. */
  readonly lines: readonly BankFileLine[]
  /** What is no booked line: pending ones, and ones without an amount. */
  readonly leftOut: { readonly pending: number; readonly zero: number }
}

export type Delimiter = ',' | ';' | '\t' | '|'
/** `flipped`: in this file minus is money in. */
export type AmountSign = 'as_written' | 'flipped'

/** Which column of a CSV file, counted from 0, says what. */
export type CsvColumns = {
  readonly day: number
  /** Either one column of amounts, or money in and money out. */
  readonly amount: number | null
  readonly moneyIn: number | null
  readonly moneyOut: number | null
  /** Says "debit" or "credit" where amounts have no sign. */
  readonly side: number | null
  readonly balance: number | null
  readonly text: readonly number[]
  readonly payee: number | null
  readonly bankId: number | null
  readonly checkNumber: number | null
  readonly status: number | null
  readonly account: number | null
  readonly currency: number | null
}

/** What a person may say about a file. What the file itself makes clear is not overruled. */
export type BankFileChoices = {
  readonly delimiter?: Delimiter
  readonly dateOrder?: DateOrder
  readonly sign?: AmountSign
  readonly columns?: Partial<CsvColumns>
  /** The first and last day that the bank was asked for. */
  readonly from?: string
  readonly to?: string
}

/** What was found out about a file, for the preview. All but the encoding is about CSV. */
export type BankFileFindings = {
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252'
  readonly delimiter: Delimiter | null
  readonly dateOrder: DateOrder
  readonly sign: AmountSign
  /** `assumed` where nothing tells it: ask, "is money out a minus?" */
  readonly signFrom: 'format' | 'columns' | 'balances' | 'choice' | 'assumed'
  readonly columns: CsvColumns | null
  /** Words of the header by column; empty where the file has none. */
  readonly header: readonly string[]
}

export type BankFile = {
  readonly format: BankFileFormat
  readonly accounts: readonly BankFileAccount[]
  readonly findings: BankFileFindings
}

export const bankFileLimits = { bytes: uploadLimits.bytes, lines: 20_000 } as const

/** What a file that is no bank file begins like. */
export type OtherFile = 'a PDF' | 'a spreadsheet' | 'an archive' | 'a picture' | 'a web page' | 'a QIF file' | 'an MT940 file'

/** Why a file cannot be read. `row` is a line of the file, or an entry of a statement, counted from 1. */
export type BankFileProblem =
  | { readonly reason: 'file_too_large' }
  | { readonly reason: 'bank_file_empty' }
  | { readonly reason: 'bank_file_not_text' }
  | { readonly reason: 'bank_file_unknown'; readonly looksLike: OtherFile | null }
  | { readonly reason: 'bank_file_no_statement'; readonly found: 'camt.052' | 'camt.054' }
  | { readonly reason: 'bank_file_unsafe' }
  | { readonly reason: 'bank_file_broken'; readonly row: number | null }
  | { readonly reason: 'bank_file_too_many_lines' }
  | { readonly reason: 'bank_file_no_account' }
  | { readonly reason: 'bank_file_no_lines' }
  | { readonly reason: 'bank_columns_unclear'; readonly rows: readonly (readonly string[])[] }
  | ({ readonly reason: 'bank_date_order_unclear' } & AmbiguousDay)
  | { readonly reason: 'bank_day_unreadable'; readonly row: number; readonly text: string }
  | { readonly reason: 'bank_amount_unreadable'; readonly row: number; readonly text: string }
  | { readonly reason: 'bank_decimal_mark_unclear' }
  | { readonly reason: 'bank_currencies_mixed'; readonly currencies: readonly string[] }
  | { readonly reason: 'bank_line_corrected'; readonly row: number }
  /** A line is missing, or was changed, before this one; or all lines together don't lead from one balance to the other. */
  | { readonly reason: 'bank_file_does_not_add_up'; readonly row: number | null; readonly differenceCents: Cents }

export type BankFileReading = { readonly ok: true; readonly value: BankFile } | ({ readonly ok: false } & BankFileProblem)

const quoteLength = 40
const quote = (text: string): string => `“${isolate(text.length > quoteLength ? `${text.slice(0, quoteLength)}…` : text)}”`
const again = 'Please download it from the bank again.'

/** The problem in a sentence that a person can act on. */
export function bankFileProblemWords(problem: BankFileProblem): string {
  switch (problem.reason) {
    case 'file_too_large':
      return `Files may be at most ${mostMegabytes} MB. Please ask the bank for fewer days.`
    case 'bank_file_empty':
      return 'This file is empty.'
    case 'bank_file_not_text':
      return 'This file is not text. Please ask the bank for CSV, OFX or camt.053.'
    case 'bank_file_unknown':
      return problem.looksLike
        ? `This is not a bank file we can read: it begins like ${problem.looksLike}. Please ask the bank for CSV, OFX or camt.053.`
        : 'This is not a bank file we can read. Please ask the bank for CSV, OFX or camt.053.'
    case 'bank_file_no_statement':
      return `This is a ${problem.found} file, which is no statement of booked lines. Please ask the bank for camt.053.`
    case 'bank_file_unsafe':
      return 'This file contains definitions or nesting that no bank writes, so it was not read.'
    case 'bank_file_broken':
      return problem.row === null
        ? `This file is cut off or damaged. ${again}`
        : `This file is cut off or damaged at line ${problem.row}. ${again}`
    case 'bank_file_too_many_lines':
      return `A bank file may have at most ${formatCount(bankFileLimits.lines)} lines. Please ask the bank for fewer days.`
    case 'bank_file_no_account':
      return 'There is no statement of a bank account in this file.'
    case 'bank_file_no_lines':
      return 'There are no lines with a day and an amount in this file. If nothing happened, say which days it is for.'
    case 'bank_columns_unclear':
      return 'It is not clear which columns are the day, the amount and the text. Please choose them.'
    case 'bank_date_order_unclear':
      return `${quote(problem.text)} can be ${formatCalendarDay(problem.monthFirst, 'short')} or ${formatCalendarDay(problem.dayFirst, 'short')}. Please choose.`
    case 'bank_day_unreadable':
      return `Line ${problem.row} has no day that can be read: ${quote(problem.text)}.`
    case 'bank_amount_unreadable':
      return `Line ${problem.row} has no amount that can be read: ${quote(problem.text)}.`
    case 'bank_decimal_mark_unclear':
      return `Some amounts have cents after a point, others after a comma. ${again}`
    case 'bank_currencies_mixed':
      return `This file mixes currencies: ${problem.currencies.map((each) => isolate(each)).join(', ')}.`
    case 'bank_line_corrected':
      return `Line ${problem.row} corrects an earlier one. Please ask the bank for CSV or camt.053.`
    case 'bank_file_does_not_add_up':
      return problem.row === null
        ? `The lines of this file don’t lead from its opening to its closing balance: ${formatCents(problem.differenceCents)} differ. ${again}`
        : `The balance in line ${problem.row} does not follow from the line before: ${formatCents(problem.differenceCents)} differ. A line is missing or was changed. ${again}`
  }
}

/** An account number without what banks write differently: spaces, hyphens, small letters, zeros in front. Null if digits are hidden. */
export function plainAccountNumber(written: string): string | null {
  const plain = written
    .replace(/^[="']+|["']+$/g, '')
    .replace(/[\s.\-/]/g, '')
    .toUpperCase()
  return /^[A-Z0-9]*\d[A-Z0-9]*$/.test(plain) && plain.length >= shortestNumber && !/X{2}/.test(plain)
    ? plain.replace(/^0+(?=.)/, '')
    : null
}
/** Fewer digits than this are the visible end of a hidden number. */
const shortestNumber = 5
