import type { Property } from '#contract/properties.ts'
import { formatDollars } from '#domain/money.ts'
import { factNames, factWords, type PropertyFact, propertyFacts } from '#domain/property-facts.ts'
import { type Change, changesOf } from '#web/shared/vote/changed-meanwhile.tsx'

const place = ({ city, state, zipCode }: Property): string => `${city}, ${state} ${zipCode}`
const factOf = (property: Property, fact: PropertyFact): string => {
  const value = property[fact]
  return value === null ? 'Not known' : factWords(fact, value)
}

const keys = ({ pictures }: Property): string => pictures.map(({ imageUri }) => imageUri).join(' ')
const pictureWords = ({ pictures }: Property): string => (pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`)

/** What differs between two versions of a property: what is voted on. */
export const propertyChanges = (before: Property, after: Property): Change[] => [
  ...changesOf([
    { label: 'Address', before: before.address, after: after.address },
    { label: 'Place', before: place(before), after: place(after) },
    { label: 'Price', before: formatDollars(before.price), after: formatDollars(after.price) },
    { label: 'Listing link', before: before.url, after: after.url },
    ...factNames.map((fact) => ({ label: propertyFacts[fact].label, before: factOf(before, fact), after: factOf(after, fact) })),
  ]),
  ...(keys(before) === keys(after) ? [] : [{ label: 'Pictures', before: pictureWords(before), after: `${pictureWords(after)}, changed` }]),
]
