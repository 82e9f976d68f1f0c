import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capitalOfArc } from './arc-capital.ts'
import { type BookLine, balancesOf } from './book-accounts.ts'
import { sumCents } from './cents.ts'
import { endingObstacles, obstacleWords } from './ending.ts'
import { exampleBook } from './example-book.ts'
import { exampleMonthEnds } from './worked-example.ts'

const names: Readonly<Record<string, string>> = { ann: 'Ann Lee', cy: 'سارة', operating: 'Operating account' }
const nameOf = (id: string): string => names[id] ?? id

describe('ending a circle', () => {
  test('is possible at the end of the worked example, and at no month end before', () => {
    const atEnd = (end: string) =>
      endingObstacles(balancesOf(exampleBook.filter(({ day }) => day <= end).flatMap(({ lines }) => lines)), [])
    expect(exampleMonthEnds.map((end) => atEnd(end).map(({ reason }) => reason))).toEqual([
      ['property', 'loan', 'deposits_held', 'held', 'held', 'owed', 'cash', 'cash'],
      ['property', 'loan', 'deposits_held', 'held', 'owed', 'cash', 'cash'],
      ['property', 'loan', 'deposits_held', 'held', 'owed', 'owed', 'cash', 'cash'],
      [],
    ])
  })

  test('says of each obstacle what to do', () => {
    const balances = new Map([
      ['cash:operating', 5],
      ['owed:ann', -2_500],
      ['owed:cy', 2_500],
      ['held:lender', 60_000],
      ['suspense', -1_000],
      ['deposits_held', -150_000],
      ['loan', -9_980_040],
      ['property', 18_432_000],
      ['capital:1', -5],
      ['rent', -700],
      ['owed:dee', 0],
    ])
    expect(endingObstacles(balances, ['2027-03', '2027-04']).map((obstacle) => obstacleWords(obstacle, nameOf))).toEqual([
      'The circle still owns property, $184,320.00 in the book: record its sale.',
      'The loan is not at 0: $99,800.40 is left.',
      '$1,500.00 of tenants’ deposits is still held: pay it back or keep it.',
      'Lender: $600.00 is still there: book it when it comes back, or what they keep.',
      'Ann Lee is owed $25.00: pay it.',
      '\u2068سارة\u2069 owes $25.00.',
      '$10.00 waits in suspense: say what it is.',
      'Operating account is not at 0: $0.05 is left.',
      'These months are not closed: March 2027, April 2027.',
    ])
    expect(endingObstacles(new Map(), ['2027-04']).map((obstacle) => obstacleWords(obstacle, nameOf))).toEqual([
      'April 2027 is not closed.',
    ])
  })

  test('finds every account that is not empty, person by person, though they cancel each other out; then the arcs hold nothing together', () => {
    const amountCents = fc.integer({ min: -3, max: 3 })
    const aLine: fc.Arbitrary<BookLine> = fc.oneof(
      fc.record({
        account: fc.constantFrom('property' as const, 'loan' as const, 'suspense' as const, 'rent' as const, 'sale' as const),
        amountCents,
      }),
      fc.record({ account: fc.constant('owed' as const), person: fc.constantFrom('ann', 'cy'), amountCents }),
      fc.record({ account: fc.constant('cash' as const), bankAccount: fc.constantFrom('operating', 'deposits'), amountCents }),
      fc.record({ account: fc.constantFrom('capital' as const, 'paid_out' as const), arc: fc.integer({ min: 1, max: 3 }), amountCents }),
    )
    let empty = 0
    fc.assert(
      fc.property(fc.array(aLine, { maxLength: 4 }), (some) => {
        const lines: BookLine[] = [...some, { account: 'tax', amountCents: 0 - sumCents(some.map((line) => line.amountCents)) }]
        const sumWhere = (is: (line: BookLine) => boolean) => sumCents(lines.filter(is).map((line) => line.amountCents))
        const full = [
          ...['property', 'loan', 'suspense'].map((account) => sumWhere((line) => line.account === account)),
          ...['ann', 'cy'].map((person) => sumWhere((line) => line.account === 'owed' && line.person === person)),
          ...['operating', 'deposits'].map((account) => sumWhere((line) => line.account === 'cash' && line.bankAccount === account)),
        ].filter((balance) => balance !== 0)
        const obstacles = endingObstacles(balancesOf(lines), [])
        expect(obstacles.length).toBe(full.length)
        if (obstacles.length > 0) return
        empty += 1
        const capital = [1, 2, 3].map((arc) => capitalOfArc([{ day: '2027-01-01', lines }], 3, arc, '2027-01-01'))
        expect(sumCents(capital)).toBe(0)
      }),
      { numRuns: 1_000 },
    )
    expect(empty).toBeGreaterThan(50)
  })
})
