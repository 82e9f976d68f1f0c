import { expect, test } from 'vitest'
import { capitalOfArc } from './arc-capital.ts'
import { exampleBook } from './example-book.ts'
import { priceAids } from './price-aids.ts'

test('the aids beside a price are per arc, to the nearest cent', () => {
  const capitalCents = [5_707_128, ...Array(11).fill(5_707_128 - 2)]
  expect(priceAids({ paidInCents: [5_704_166, 5_704_167], appraisalCents: 70_200_000, capitalCents })).toEqual({
    paidInCents: 5_704_167,
    appraisalCents: 5_850_000,
    bookValueCents: 5_707_126,
  })
})

test('without an appraisal there is none; the book value is that of the worked example', () => {
  const capitalCents = [1, 2, 3, 4].map((arc) => capitalOfArc(exampleBook, 4, arc, '2027-03-24'))
  expect(priceAids({ paidInCents: [2_425_001], appraisalCents: null, capitalCents })).toEqual({
    paidInCents: 2_425_001,
    appraisalCents: null,
    bookValueCents: 2_413_590,
  })
})
