import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currencySettings,
  currencyValue,
  formatCount,
  formatCurrencyField,
  formatDollarField,
  formatDollars,
  formatMoney,
  formatPercent,
  keepCurrencyCharacters,
} from './money.ts'

describe('money on screen', () => {
  test.each([
    [0, '$0'],
    [950, '$950'],
    [62_500, '$62,500'],
    [999_999, '$999,999'],
    [1_000_000, '$1M'],
    [1_200_000, '$1.2M'],
    [1_250_000, '$1.25M'],
    [1_254_000, '$1.25M'],
    [1_500_000_000, '$1.5B'],
  ])('%i is shortened to %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text)
  })

  test('is exact to the dollar where it matters', () => {
    expect(formatDollars(1_250_001)).toBe('$1,250,001')
    expect(formatDollars(-33_334)).toBe('−$33,334')
  })

  test('is formatted as Intl would, with the minus sign for its hyphen', () => {
    const withMinus = (text: string) => text.replace('-', '−')
    const digits = { maximumFractionDigits: 0, minimumFractionDigits: 0 }
    const dollars = { style: 'currency', currency: 'USD' } as const
    const count = new Intl.NumberFormat('en-US', digits)
    const exact = new Intl.NumberFormat('en-US', { ...dollars, ...digits })
    const compact = new Intl.NumberFormat('en-US', { ...dollars, notation: 'compact', ...digits, maximumFractionDigits: 2 })
    const amounts = fc.oneof(
      fc.integer({ min: -2_000_000, max: 2_000_000 }),
      fc.maxSafeInteger().map((amount) => amount % 999_000_000_000_000),
      fc.constantFrom(994_999, 999_999, 1_004_999, 1_005_000, 999_994_999, 999_995_000, 999_999_999, 999_994_999_999, 999_995_000_000),
    )
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(formatDollars(amount)).toBe(withMinus(exact.format(amount)))
        expect(formatMoney(amount)).toBe(withMinus((Math.abs(amount) >= 1_000_000 ? compact : exact).format(amount)))
        expect(formatCount(Math.abs(amount))).toBe(count.format(Math.abs(amount)))
      }),
      { numRuns: 2_000 },
    )
  })

  test('exact money can be parsed back to the same amount', () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), (amount) => Number(formatDollars(amount).replace(/[$,]/g, '')) === amount))
  })

  test('shortened money is off by at most half of its last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000, max: 999_994_999 }), (amount) => {
        const shown = Number(/^\$([\d.]+)M$/.exec(formatMoney(amount))?.[1])
        return Math.abs(shown * 1_000_000 - amount) <= 5_000.01
      }),
    )
  })

  test('percents carry the decimals they are asked for', () => {
    expect(formatPercent(75)).toBe('75%')
    expect(formatPercent(12.5, 1)).toBe('12.5%')
    expect(formatPercent(25, 2)).toBe('25.00%')
  })
})

describe('the currency field', () => {
  test('keeps digits and the dot', () => {
    expect(keepCurrencyCharacters('$ 1,2a50.5-')).toBe('1250.5')
  })

  test('shows exactly two decimals when left', () => {
    expect(formatCurrencyField('500000', 'US')).toBe('500,000.00')
    expect(formatCurrencyField('40000.5')).toBe('40,000.50')
    expect(formatCurrencyField(1.239)).toBe('1.24')
  })

  test('an empty field is undefined, and zero is not empty', () => {
    for (const empty of ['', '  ', '.', 'abc', null, undefined]) expect(formatCurrencyField(empty)).toBeUndefined()
    expect(formatCurrencyField('0')).toBe('0.00')
    expect(currencyValue('0')).toBe(0)
  })

  test('formatting is idempotent', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (amount) => {
        const once = formatCurrencyField(amount)
        return formatCurrencyField(once) === once && currencyValue(once) === amount
      }),
    )
  })

  test('knows the dollar and the pound', () => {
    expect(currencySettings.US).toEqual({ locale: 'en-US', currency: 'USD', symbol: '$' })
    expect(currencySettings.GB).toEqual({ locale: 'en-GB', currency: 'GBP', symbol: '£' })
  })
})

test('a field of whole dollars shows what was typed, cents too', () => {
  expect([250_000, 250_000.75, 1_000.5, 0.125].map(formatDollarField)).toEqual(['250,000', '250,000.75', '1,000.50', '0.125'])
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (amount) => {
      expect(currencyValue(formatDollarField(amount))).toBeCloseTo(amount, 6)
    }),
  )
})
