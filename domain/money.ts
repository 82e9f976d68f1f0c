/** Money is whole US dollars. Cents exist only as decoration in the currency field. */
export type Dollars = number

// Written out, since the first Intl.NumberFormat of a page holds a phone up for 150 ms (bench/README.md); the tests compare with it.

/** 1,250,001: whole, in groups of three. */
export const formatCount = (count: number): string =>
  Math.round(Math.abs(count))
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')

const minusOf = (amount: Dollars): string => (amount < 0 ? '-' : '')

/** To the dollar, for Confirm, Financials, ledgers, statements and wherever a person is told an amount to enter. */
export const formatDollars = (amount: Dollars): string => `${minusOf(amount)}$${formatCount(amount)}`

const compactFrom: Dollars = 1_000_000
const units = [
  [compactFrom, 'M'],
  [1_000_000_000, 'B'],
  [1_000_000_000_000, 'T'],
] as const

/** For reading at a glance: whole dollars, from a million on compact ($1M, $1.2M, $1.25M). */
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

export type CurrencyCountry = keyof typeof currencySettings

export const defaultCurrencyCountry: CurrencyCountry = 'GB'

/** What the currency field lets through while someone types or pastes. */
export const keepCurrencyCharacters = (typed: string): string => typed.replace(/[^0-9.]/g, '')

/** The number behind the field's text; a field without a figure has none, which is not the same as zero. */
export function currencyValue(text: string | number | null | undefined): number | undefined {
  const amount = Number.parseFloat(keepCurrencyCharacters(String(text ?? '')))
  return Number.isFinite(amount) ? amount : undefined
}

/** What the field shows once it is left: two decimals always; the symbol stands beside the field, not in it. */
export function formatCurrencyField(
  value: string | number | null | undefined,
  country: CurrencyCountry = defaultCurrencyCountry,
): string | undefined {
  const amount = currencyValue(value)
  return amount?.toLocaleString(currencySettings[country].locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
