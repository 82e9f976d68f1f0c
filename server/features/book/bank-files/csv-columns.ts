import { isAmountText } from '#domain/amount-text.ts'
import type { BankFileChoices, CsvColumns } from '#domain/bank-file.ts'
import { isDayText } from '#domain/day-text.ts'

type Role = Exclude<keyof CsvColumns, 'text'>

/** Words of headers; of several columns the one whose word comes first. The posting day comes before the day on which someone paid. */
const words: Readonly<Record<Role | 'text', readonly string[]>> = {
  day: [
    'posting date',
    'post date',
    'posted date',
    'date posted',
    'posted',
    'booking date',
    'buchungstag',
    'buchungsdatum',
    'buchung',
    'date',
    'datum',
    'transaction date',
    'trans date',
    'effective date',
    'value date',
    'valuta',
    'valutadatum',
    'wertstellung',
  ],
  amount: ['amount', 'transaction amount', 'amount usd', 'amount eur', 'net amount', 'betrag', 'umsatz', 'montant', 'importe', 'bedrag'],
  moneyIn: [
    'credit',
    'credits',
    'credit amount',
    'amount credit',
    'deposit',
    'deposits',
    'money in',
    'paid in',
    'in',
    'haben',
    'gutschrift',
  ],
  moneyOut: [
    'debit',
    'debits',
    'debit amount',
    'amount debit',
    'withdrawal',
    'withdrawals',
    'money out',
    'paid out',
    'out',
    'soll',
    'belastung',
  ],
  side: ['debit/credit', 'credit/debit', 'dr/cr', 'cr/dr', 'soll/haben', 'transaction type', 'type', 'details'],
  balance: ['balance', 'running balance', 'running bal', 'ledger balance', 'balance after', 'ending balance', 'saldo', 'kontostand'],
  payee: ['payee', 'name', 'counterparty', 'beneficiary', 'auftraggeber/empfänger', 'beguenstigter/zahlungspflichtiger', 'empfänger'],
  bankId: ['transaction id', 'fitid', 'reference number', 'transaction number', 'transaction reference', 'bank reference', 'id'],
  checkNumber: ['check number', 'check no', 'check #', 'check', 'check or slip #', 'cheque number', 'serial number'],
  status: ['status', 'posting status', 'transaction status', 'state'],
  account: ['account number', 'account no', 'account', 'auftragskonto', 'iban auftragskonto'],
  currency: ['currency', 'currency code', 'ccy', 'währung', 'waehrung'],
  text: [
    'description',
    'transaction description',
    'original description',
    'memo',
    'details',
    'narrative',
    'particulars',
    'verwendungszweck',
    'buchungstext',
    'transaction',
    'reference',
    'note',
    'notes',
    'text',
    'type',
    'transaction type',
  ],
}

/** "Amount (USD)" is "amount", "Running Bal." is "running bal". */
const plain = (cell: string): string =>
  cell
    .slice(0, 60)
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replaceAll('_', ' ')
    .replace(/[.:*]+(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function columnOf(header: readonly string[], role: Role): number | null {
  for (const word of words[role]) {
    const index = header.indexOf(word)
    if (index >= 0) return index
  }
  return null
}

/** A row that names a day and an amount, and has neither. */
export function isHeader(cells: readonly string[]): boolean {
  const header = cells.map(plain)
  const has = (role: Role): boolean => columnOf(header, role) !== null
  return has('day') && (has('amount') || has('moneyIn') || has('moneyOut')) && !cells.some(isDayText)
}

const nothing = {
  amount: null,
  moneyIn: null,
  moneyOut: null,
  side: null,
  balance: null,
  text: [],
  payee: null,
  bankId: null,
  checkNumber: null,
  status: null,
  account: null,
  currency: null,
} as const

function columnsOfHeader(cells: readonly string[]): CsvColumns | null {
  const header = cells.map(plain)
  const find = (role: Role): number | null => columnOf(header, role)
  const [day, amount] = [find('day'), find('amount')]
  if (day === null) return null
  const [moneyIn, moneyOut] = amount === null ? [find('moneyIn'), find('moneyOut')] : [null, null]
  const payee = find('payee')
  const text = header.flatMap((word, index) => (words.text.includes(word) ? [index] : []))
  const rest = { side: find('side'), balance: find('balance'), bankId: find('bankId'), checkNumber: find('checkNumber') }
  return {
    day,
    amount,
    moneyIn,
    moneyOut,
    ...rest,
    text,
    payee,
    status: find('status'),
    account: find('account'),
    currency: find('currency'),
  }
}

const sampleRows = 200
const hasCents = (cell: string): boolean => /[.,]\d\d\D*$/.test(cell) && isAmountText(cell)

/**
 * Without a header: the only column of days, the only column of amounts with cents, and every other column as text. With two columns of amounts
 * the first is the amount and the second the balance, which the balances then have to prove.
 */
function columnsByShape(rows: readonly (readonly string[])[]): CsvColumns | null {
  const sample = rows.slice(0, sampleRows).filter((cells) => cells.some(isDayText) && cells.some(isAmountText))
  const width = Math.max(0, ...sample.map((cells) => cells.length))
  const all = Array.from({ length: width }, (_, index) => index)
  const cellsOf = (index: number): readonly string[] => sample.map((cells) => cells[index] ?? '')
  const days = all.filter((index) => sample.length > 0 && cellsOf(index).every(isDayText))
  const amounts = all.filter((index) => {
    const filled = cellsOf(index).filter((cell) => cell !== '')
    return !days.includes(index) && filled.every(isAmountText) && filled.some(hasCents)
  })
  const isFull = (index: number): boolean => cellsOf(index).every((cell) => cell !== '')
  const [day] = days
  const [amount = null, balance = null] = amounts
  if (day === undefined || days.length > 1 || amount === null || amounts.length > 2 || !amounts.every(isFull)) return null
  return { ...nothing, day, amount, balance, text: all.filter((index) => index !== day && !amounts.includes(index)) }
}

export type FoundColumns = {
  readonly columns: CsvColumns
  /** Cells of the header; empty without one. */
  readonly header: readonly string[]
  /** The index of the first row after the header. */
  readonly first: number
}

const headerWithin = 60

/** Without a header: every column that says nothing else. */
function textOf(rows: readonly (readonly string[])[], { text: _text, ...columns }: CsvColumns): readonly number[] {
  const width = Math.max(0, ...rows.slice(0, sampleRows).map((cells) => cells.length))
  return Array.from({ length: width }, (_, index) => index).filter((index) => !Object.values(columns).includes(index))
}

/** Which column says what: by the header, else by shape, and as a person chose. Null if day or amount cannot be told. */
export function findColumns(rows: readonly (readonly string[])[], chosen: BankFileChoices['columns']): FoundColumns | null {
  const at = rows.slice(0, headerWithin).findIndex(isHeader)
  const header = rows[at] ?? []
  const found = at >= 0 ? columnsOfHeader(header) : columnsByShape(rows)
  const day = chosen?.day ?? found?.day
  if (day === undefined) return null
  const columns: CsvColumns = { ...nothing, ...found, ...chosen, day }
  if (columns.amount === null && columns.moneyIn === null && columns.moneyOut === null) return null
  const isTextKnown = header.length > 0 || chosen?.text !== undefined
  return { columns: isTextKnown ? columns : { ...columns, text: textOf(rows, columns) }, header, first: at + 1 }
}
