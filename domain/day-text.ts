/** In which order a bank writes year, month and day. */
export type DateOrder = 'ymd' | 'mdy' | 'dmy'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number): number => (month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)

/** "2027-01-31", or null for a day that no calendar has. Years of two digits are of this century. */
function dayOf(yearText: string, monthText: string, dayText: string): string | null {
  if (yearText.length !== 4 && yearText.length !== 2) return null
  const year = Number(yearText) + (yearText.length === 2 ? 2000 : 0)
  const named = months.indexOf(monthText.slice(0, 3).toLowerCase()) + 1
  const month = named || Number(monthText)
  const day = Number(dayText)
  if (year < 1900 || year > 2199 || !(month >= 1 && month <= 12) || !(day >= 1 && day <= lengthOf(year, month))) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

// A time of day may follow. It is not read: a bank's day is the day as it is written.
const end = '(?:[T ,].*)?$'
const compact = /^(\d{4})(\d\d)(\d\d)(?:\d{6}.*)?$/
const yearFirst = new RegExp(`^(\\d{4})([-/. ])(\\d{1,2}|[A-Za-z]{3,9})\\2(\\d{1,2})${end}`)
const yearLast = new RegExp(`^(\\d{1,2})([-/. ])(\\d{1,2})\\2(\\d{4}|\\d\\d)${end}`)
const monthFirst = new RegExp(`^([A-Za-z]{3,9})\\.?[- ](\\d{1,2}),?[- ](\\d{4}|\\d\\d)${end}`)
const dayFirst = new RegExp(`^(\\d{1,2})\\.?[- ]([A-Za-z]{3,9})\\.?,?[- ](\\d{4}|\\d\\d)${end}`)
const longest = 40

const isMonthName = (text: string): boolean => /^[A-Za-z]/.test(text) && months.includes(text.slice(0, 3).toLowerCase())

/** The calendar day of a date as a bank writes it, read in an order; null if it cannot be read so. Names of months are read in every order. */
export function dayOfText(written: string, order: DateOrder): string | null {
  const text = written.trim()
  if (text.length > longest) return null
  const named = monthFirst.exec(text)
  if (named) return isMonthName(named[1] ?? '') ? dayOf(named[3] ?? '', named[1] ?? '', named[2] ?? '') : null
  const middle = dayFirst.exec(text)
  if (middle) return isMonthName(middle[2] ?? '') ? dayOf(middle[3] ?? '', middle[2] ?? '', middle[1] ?? '') : null
  const numbers = yearLast.exec(text)
  if (numbers) {
    const [, first = '', , second = '', year = ''] = numbers
    if (order === 'ymd') return null
    return order === 'mdy' ? dayOf(year, first, second) : dayOf(year, second, first)
  }
  if (order !== 'ymd') return null
  const [, compactYear = '', compactMonth = '', compactDay = ''] = compact.exec(text) ?? []
  if (compactYear) return dayOf(compactYear, compactMonth, compactDay)
  const [, year = '', , month = '', day = ''] = yearFirst.exec(text) ?? []
  return /^[A-Za-z]/.test(month) && !isMonthName(month) ? null : dayOf(year, month, day)
}

const orders = ['ymd', 'mdy', 'dmy'] as const

export const isDayText = (text: string): boolean => orders.some((order) => dayOfText(text, order) !== null)

/** "Which day is 03/04/2028?": a date that both orders can read, as two days. */
export type AmbiguousDay = { readonly text: string; readonly monthFirst: string; readonly dayFirst: string }

/** The orders that read every date up to the first one that none of them reads, and the index of that one. */
function possibleOrders(texts: readonly string[]): { readonly possible: readonly DateOrder[]; readonly unreadable: number | null } {
  let possible: readonly DateOrder[] = orders
  for (const [index, text] of texts.entries()) {
    possible = possible.filter((order) => dayOfText(text, order) !== null)
    if (possible.length === 0) return { possible, unreadable: index }
  }
  return { possible, unreadable: null }
}

/**
 * The order in which all these dates can be read. Where month and day can be told apart nowhere, one of the dates, for a person to say. Where no
 * order reads them all, the index of the first date that the order of those before it does not read. Points are only written in Europe, day first.
 */
export function dateOrderOf(texts: readonly string[]): DateOrder | AmbiguousDay | { readonly unreadable: number } {
  const { possible, unreadable } = possibleOrders(texts)
  const [first] = possible
  if (!first || unreadable !== null) return { unreadable: unreadable ?? 0 }
  if (possible.length === 1 || first === 'ymd') return first
  if (texts.every((text) => /^\s*\d+\./.test(text))) return 'dmy'
  for (const text of texts) {
    const [monthFirst, dayFirst] = [dayOfText(text, 'mdy'), dayOfText(text, 'dmy')]
    if (monthFirst && dayFirst && monthFirst !== dayFirst) return { text: text.trim(), monthFirst, dayFirst }
  }
  return first
}
