import { centsOfText, type DecimalMark, decimalMarkOf, isAmountText } from '#domain/amount-text.ts'
import {
  type BankFileAccount,
  type BankFileChoices,
  type BankFileFindings,
  type BankFileLine,
  type BankFileProblem,
  type CsvColumns,
  plainAccountNumber,
} from '#domain/bank-file.ts'
import { type DateOrder, dateOrderOf, dayOfText, isDayText } from '#domain/day-text.ts'
import type { Cents } from '#domain/money.ts'
import { type BalanceStep, orderSteps } from './csv-balances.ts'
import { type FoundColumns, findColumns } from './csv-columns.ts'
import { type CsvPreamble, readPreamble } from './csv-preamble.ts'
import { type CsvRow, csvRows, findDelimiter } from './csv-rows.ts'
import { chosenDays, daysOfFile } from './file-days.ts'
import { lineText, textOrNull } from './line-text.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

const pendingWords = /\b(pending|processing|scheduled|authori[sz]ed|hold|vorgemerkt|failed|cancell?ed|declined)\b/i
const totalWords = /^\W*(total|sum|summe|opening|closing|beginning|starting|ending|balance|saldo|anfangssaldo|endsaldo)\b/i
const debitWords = new Set(['debit', 'dr', 'd', 'soll', 's', 'withdrawal'])
const creditWords = new Set(['credit', 'cr', 'c', 'haben', 'h', 'deposit'])

const cellOf = (cells: readonly string[], column: number | null): string => (column === null ? '' : (cells[column] ?? ''))

/** The cells of a line that say how much. */
const moneyColumns = ({ amount, moneyIn, moneyOut }: CsvColumns): readonly number[] =>
  [amount, moneyIn, moneyOut].filter((column) => column !== null)

const shownRows = 6

const unclearColumns = (rows: readonly CsvRow[]): BankFileProblem => ({
  reason: 'bank_columns_unclear',
  rows: rows.slice(0, shownRows).map(({ cells }) => cells.slice(0, 20).map((cell) => cell.slice(0, 60))),
})

function columnsOf(rows: readonly CsvRow[], choices: BankFileChoices): FoundColumns {
  const found = findColumns(
    rows.map(({ cells }) => cells),
    choices.columns,
  )
  if (found) return found
  throw new UnreadableBankFile(unclearColumns(rows))
}

type Sorted = { readonly lines: readonly CsvRow[]; readonly pending: readonly CsvRow[] }

/** Which rows are lines: those with a day. Refuses a row with an amount whose day cannot be read, because a line must not get lost. */
function sortRows(rows: readonly CsvRow[], columns: CsvColumns, width: number): Sorted {
  const lines: CsvRow[] = []
  const pending: CsvRow[] = []
  for (const each of rows) {
    const { row, cells } = each
    const day = cellOf(cells, columns.day)
    const hasMoney = moneyColumns(columns).some((column) => cellOf(cells, column) !== '')
    // Some banks write "Pending" for the posting day, or leave it empty beside the day of the purchase.
    const isNotPosted = pendingWords.test(day) || (day === '' && cells.some(isDayText))
    if (pendingWords.test(cellOf(cells, columns.status)) || (hasMoney && isNotPosted)) pending.push(each)
    else if (isDayText(day)) {
      // More cells than the header has: a delimiter within a text has moved the cells after it.
      if (cells.slice(width).some((cell) => cell !== '')) throw new UnreadableBankFile({ reason: 'bank_file_broken', row })
      if (hasMoney || cellOf(cells, columns.balance) !== '') lines.push(each)
      else if (moneyColumns(columns).every((column) => column >= cells.length))
        throw new UnreadableBankFile({ reason: 'bank_file_broken', row })
    } else if (moneyColumns(columns).some((column) => isAmountText(cellOf(cells, column))) && !cells.some((cell) => totalWords.test(cell)))
      throw new UnreadableBankFile({ reason: 'bank_day_unreadable', row, text: day })
  }
  return { lines, pending }
}

const hasTwoDecimals = (text: string): boolean => /[.,]\d\d\D*$/.test(text)

/**
 * Refuses a file that ends within a line: no line break follows, and the line has fewer cells than others, or ends in an amount without cents
 * where others have them ("-20" was "-200.10").
 */
