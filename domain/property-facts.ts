import { formatCount } from './money.ts'
import type { PropertyFact } from './property-form.ts'

/** The facts as headings, in the order in which they are shown. */
export const factLabels = {
  yearBuilt: 'Built',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  livingArea: 'Living area',
} as const satisfies Record<PropertyFact, string>

/** A fact in words; only areas have separators. */
export const factWords = (fact: PropertyFact, value: number): string =>
  fact === 'livingArea' ? `${formatCount(value)} sq ft` : String(value)

/** The known facts with their headings. */
export const knownFacts = (property: Readonly<Record<PropertyFact, number | null>>): { label: string; words: string }[] =>
  (Object.keys(factLabels) as PropertyFact[]).flatMap((fact) => {
    const value = property[fact]
    return value === null ? [] : [{ label: factLabels[fact], words: factWords(fact, value) }]
  })
