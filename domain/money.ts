/** Targets, arcs and prices are whole US dollars. */
export type Dollars = number

/** The largest amount that the API accepts. */
export const largestAmount: Dollars = 1_000_000_000_000

/** Money that a circle decides about or moves, a whole number of cents. In JSON the name of such a field ends in `Cents`. */
export type Cents = number

// Written by hand, because the first Intl.NumberFormat of a page takes 150 ms on a phone (bench/README.md); the tests compare with it.

/** 1,250,001: whole, in groups of three. */
export const formatCount = (count: number): string =>
  Math.round(Math.abs(count))
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')

/** The sign of its own, as wide as a plus, not the hyphen. */
const minusOf = (amount: Dollars): string => (amount < 0 ? '−' : '')

/** To the dollar, for Confirm, Financials, ledgers, statements and amounts that a person has to enter. */
export const formatDollars = (amount: Dollars): string => `${minusOf(amount)}$${formatCount(amount)}`

/** To the cent: $4,800.00. */
export const formatCents = (amount: Cents): string =>
  `${minusOf(amount)}$${formatCount(Math.trunc(Math.abs(amount) / 100))}.${String(Math.abs(amount) % 100).padStart(2, '0')}`

const compactFrom: Dollars = 1_000_000
const units = [
  [compactFrom, 'M'],
  [1_000_000_000, 'B'],
  [1_000_000_000_000, 'T'],
] as const

/** Shortened: whole dollars, from a million on compact ($1M, $1.2M, $1.25M). */
export function formatMoney(amount: Dollars): string {
  const size = Math.abs(amount)
  if (size < compactFrom) return formatDollars(amount)
  const hundredths = (unit: number) => Math.round(size / (unit / 100))
  // What rounds up to a thousand millions is a billion: $1B, not $1000M.
  const [unit, letter] = units.find(([each]) => hundredths(each) < 100_000) ?? units[2]
  return `${minusOf(amount)}$${hundredths(unit) / 100}${letter}`
}

export const formatPercent = (percent: number, decimals = 0): string => `${percent.toFixed(decimals)}%`

export const currencySettings = {
  US: { locale: 'en-US', currency: 'USD', symbol: '$' },
  GB: { locale: 'en-GB', currency: 'GBP', symbol: '£' },
} as const

type CurrencyCountry = keyof typeof currencySettings

const defaultCurrencyCountry: CurrencyCountry = 'GB'

/** The characters that the currency field accepts. */
export const keepCurrencyCharacters = (typed: string): string => typed.replace(/[^0-9.]/g, '')

/** The number in the field's text; an empty field has none, which is not the same as zero. */
export function currencyValue(text: string | number | null | undefined): number | undefined {
  const amount = Number.parseFloat(keepCurrencyCharacters(String(text ?? '')))
  return Number.isFinite(amount) ? amount : undefined
}

/** What a field of whole dollars shows on blur. Cents are shown as typed, because the field's message is about them. */
export const formatDollarField = (amount: number): string =>
  Number.isInteger(amount) ? formatCount(amount) : amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 20 })

/** What the field shows on blur: always two decimals; the symbol is beside the field. */
export function formatCurrencyField(
  value: string | number | null | undefined,
  country: CurrencyCountry = defaultCurrencyCountry,
): string | undefined {
  const amount = currencyValue(value)
  return amount?.toLocaleString(currencySettings[country].locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