function requireWholeEnd(text: string, lines: readonly CsvRow[], columns: CsvColumns, width: number): void {
  const last = lines.reduce<CsvRow | null>((latest, each) => (latest && latest.row > each.row ? latest : each), null)
  if (!last || /[\r\n]$/.test(text)) return
  const others = lines.filter((each) => each !== last).map(({ cells }) => cells)
  const end = last.cells.length - 1
  const isShort = end + 1 < Math.max(Number.isFinite(width) ? width : 0, ...others.slice(0, 100).map((cells) => cells.length))
  const isMoney = [...moneyColumns(columns), columns.balance].includes(end)
  const haveCents = others.every((cells) => cellOf(cells, end) === '' || hasTwoDecimals(cellOf(cells, end)))
  if (isShort || (isMoney && haveCents && !hasTwoDecimals(cellOf(last.cells, end))))
    throw new UnreadableBankFile({ reason: 'bank_file_broken', row: last.row })
}

function orderOf(lines: readonly CsvRow[], columns: CsvColumns, chosen: DateOrder | undefined): DateOrder {
  const texts = lines.map(({ cells }) => cellOf(cells, columns.day))
  const order = dateOrderOf(texts)
  if (typeof order === 'string') return order
  if ('unreadable' in order) {
    const [row, text] = [lines[order.unreadable]?.row ?? 1, texts[order.unreadable] ?? '']
    throw new UnreadableBankFile({ reason: 'bank_day_unreadable', row, text })
  }
  if (chosen === 'mdy' || chosen === 'dmy') return chosen
  throw new UnreadableBankFile({ reason: 'bank_date_order_unclear', ...order })
}

function markOf(lines: readonly CsvRow[], columns: CsvColumns): DecimalMark {
  const money = [...moneyColumns(columns), ...(columns.balance === null ? [] : [columns.balance])]
  const mark = decimalMarkOf(lines.flatMap(({ cells }) => money.map((column) => cellOf(cells, column))))
  if (mark === null) throw new UnreadableBankFile({ reason: 'bank_decimal_mark_unclear' })
  return mark
}

/** Null for an empty cell, such as the debit of a deposit. */
function centsAt({ row, cells }: CsvRow, column: number | null, mark: DecimalMark): Cents | null {
  const text = cellOf(cells, column)
  if (text === '') return null
  const cents = centsOfText(text, mark)
  if (cents === null) throw new UnreadableBankFile({ reason: 'bank_amount_unreadable', row, text })
  return cents
}

type Amounts = { readonly cents: readonly Cents[]; readonly areSigned: boolean }

/** Amounts with plus for money in, as far as the columns tell: two columns, or a column that says debit or credit. */
function amountsOf(lines: readonly CsvRow[], columns: CsvColumns, mark: DecimalMark): Amounts {
  if (columns.amount !== null) {
    const cents = lines.map((line) => centsAt(line, columns.amount, mark) ?? 0)
    const sides = lines.map(({ cells }) => cellOf(cells, columns.side).toLowerCase())
    const areSides = columns.side !== null && sides.every((side) => debitWords.has(side) || creditWords.has(side))
    if (!areSides || cents.some((each) => each < 0)) return { cents, areSigned: false }
    return { cents: cents.map((each, index) => (debitWords.has(sides[index] ?? '') ? -each || 0 : each)), areSigned: true }
  }
  const outs = lines.map((line) => centsAt(line, columns.moneyOut, mark) ?? 0)
  // Some banks write a minus before every debit. Else a minus is a debit taken back.
  const areNegative = outs.every((out) => out <= 0)
  const cents = lines.map((line, index) => {
    const [moneyIn, out] = [centsAt(line, columns.moneyIn, mark) ?? 0, outs[index] ?? 0]
    if (moneyIn !== 0 && out !== 0)
      throw new UnreadableBankFile({ reason: 'bank_amount_unreadable', row: line.row, text: cellOf(line.cells, columns.moneyOut) })
    return moneyIn + (areNegative ? out : -out || 0)
  })
  return { cents, areSigned: columns.moneyIn !== null && columns.moneyOut !== null }
}

/** A row that counts in the order of balances; a row with a balance and no amount is no line. */
type Step = BalanceStep & { readonly line: CsvRow; readonly isLine: boolean }

type Reading = {
  readonly columns: CsvColumns
  /** Or a person chose them. Without, two columns of amounts may be anything. */
  readonly areColumnsNamed: boolean
  readonly order: DateOrder
  readonly mark: DecimalMark
  readonly choices: BankFileChoices
}
type ReadAccount = { readonly account: BankFileAccount | null; readonly sign: Pick<BankFileFindings, 'sign' | 'signFrom'> }

function lineOf({ cells }: CsvRow, day: string, amountCents: Cents, columns: CsvColumns): BankFileLine {
  return {
    day,
    amountCents,
    text: lineText(...columns.text.map((column) => cellOf(cells, column))),
    payee: textOrNull(cellOf(cells, columns.payee)),
    bankId: cellOf(cells, columns.bankId) || null,
    checkNumber: cellOf(cells, columns.checkNumber) || null,
    writtenDay: cellOf(cells, columns.day),
  }
}

