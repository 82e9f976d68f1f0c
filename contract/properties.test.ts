import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeLink, isListingLink, longestLink } from '#domain/listing.ts'
import { ofEachFact, type PropertyFact, propertyFacts } from '#domain/property-facts.ts'
import { priceLimits, propertyLengths, propertyProblems } from '#domain/property-form.ts'
import { mostPictures, otherFirstPicture, pictureTwice, tooManyPictures } from '#domain/property-pictures.ts'
import { savePropertyRequest } from './properties.ts'

const near = (limit: number) => fc.integer({ min: Math.max(0, limit - 2), max: limit + 2 })
const someText = (longest: number) =>
  fc.oneof(
    fc.constantFrom('', ' ', 'x'),
    near(longest).map((length) => 'x'.repeat(length)),
  )
const someFact = (name: PropertyFact) =>
  fc.oneof(fc.constantFrom(undefined, -1, 0, 0.25, 0.5, 1, 1.5, 1999), near(propertyFacts[name].minimum), near(propertyFacts[name].maximum))
const someForm = fc.record({
  address: someText(propertyLengths.address),
  city: someText(propertyLengths.city),
  state: someText(propertyLengths.state),
  zipCode: someText(propertyLengths.zipCode),
  url: fc.oneof(
    fc.constantFrom('', ' ', 'homes.example', 'javascript:alert(1)', 'https://user@homes.example'),
    near(longestLink).map((length) => 'https://homes.example/'.padEnd(length, 'x')),
  ),
  price: fc.oneof(fc.constantFrom(-1, 0, 0.5, 1, 1.5), near(priceLimits.maximum)),
  ...ofEachFact(someFact),
})

/** The first problem of each field, as the API answers it. */
function refusedBySchema(form: object) {
  const found = new Map<string, string>()
  for (const { path, message } of savePropertyRequest.safeParse(form).error?.issues ?? [])
    if (!found.has(path.join('.'))) found.set(path.join('.'), message)
  return [...found].map(([field, message]) => ({ field, message }))
}

test('the page refuses exactly what the API refuses, with the same messages', () => {
  fc.assert(
    fc.property(someForm, (form) => {
      const sent = { ...form, url: completeLink(form.url) }
      expect(propertyProblems(form)).toEqual(refusedBySchema(sent))
    }),
    { numRuns: 2_000 },
  )
})

test('a fact can be removed, and is refused as text', () => {
  expect(savePropertyRequest.parse({ yearBuilt: null }).yearBuilt).toBeNull()
  expect(refusedBySchema({ yearBuilt: '1906' })).toEqual([{ field: 'yearBuilt', message: propertyFacts.yearBuilt.message }])
})

const pictures = (...keys: string[]) => keys.map((imageUri) => ({ imageUri }))

test('pictures are at most twelve, each once, and agree with the listing picture', () => {
  const many = (count: number) => pictures(...Array.from({ length: count }, (_, index) => `key ${index}`))
  const refused = (form: object) => refusedBySchema(form).map(({ message }) => message)
  expect(refused({ pictures: many(mostPictures) })).toEqual([])
  expect(refused({ pictures: many(mostPictures + 1) })).toEqual([tooManyPictures])
  expect(refused({ pictures: pictures('a', 'b', 'a') })).toEqual([pictureTwice])
  for (const listingImg of [null, { imageUri: null }, { imageUri: 'b' }])
    expect(refused({ listingImg, pictures: pictures('a', 'b') })).toEqual([otherFirstPicture])
  expect(refused({ listingImg: { imageUri: 'a' }, pictures: pictures('a', 'b') })).toEqual([])
  expect(refused({ listingImg: { imageUri: null }, pictures: [] })).toEqual([])
  expect(refused({ listingImg: { imageUri: 'a' }, pictures: [] })).toEqual([otherFirstPicture])
})

test('a link that the API accepted without a scheme stays a link', () => {
  const url = 'homes.example/'.padEnd(longestLink, 'x')
  const saved = savePropertyRequest.parse({ url }).url ?? ''
  expect(saved.length).toBeGreaterThan(longestLink)
  expect(isListingLink(saved)).toBe(true)
})
