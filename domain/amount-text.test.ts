import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsOfText, type DecimalMark, decimalMarkOf, isAmountText } from './amount-text.ts'

const amounts = fc.oneof(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), fc.integer({ min: -500_000, max: 500_000 }))

/** One cent at a time from the digits, with whole numbers of any size: slow, and right by reading it. */
function write(cents: number, mark: DecimalMark, group: string): string {
  const digits = BigInt(Math.abs(cents)).toString().padStart(3, '0')
  const whole = digits.slice(0, -2)
  const grouped = group ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole
  return `${grouped}${mark}${digits.slice(-2)}`
}

describe('cents of a written amount', () => {
  test('are what was written, in every way of writing', () => {
    const ways = fc.record({
      mark: fc.constantFrom<DecimalMark>('.', ','),
      group: fc.constantFrom('', 'other', "'", '’', ' ', '\u00a0', '\u202f'),
      minus: fc.constantFrom('-x', '\u2212x', '(x)', 'x-', 'x DR', '- x'),
      plus: fc.constantFrom('x', '+x', 'x CR', ' x '),
      sign: fc.constantFrom('x', '$x', '$ x', 'x EUR', 'USD x', 'x €', '£x'),
    })
    fc.assert(
      fc.property(amounts, ways, (cents, { mark, group, minus, plus, sign }) => {
        const size = write(cents, mark, group === 'other' ? (mark === '.' ? ',' : '.') : group)
        const text = (cents < 0 ? minus : plus).replace('x', () => sign.replace('x', () => size))
        expect([text, centsOfText(text, mark)]).toEqual([text, cents])
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['($30.00)', '.', -3_000],
    ['$-30.00', '.', -3_000],
    ['-$1,234.56', '.', -123_456],
    ['1.234,56', ',', 123_456],
    ['1234', '.', 123_400],
    ['.5', '.', 50],
    ['12.5', '.', 1_250],
    ['12.50000', '.', 1_250],
    ['0.29', '.', 29],
    ['1.15', '.', 115],
    ['4.35', '.', 435],
    ['-0.00', '.', 0],
    ['0', '.', 0],
  ] as const)('%s is read', (text, mark, cents) => {
    expect(centsOfText(text, mark)).toBe(cents)
  })

  test.each([
    '',
    ' ',
    '-',
    '.',
    '$',
    '=1+1',
    '=SUM(A1:A9)',
    '1+1',
    '1e3',
    '0x10',
    '12.345',
    '1,23',
    '1,234,56.00',
    '1,2345.00',
    '12 34',
    '--1',
    '(-1)',
    '-1-',
    '+-1',
    '1.2.3',
    'NaN',
    'Infinity',
    'twelve',
    '12.00 USD EUR',
    '1000000000.01',
    '9'.repeat(400),
  ])('%j is no amount', (text) => {
    expect(centsOfText(text, '.')).toBeNull()
  })

  test('any text is an amount or none, and never a fraction of a cent', () => {
    const anything = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,-+() $'EURCD") }))
    fc.assert(
      fc.property(anything, fc.constantFrom<DecimalMark>('.', ','), (text, mark) => {
        const cents = centsOfText(text, mark)
        return cents === null || (Number.isSafeInteger(cents) && !Object.is(cents, -0) && isAmountText(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the decimal mark of a column', () => {
  test('is found wherever one amount tells it', () => {
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 1, maxLength: 20 }),
        fc.constantFrom<DecimalMark>('.', ','),
        fc.boolean(),
        (cents, mark, grouped) => {
          const texts = cents.map((each) => write(each, mark, grouped ? (mark === '.' ? ',' : '.') : ''))
          expect(decimalMarkOf(texts)).toBe(mark)
        },
      ),
    )
  })

  test.each([
    [['1,234'], '.'],
    [['1.234'], ','],
    [['1.234', '12.50'], '.'],
    [['1.234', '0,5'], ','],
    [['1,234,567'], '.'],
    [['12', '-7'], '.'],
    [['0.123'], '.'],
    [['1,50', '1.50'], null],
    [['1,234', '1.234'], null],
  ])('of %j is %s', (texts, mark) => {
    expect(decimalMarkOf(texts)).toBe(mark)
  })
})