function currencyOf(lines: readonly CsvRow[], columns: CsvColumns): string | null {
  const currencies = new Set(lines.map(({ cells }) => cellOf(cells, columns.currency).toUpperCase()).filter(Boolean))
  if (currencies.size > 1) throw new UnreadableBankFile({ reason: 'bank_currencies_mixed', currencies: [...currencies] })
  return [...currencies][0] ?? null
}

function readAccount(rows: Sorted, number: string | null, preamble: CsvPreamble, reading: Reading): ReadAccount {
  const { columns, order, mark, choices } = reading
  const amounts = amountsOf(rows.lines, columns, mark)
  const steps = rows.lines.map((line, index): Step => {
    const day = dayOfText(cellOf(line.cells, columns.day), order) ?? ''
    const isLine = moneyColumns(columns).some((column) => cellOf(line.cells, column) !== '')
    return { row: line.row, day, amountCents: amounts.cents[index] ?? 0, balanceCents: centsAt(line, columns.balance, mark), line, isLine }
  })
  const ordered = orderSteps(steps, choices.sign ?? 'as_written')
  if (ordered.broken)
    throw new UnreadableBankFile(
      reading.areColumnsNamed ? { reason: 'bank_file_does_not_add_up', ...ordered.broken } : unclearColumns(rows.lines),
    )
  const signFrom = ordered.isTold ? 'balances' : amounts.areSigned ? 'columns' : choices.sign !== undefined ? 'choice' : 'assumed'
  const { sign } = ordered
  const all = ordered.steps.filter(({ isLine }) => isLine)
  const moved = all.filter(({ amountCents }) => amountCents !== 0)
  const days = daysOfFile(ordered.steps, preamble) ?? chosenDays(choices)
  const account = days && {
    number,
    currency: currencyOf(rows.lines, columns),
    ...days,
    opening: ordered.opening === null ? null : { day: days.from, amountCents: ordered.opening },
    closing: ordered.closing === null ? null : { day: days.to, amountCents: ordered.closing },
    lines: moved.map(({ day, amountCents, line }) => lineOf(line, day, sign === 'flipped' ? -amountCents : amountCents, columns)),
    leftOut: { pending: rows.pending.length, zero: all.length - moved.length },
  }
  return { account, sign: { sign, signFrom } }
}

/** A file may hold several accounts, told apart by a column. */
function byAccount({ lines, pending }: Sorted, columns: CsvColumns): ReadonlyMap<string, Sorted> {
  const accounts = new Map<string, { lines: CsvRow[]; pending: CsvRow[] }>()
  const of = ({ cells }: CsvRow) => {
    const name = cellOf(cells, columns.account)
    const account = accounts.get(name) ?? { lines: [], pending: [] }
    accounts.set(name, account)
    return account
  }
  for (const line of lines) of(line).lines.push(line)
  for (const line of pending) of(line).pending.push(line)
  return accounts.size > 0 ? accounts : new Map([['', { lines, pending }]])
}

type CsvReading = { readonly accounts: readonly BankFileAccount[]; readonly findings: Omit<BankFileFindings, 'encoding'> }

/** Accounts of a CSV file, with what was found out about its columns, dates and signs. */
export function readCsv(text: string, choices: BankFileChoices): CsvReading {
  const delimiter = findDelimiter(text, choices.delimiter)
  if (delimiter === null) throw new UnreadableBankFile({ reason: 'bank_file_unknown', looksLike: null })
  const rows = csvRows(text, delimiter)
  const { columns, header, first } = columnsOf(rows, choices)
  const width = header.length || Number.POSITIVE_INFINITY
  const sorted = sortRows(rows.slice(first), columns, width)
  requireWholeEnd(text, sorted.lines, columns, width)
  const order = orderOf(sorted.lines, columns, choices.dateOrder)
  const preamble = readPreamble(
    rows.slice(0, Math.max(0, first - 1)).map(({ cells }) => cells),
    order,
  )
  const areColumnsNamed = header.length > 0 || choices.columns !== undefined
  const reading = { columns, areColumnsNamed, order, mark: markOf(sorted.lines, columns), choices }
  const read = [...byAccount(sorted, columns)].map(([name, own]) =>
    readAccount(own, columns.account === null ? preamble.number : plainAccountNumber(name), preamble, reading),
  )
  const accounts = read.flatMap(({ account }) => account ?? [])
  if (accounts.length === 0) throw new UnreadableBankFile({ reason: 'bank_file_no_lines' })
  const sign = read.find(({ sign }) => sign.signFrom !== 'assumed')?.sign ?? { sign: 'as_written', signFrom: 'assumed' }
  return { accounts, findings: { delimiter, dateOrder: order, ...sign, columns, header } }
}
