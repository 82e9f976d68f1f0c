import { centsOfText } from '#domain/amount-text.ts'
import { type BankBalance, type BankFileAccount, type BankFileLine, plainAccountNumber } from '#domain/bank-file.ts'
import { addDays } from '#domain/dates.ts'
import { dayOfText } from '#domain/day-text.ts'
import type { Cents } from '#domain/money.ts'
import { daysOfFile } from './file-days.ts'
import { joinStatements } from './join-statements.ts'
import { lineText, textOrNull } from './line-text.ts'
import { allNamed, childOf, childrenOf, readXml, textAt, type XmlElement } from './read-xml.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** A date, or the date of a time as it is written, whatever its zone. */
const dayAt = (element: XmlElement | null, name: string): string | null => {
  const written = textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm')
  return written === null ? null : dayOfText(written.slice(0, 10), 'ymd')
}

/** Plus for credit, minus for debit. `RvslInd` says that it reverses another entry, and changes nothing in that. */
function signedCents(element: XmlElement): Cents | null {
  const cents = centsOfText(textAt(element, 'Amt') ?? '', '.')
  const side = textAt(element, 'CdtDbtInd')
  if (cents === null || cents < 0 || (side !== 'CRDT' && side !== 'DBIT')) return null
  return side === 'CRDT' || cents === 0 ? cents : -cents
}

const currencyOf = (element: XmlElement): string | null => childOf(element, 'Amt')?.attributes.get('Ccy') ?? null

/** BOOK, PDNG, INFO or FUTR; a code of its own since version 3. */
const isBooked = (entry: XmlElement): boolean => (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK'

/** Name of the other party; since version 3 one level deeper. */
function otherParty(payment: XmlElement | undefined, isIn: boolean): string | null {
  const parties = childOf(payment, 'RltdPties')
  const other = isIn ? 'Dbtr' : 'Cdtr'
  return textAt(parties, other, 'Nm') ?? textAt(parties, other, 'Pty', 'Nm')
}

function textsOf(payment: XmlElement): readonly (string | null)[] {
  const endToEnd = textAt(payment, 'Refs', 'EndToEndId')
  const said = childrenOf(childOf(payment, 'RmtInf'), 'Ustrd').map(({ text }) => text)
  const reference = textAt(payment, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
  return [...said, reference, endToEnd === 'NOTPROVIDED' ? null : endToEnd, textAt(payment, 'AddtlTxInf')]
}

/** One line for one entry, also of a batch: the bank's balance moves by the entry's amount. */
function lineOf(entry: XmlElement, row: number): BankFileLine {
  const amountCents = signedCents(entry)
  if (amountCents === null) throw new UnreadableBankFile({ reason: 'bank_amount_unreadable', row, text: textAt(entry, 'Amt') ?? '' })
  const day = dayAt(entry, 'BookgDt')
  if (day === null) {
    const text = textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? ''
    throw new UnreadableBankFile({ reason: 'bank_day_unreadable', row, text })
  }
  const payments = allNamed(childrenOf(entry, 'NtryDtls'), 'TxDtls')
  const [only] = payments.length === 1 ? payments : []
  return {
    day,
    amountCents,
    text: lineText(textAt(entry, 'AddtlNtryInf'), ...payments.flatMap(textsOf)),
    payee: textOrNull(otherParty(only, amountCents > 0)),
    bankId: textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef'),
    checkNumber: textAt(only, 'Refs', 'ChqNb'),
    writtenDay: day,
  }
}

function balanceOf(statement: XmlElement, ...codes: readonly string[]): BankBalance | null {
  const balances = childrenOf(statement, 'Bal')
  const found = codes.flatMap((code) => balances.filter((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code))[0]
  const [day, amountCents] = found ? [dayAt(found, 'Dt'), signedCents(found)] : [null, null]
  return day === null || amountCents === null ? null : { day, amountCents }
}

/** A period that ends at midnight ends on the day before. */
function statedDays(statement: XmlElement): { readonly from: string | null; readonly to: string | null } {
  const [from, to] = ['FrDtTm', 'ToDtTm'].map((name) => textAt(statement, 'FrToDt', name))
  const [first, last] = [from, to].map((written) => (written ? dayOfText(written.slice(0, 10), 'ymd') : null))
  if (!first || !last) return { from: balanceOf(statement, 'OPBD', 'PRCD')?.day ?? null, to: balanceOf(statement, 'CLBD')?.day ?? null }
  return { from: first, to: last > first && /T00:00:00/.test(to ?? '') ? addDays(last, -1) : last }
}

function accountOf(statement: XmlElement): BankFileAccount {
  const entries = childrenOf(statement, 'Ntry')
  const booked = entries.filter(isBooked)
  const lines = booked.map((entry, index) => lineOf(entry, index + 1))
  const currencies = new Set([textAt(statement, 'Acct', 'Ccy'), ...booked.map(currencyOf)].filter((each) => each !== null))
  if (currencies.size > 1) throw new UnreadableBankFile({ reason: 'bank_currencies_mixed', currencies: [...currencies] })
  const moved = lines.filter(({ amountCents }) => amountCents !== 0)
  const days = daysOfFile(lines, statedDays(statement))
  if (!days) throw new UnreadableBankFile({ reason: 'bank_file_no_lines' })
  const opening = balanceOf(statement, 'OPBD', 'PRCD', 'ITBD')
  const closing = balanceOf(statement, 'CLBD')
  return {
    number: plainAccountNumber(textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? ''),
    currency: [...currencies][0] ?? null,
    ...days,
    opening: opening && { ...opening, day: days.from },
    closing: closing && { ...closing, day: days.to },
    lines: moved,
    leftOut: { pending: entries.length - booked.length, zero: lines.length - moved.length },
  }
}

/** Accounts of a camt.053 file, versions 2 to 8. Reports within the day (camt.052) and single advices (camt.054) are no statements. */
export function readCamt(text: string): readonly BankFileAccount[] {
  const roots = readXml(text)
  const statements = allNamed(roots, 'BkToCstmrStmt').flatMap((message) => childrenOf(message, 'Stmt'))
  if (statements.length > 0) return joinStatements(statements.map(accountOf))
  if (allNamed(roots, 'BkToCstmrAcctRpt').length > 0) throw new UnreadableBankFile({ reason: 'bank_file_no_statement', found: 'camt.052' })
  if (allNamed(roots, 'BkToCstmrDbtCdtNtfctn').length > 0)
    throw new UnreadableBankFile({ reason: 'bank_file_no_statement', found: 'camt.054' })
  throw new UnreadableBankFile({ reason: 'bank_file_no_account' })
}
