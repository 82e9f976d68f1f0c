import { describe, expect, test } from 'vitest'
import { fillIn, tooLong } from './form.ts'
import { longestLink, notAListingLink } from './listing.ts'
import { factNames, propertyFacts } from './property-facts.ts'
import {
  missingPropertyFields,
  priceLimits,
  priceNotWhole,
  priceTooLarge,
  priceTooSmall,
  propertyLengths,
  propertyProblems,
} from './property-form.ts'

const form = { address: '418 Alderstone Way', city: 'Denver', state: 'Colorado', zipCode: '80202', url: 'homes.example/12', price: 1 }
const fieldsOf = (problems: readonly { field: string }[]) => problems.map(({ field }) => field)

describe('a property', () => {
  test('can be sent once every field is filled in', () => {
    expect(propertyProblems(form)).toEqual([])
  })

  test('with empty or blank fields names each of them', () => {
    const problems = propertyProblems({ address: '', city: ' ', state: '', zipCode: '', url: ' ', price: undefined })
    expect(fieldsOf(problems)).toEqual(['address', 'city', 'state', 'zipCode', 'url', 'price'])
    expect(new Set(problems.map(({ message }) => message))).toEqual(new Set([fillIn]))
  })

  test('that is new needs a status too, but no picture', () => {
    expect(fieldsOf(missingPropertyFields({}))).toEqual(['address', 'city', 'state', 'zipCode', 'url', 'price', 'listingStatus'])
    expect(missingPropertyFields({ ...form, listingStatus: 'available' })).toEqual([])
  })

  test.each([
    [0, priceTooSmall],
    [-1, priceTooSmall],
    [1.5, priceNotWhole],
    [0.5, priceNotWhole],
    [Number.NaN, priceNotWhole],
    [priceLimits.maximum + 1, priceTooLarge],
  ])('cannot cost %s', (price, message) => {
    expect(propertyProblems({ ...form, price })).toEqual([{ field: 'price', message }])
  })

  test.each(factNames)('has a %s within its limits, or none', (fact) => {
    const { minimum, maximum, step, message } = propertyFacts[fact]
    for (const value of [undefined, minimum, minimum + step, maximum]) expect(propertyProblems({ ...form, [fact]: value })).toEqual([])
    for (const value of [minimum - step, maximum + step, minimum + step / 2, -1_000, Number.NaN, Number.POSITIVE_INFINITY])
      expect(propertyProblems({ ...form, [fact]: value })).toEqual([{ field: fact, message }])
  })

  test.each(['address', 'city', 'state', 'zipCode'] as const)('has an %s up to its longest length', (field) => {
    const longest = propertyLengths[field]
    expect(propertyProblems({ ...form, [field]: 'x'.repeat(longest) })).toEqual([])
    expect(propertyProblems({ ...form, [field]: 'x'.repeat(longest + 1) })).toEqual([{ field, message: tooLong(longest) }])
  })

  test('has a link to a web page, which is measured as completed', () => {
    const linkOf = (length: number) => 'homes.example/'.padEnd(length - 'https://'.length, 'x')
    expect(propertyProblems({ ...form, url: 'javascript:alert(1)' })).toEqual([{ field: 'url', message: notAListingLink }])
    expect(propertyProblems({ ...form, url: 'see the listing' })).toEqual([{ field: 'url', message: notAListingLink }])
    expect(propertyProblems({ ...form, url: 'homes' })).toEqual([{ field: 'url', message: notAListingLink }])
    expect(propertyProblems({ ...form, url: linkOf(longestLink) })).toEqual([])
    expect(propertyProblems({ ...form, url: linkOf(longestLink + 1) })).toEqual([{ field: 'url', message: tooLong(longestLink) }])
  })
})
