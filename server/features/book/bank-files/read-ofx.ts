import { centsOfText } from '#domain/amount-text.ts'
import { type BankFileAccount, type BankFileLine, plainAccountNumber } from '#domain/bank-file.ts'
import { dayOfText } from '#domain/day-text.ts'
import type { Cents } from '#domain/money.ts'
import { closeOfxTags } from './close-ofx-tags.ts'
import { daysOfFile } from './file-days.ts'
import { lineText, textOrNull } from './line-text.ts'
import { allNamed, childOf, childrenOf, readXml, textAt, type XmlElement } from './read-xml.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** The first eight digits. What follows may be a time in any zone; the bank's day is not moved by it. */
const dayOf = (written: string | null): string | null => (written === null ? null : dayOfText(written.slice(0, 8), 'ymd'))

/** OFX allows a comma for the decimal point, and no groups. */
function centsOf(written: string | null): Cents | null {
  if (written === null) return null
  return centsOfText(written, written.includes(',') && !written.includes('.') ? ',' : '.')
}

function lineOf(entry: XmlElement, row: number, currency: string | null): BankFileLine {
  const writtenDay = textAt(entry, 'DTPOSTED') ?? ''
  const day = dayOf(writtenDay)
  if (day === null) throw new UnreadableBankFile({ reason: 'bank_day_unreadable', row, text: writtenDay })
  const writtenAmount = textAt(entry, 'TRNAMT')
  const amountCents = centsOf(writtenAmount)
  if (amountCents === null) throw new UnreadableBankFile({ reason: 'bank_amount_unreadable', row, text: writtenAmount ?? '' })
  if (childOf(entry, 'CORRECTACTION')) throw new UnreadableBankFile({ reason: 'bank_line_corrected', row })
  const own = textAt(entry, 'CURRENCY', 'CURSYM')
  if (own !== null && own !== currency) throw new UnreadableBankFile({ reason: 'bank_currencies_mixed', currencies: [currency ?? '', own] })
  const payee = textAt(entry, 'PAYEE', 'NAME')
  return {
    day,
    amountCents,
    text: lineText(textAt(entry, 'NAME'), textAt(entry, 'MEMO')),
    payee: textOrNull(payee),
    bankId: textAt(entry, 'FITID'),
    checkNumber: textAt(entry, 'CHECKNUM'),
    writtenDay: writtenDay.slice(0, 8),
  }
}

function ledgerBalance(statement: XmlElement): BankFileAccount['closing'] {
  const balance = childOf(statement, 'LEDGERBAL')
  const [day, amountCents] = [dayOf(textAt(balance, 'DTASOF')), centsOf(textAt(balance, 'BALAMT'))]
  return day === null || amountCents === null ? null : { day, amountCents }
}

function accountOf(statement: XmlElement): BankFileAccount {
  const currency = textAt(statement, 'CURDEF')
  const list = childOf(statement, 'BANKTRANLIST')
  const all = childrenOf(list, 'STMTTRN').map((entry, index) => lineOf(entry, index + 1, currency))
  const lines = all.filter(({ amountCents }) => amountCents !== 0)
  const days = daysOfFile(all, { from: dayOf(textAt(list, 'DTSTART')), to: dayOf(textAt(list, 'DTEND')) })
  if (!days) throw new UnreadableBankFile({ reason: 'bank_file_no_lines' })
  return {
    number: plainAccountNumber(textAt(statement, 'BANKACCTFROM', 'ACCTID') ?? ''),
    currency,
    ...days,
    opening: null,
    closing: ledgerBalance(statement),
    lines,
    leftOut: { pending: allNamed(statement.children, 'STMTTRNP').length, zero: all.length - lines.length },
  }
}

/** Accounts of OFX 1.x (SGML) and 2.x (XML). OFX gives no opening balance. Credit cards and depots are no bank accounts and not read. */
export function readOfx(text: string, format: 'ofx1' | 'ofx2'): readonly BankFileAccount[] {
  const body = text.slice(Math.max(0, text.search(/<OFX\s*>/i)))
  const statements = allNamed(readXml(format === 'ofx1' ? closeOfxTags(body) : text), 'STMTRS')
  if (statements.length === 0) throw new UnreadableBankFile({ reason: 'bank_file_no_account' })
  return statements.map(accountOf)
}
