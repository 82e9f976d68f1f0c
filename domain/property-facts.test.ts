import { expect, test } from 'vitest'
import { knownFacts, ofEachFact } from './property-facts.ts'

const unknown = ofEachFact(() => null)

test('known facts are shown in words, unknown ones are left out', () => {
  expect(knownFacts({ ...unknown, yearBuilt: 1906, bedrooms: 0, bathrooms: 2.5, livingArea: 2_140 })).toEqual([
    { label: 'Built', words: '1906' },
    { label: 'Bedrooms', words: '0' },
    { label: 'Bathrooms', words: '2.5' },
    { label: 'Living area', words: '2,140 sq ft' },
  ])
  expect(knownFacts({ ...unknown, bathrooms: 1 })).toEqual([{ label: 'Bathrooms', words: '1' }])
})
