import { expect, test } from 'vitest'
import { knownFacts } from './property-facts.ts'

test('known facts are shown in words, unknown ones are left out', () => {
  expect(knownFacts({ yearBuilt: 1906, bedrooms: 0, bathrooms: 2.5, livingArea: 2_140 })).toEqual([
    { label: 'Built', words: '1906' },
    { label: 'Bedrooms', words: '0' },
    { label: 'Bathrooms', words: '2.5' },
    { label: 'Living area', words: '2,140 sq ft' },
  ])
  expect(knownFacts({ yearBuilt: null, bedrooms: null, bathrooms: 1, livingArea: null })).toEqual([{ label: 'Bathrooms', words: '1' }])
})
