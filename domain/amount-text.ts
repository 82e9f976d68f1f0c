import type { Cents } from './money.ts'

/** What stands between whole units and cents: "1,234.56" or "1.234,56". */
export type DecimalMark = '.' | ','

/** A billion: the sums of many files are whole numbers that JavaScript holds exactly. */
const largestCents: Cents = 100_000_000_000
const longest = 60
const anySpace = /[\u00a0\u2009\u202f\t]/g
const anyMinus = /[\u2212\u2012\u2013\ufe63\uff0d]/g
const currency = /^(?:[A-Z]{3}|[$€£]) ?|(?: ?(?:[A-Z]{3}|[$€£]))$/
const creditOrDebit = / ?(CR|DR)\.?$/

const wholeNumbers = {
  '.': /^(\d+|\d{1,3}(?:([,'’ ])\d{3})(?:\2\d{3})*)?(?:\.(\d+))?$/,
  ',': /^(\d+|\d{1,3}(?:([.'’ ])\d{3})(?:\2\d{3})*)?(?:,(\d+))?$/,
} as const

/** The size of an amount without sign and currency; null if it has two signs. */
function signed(text: string): { readonly size: string; readonly isNegative: boolean } | null {
  if (text.length > longest) return null
  let rest = text.replace(anySpace, ' ').replace(anyMinus, '-').trim()
  let minuses = 0
  const take = (pattern: RegExp): boolean => {
    const without = rest.replace(pattern, '')
    if (without === rest) return false
    rest = without.trim()
    return true
  }
  const side = creditOrDebit.exec(rest)?.[1]
  if (side) {
    take(creditOrDebit)
    if (side === 'DR') minuses++
  }
  if (/^\(.*\)$/.test(rest)) {
    rest = rest.slice(1, -1).trim()
    minuses++
  }
  const isPlus = take(/^\+/)
  const takeMinuses = (): void => {
    for (const place of [/^-/, /-$/]) if (take(place)) minuses++
  }
  takeMinuses()
  take(currency)
  takeMinuses()
  return minuses > (isPlus ? 0 : 1) ? null : { size: rest, isNegative: minuses === 1 }
}

/**
 * Cents of an amount as a bank writes it: "-1,234.56", "($30.00)", "30.00-", "1.234,56 EUR", "12.00 DR". Digits become whole numbers, never a
 * floating-point number. Null for anything else: a formula, fractions of a cent, groups of two digits, more than the largest amount.
 */
export function centsOfText(text: string, mark: DecimalMark): Cents | null {
  const found = signed(text)
  const [, whole = '', , decimals = ''] = (found && wholeNumbers[mark].exec(found.size)) ?? []
  const units = whole.replace(/\D/g, '')
  if (!found || (units === '' && decimals === '') || units.length > 15 || /[1-9]/.test(decimals.slice(2))) return null
  const cents = Number(units) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  if (cents > largestCents) return null
  return found.isNegative && cents !== 0 ? -cents : cents
}

/** Whether a text reads as an amount at all, whatever its decimal mark. */
export const isAmountText = (text: string): boolean => centsOfText(text, '.') !== null || centsOfText(text, ',') !== null

/** What one amount says about its decimal mark; `isSure` unless it has exactly three digits after its only mark. */
function markOf(text: string): { readonly mark: DecimalMark; readonly isSure: boolean } | null {
  const marks = text.match(/[.,]/g)
  const last = marks?.at(-1)
  if (!marks || (last !== '.' && last !== ',')) return null
  const other = last === '.' ? ',' : '.'
  const times = marks.filter((mark) => mark === last).length
  if (times > 1) return { mark: other, isSure: true }
  if (marks.length > 1) return { mark: last, isSure: true }
  // Money has no thousandths: three digits after the only mark are a group.
  return /(^|\D)[1-9]\d{0,2}[.,]\d{3}(?!\d)/.test(text) ? { mark: other, isSure: false } : { mark: last, isSure: true }
}

/** The decimal mark of a column of amounts. Null where amounts contradict each other; a point where none has a mark. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark | null {
  const sure = new Set<DecimalMark>()
  const likely = new Set<DecimalMark>()
  for (const text of texts) {
    const found = markOf(text)
    if (found) (found.isSure ? sure : likely).add(found.mark)
  }
  const marks = sure.size > 0 ? sure : likely
  if (marks.size > 1) return null
  return [...marks][0] ?? '.'
}
