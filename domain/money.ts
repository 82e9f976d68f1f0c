/** Money is whole US dollars. Cents exist only as decoration in the currency field. */
export type Dollars = number

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0, minimumFractionDigits: 0 })

// Both digit limits are named: a currency's own default of two decimals would otherwise print $1.00M in some engines.
const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
})

const compactFrom: Dollars = 1_000_000

/** To the dollar, for Confirm, Financials, ledgers, statements and wherever a person is told an amount to enter. */
export const formatDollars = (amount: Dollars): string => exact.format(amount)

/** For reading at a glance: whole dollars, from a million on compact ($1M, $1.2M, $1.25M). */
export const formatMoney = (amount: Dollars): string => (Math.abs(amount) >= compactFrom ? compact : exact).format(amount)

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
