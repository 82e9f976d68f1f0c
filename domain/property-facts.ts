import { formatCount } from './money.ts'

type Fact = {
  /** In `properties` and in `decision_record`. */
  readonly column: string
  readonly label: string
  /** In the form, if it differs. */
  readonly fieldLabel?: string
  /** A value is a multiple of `step` within these limits. */
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  readonly message: string
  readonly words?: (value: number) => string
}

const largestArea = 10_000_000

/** What may be known of a property, in the order in which it is asked for and shown. People vote on it, and it is in the record. */
export const propertyFacts = {
  yearBuilt: {
    column: 'year_built',
    label: 'Built',
    fieldLabel: 'Year built',
    minimum: 1600,
    maximum: 2100,
    step: 1,
    message: 'Please give a year from 1600 to 2100',
  },
  bedrooms: {
    column: 'bedrooms',
    label: 'Bedrooms',
    minimum: 0,
    maximum: 200,
    step: 1,
    message: 'Please give a whole number from 0 to 200',
  },
  bathrooms: {
    column: 'bathrooms',
    label: 'Bathrooms',
    minimum: 0,
    maximum: 200,
    step: 0.5,
    message: 'Please give a number from 0 to 200, in halves such as 1.5',
  },
  livingArea: {
    column: 'living_area',
    label: 'Living area',
    fieldLabel: 'Living area (sq ft)',
    minimum: 1,
    maximum: largestArea,
    step: 1,
    message: `Please give whole square feet, from 1 to ${formatCount(largestArea)}`,
    words: (area: number) => `${formatCount(area)} sq ft`,
  },
} as const satisfies Record<string, Fact>

export type PropertyFact = keyof typeof propertyFacts
export type FactColumn = (typeof propertyFacts)[PropertyFact]['column']
export const factNames = Object.keys(propertyFacts) as readonly PropertyFact[]
export const factColumns: readonly FactColumn[] = factNames.map((name) => propertyFacts[name].column)

/** One value for each fact. */
export const ofEachFact = <Value>(make: (name: PropertyFact, column: FactColumn) => Value) =>
  Object.fromEntries(factNames.map((name) => [name, make(name, propertyFacts[name].column)])) as Record<PropertyFact, Value>

/** One value for each column of a fact. */
export const ofEachColumn = <Value>(make: (column: FactColumn, name: PropertyFact) => Value) =>
  Object.fromEntries(factNames.map((name) => [propertyFacts[name].column, make(propertyFacts[name].column, name)])) as Record<
    FactColumn,
    Value
  >

/** As the form asks for it. */
export function fieldLabelOf(name: PropertyFact): string {
  const { label, fieldLabel = label }: Fact = propertyFacts[name]
  return fieldLabel
}

/** A fact in words. */
export function factWords(name: PropertyFact, value: number): string {
  const { words = String }: Fact = propertyFacts[name]
  return words(value)
}

/** The known facts with their headings. */
export const knownFacts = (property: Readonly<Record<PropertyFact, number | null>>): { label: string; words: string }[] =>
  factNames.flatMap((name) => {
    const value = property[name]
    return value === null ? [] : [{ label: propertyFacts[name].label, words: factWords(name, value) }]
  })

/** What is wrong with a value of the form. */
export function factProblem(name: PropertyFact, value: number | undefined): string | undefined {
  const { minimum, maximum, step, message } = propertyFacts[name]
  if (value === undefined) return undefined
  return value >= minimum && value <= maximum && Number.isInteger(value / step) ? undefined : message
}
