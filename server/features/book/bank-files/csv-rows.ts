import { parse } from 'csv-parse/sync'
import { isAmountText } from '#domain/amount-text.ts'
import { bankFileLimits, type Delimiter } from '#domain/bank-file.ts'
import { isDayText } from '#domain/day-text.ts'
import { isHeader } from './csv-columns.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** One line of a CSV file; `row` is its number in the file. Cells are trimmed. */
export type CsvRow = { readonly row: number; readonly cells: readonly string[] }

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']
/** A quote that is never closed would make one cell of the whole file. */
const longestRow = 20_000
/** Lines before the header and after the last line. */
const mostOtherRows = 200
const mostRows = bankFileLimits.lines + mostOtherRows
/** Banks write about ten columns. */
const mostCells = 200
const sampleLength = 64 * 1024

/** Rows of a text; `UnreadableBankFile` where quotes don't fit. */
export function csvRows(text: string, delimiter: Delimiter): readonly CsvRow[] {
  const rows: CsvRow[] = []
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: longestRow,
      to: mostRows + 1,
      on_record: (record: string[], { lines }) => {
        // At once, because each cell of a long file takes time.
        if (record.length > mostCells) throw new UnreadableBankFile({ reason: 'bank_file_broken', row: lines })
        rows.push({ row: lines, cells: record.map((cell) => cell.trim()) })
        return null
      },
    })
  } catch (error) {
    if (error instanceof UnreadableBankFile) throw error
    const row = typeof error === 'object' && error !== null && 'lines' in error && typeof error.lines === 'number' ? error.lines : null
    throw new UnreadableBankFile({ reason: 'bank_file_broken', row })
  }
  if (rows.length > mostRows) throw new UnreadableBankFile({ reason: 'bank_file_too_many_lines' })
  return rows
}

/** Cells of some rows. Where quotes don't fit, without regard to them: what is wrong is said when the whole file is read. */
function sampleCells(sample: string, delimiter: Delimiter): readonly (readonly string[])[] {
  try {
    return csvRows(sample, delimiter).map(({ cells }) => cells)
  } catch {
    return sample.split(/[\r\n]+/).map((line) => line.split(delimiter).map((cell) => cell.trim()))
  }
}

/** How many rows have a day and an amount if this is the delimiter. A header alone counts less than any row. */
function score(sample: string, delimiter: Delimiter): number {
  const rows = sampleCells(sample, delimiter)
  const isLine = (cells: readonly string[]): boolean => {
    const day = cells.findIndex(isDayText)
    return day >= 0 && cells.some((cell, index) => index !== day && isAmountText(cell))
  }
  return rows.filter(isLine).length + (rows.some(isHeader) ? 0.5 : 0)
}

/** The delimiter that makes lines of a file; null if none does. */
export function findDelimiter(text: string, chosen: Delimiter | undefined): Delimiter | null {
  const sample = text.length > sampleLength ? text.slice(0, text.lastIndexOf('\n', sampleLength) + 1 || sampleLength) : text
  if (chosen !== undefined && score(sample, chosen) > 0) return chosen
  let best: { readonly delimiter: Delimiter | null; readonly score: number } = { delimiter: null, score: 0 }
  for (const delimiter of delimiters) {
    const found = score(sample, delimiter)
    if (found > best.score) best = { delimiter, score: found }
  }
  return best.delimiter
}
