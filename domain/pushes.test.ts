import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailKindValues } from './mail-kinds.ts'
import { formatMoney } from './money.ts'
import { pushWords } from './pushes.ts'

const kinds = fc.constantFrom(...mailKindValues)
const sums = fc.integer({ min: 1_000, max: 999_999_999_999 })
/** How owners write a sum in a title. */
const written = sums.chain((sum) =>
  fc.constantFrom(
    formatMoney(sum),
    `$${sum}`,
    `$ ${sum}`,
    `${sum.toLocaleString('en-US')}`,
    `${sum.toLocaleString('de-DE')}`,
    `${sum} dollars`,
    `${Math.ceil(sum / 1000)}k`,
    `${Math.ceil(sum / 1000)} K`,
    `${Math.ceil(sum / 1_000_000)} million`,
  ),
)
const around = fc.constantFrom('', 'Larkspur ', 'Club of ', '12 friends, ')

test('no push of any kind contains an amount that stands in the circle’s title', () => {
  fc.assert(
    fc.property(kinds, around, written, fc.constantFrom('', ' in Denver', '!'), (kind, before, sum, after) => {
      const { title, body } = pushWords(kind, `${before}${sum}${after}`)
      expect(title).toBe('Arcstead')
      expect(body).not.toMatch(/\d|\$/)
    }),
  )
})

test('the words of a kind are the same whatever the title is', () => {
  fc.assert(
    fc.property(kinds, fc.string(), (kind, title) => {
      expect(pushWords(kind, title).body).toBe(pushWords(kind, null).body)
    }),
  )
})

test.each([
  ['Larkspur Terrace', 'Larkspur Terrace'],
  ['70 Millrace Yard', '70 Millrace Yard'],
  ['Circle 1204', 'Circle 1204'],
  ['  Bluebird Flats ', 'Bluebird Flats'],
  ['', 'Arcstead'],
  ['€5 each', 'Arcstead'],
])('the title %j is shown as %j', (title, shown) => {
  expect(pushWords('vote', title).title).toBe(shown)
})
