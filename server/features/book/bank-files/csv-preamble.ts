import { plainAccountNumber } from '#domain/bank-file.ts'
import { type DateOrder, dayOfText } from '#domain/day-text.ts'

/** What stands above the header: `Account number: 0012345678`, `01/01/2027 to 01/31/2027`. */
export type CsvPreamble = { readonly number: string | null; readonly from: string | null; readonly to: string | null }

/** After its label, in the same cell or the next. Cells are joined by tabs, which end a number. */
const number =
  /\b(?:account(?: number| no\.?| #)?|konto(?:nummer)?|iban)\b[\s:#="']*([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?|\d[\d -]{3,33})(?![\d/.])/i
const masked = /[*•]|x{2,}/i
const written = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/g

function periodOf(line: string, order: DateOrder): { readonly from: string; readonly to: string } | null {
  const days = line.match(written)?.map((text) => dayOfText(text, order)) ?? []
  const [from, to] = days
  return days.length === 2 && from && to && from <= to ? { from, to } : null
}

export function readPreamble(rows: readonly (readonly string[])[], order: DateOrder): CsvPreamble {
  const lines = rows.map((cells) => cells.join('\t').slice(0, 500))
  const numbers = lines.flatMap((line) => (masked.test(line) ? [] : (plainAccountNumber(number.exec(line)?.[1] ?? '') ?? [])))
  const periods = lines.flatMap((line) => periodOf(line, order) ?? [])
  const [period] = periods
  return { number: new Set(numbers).size === 1 ? (numbers[0] ?? null) : null, from: period?.from ?? null, to: period?.to ?? null }
}
