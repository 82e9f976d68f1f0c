import { longestPlaceName } from './distance.ts'
import { type FieldProblem, fillIn, tooLong } from './form.ts'
import { completeLink, isListingLink, longestLink, notAListingLink } from './listing.ts'
import { type Dollars, formatCount, formatDollars, largestAmount } from './money.ts'

const textFields = ['address', 'city', 'state', 'zipCode', 'url'] as const
type TextField = (typeof textFields)[number]

/** The longest text of each field. */
export const propertyLengths = {
  address: 200,
  city: longestPlaceName,
  state: longestPlaceName,
  zipCode: 20,
  url: longestLink,
} as const satisfies Record<TextField, number>

const requiredFields = [...textFields, 'price', 'listingStatus'] as const

/** A new property needs every field; pictures and facts are optional. */
export const missingPropertyFields = (form: { readonly [Field in (typeof requiredFields)[number]]?: unknown }): FieldProblem[] =>
  requiredFields.filter((field) => form[field] === undefined).map((field) => ({ field, message: fillIn }))

export const priceLimits = { minimum: 1, maximum: largestAmount } as const
export const priceNotWhole = 'Please give whole dollars'
export const priceTooSmall = 'Please give a price above zero'
export const priceTooLarge = `Please give a price of at most ${formatDollars(priceLimits.maximum)}`

function priceProblem(price: Dollars | undefined): string | undefined {
  if (price === undefined) return fillIn
  if (!Number.isInteger(price)) return priceNotWhole
  if (price < priceLimits.minimum) return priceTooSmall
  return price > priceLimits.maximum ? priceTooLarge : undefined
}

function textProblem(field: TextField, text: string): string | undefined {
  if (!text.trim()) return fillIn
  // A link is sent as completed.
  const sent = field === 'url' ? completeLink(text) : text
  if (sent.length > propertyLengths[field]) return tooLong(propertyLengths[field])
  return field === 'url' && !isListingLink(sent) ? notAListingLink : undefined
}

type FactLimits = { readonly minimum: number; readonly maximum: number; readonly step: number; readonly message: string }

const largestArea = 10_000_000

/** Optional facts; a value is a multiple of `step` within the limits. The living area is in square feet. */
export const factLimits = {
  yearBuilt: { minimum: 1600, maximum: 2100, step: 1, message: 'Please give a year from 1600 to 2100' },
  bedrooms: { minimum: 0, maximum: 200, step: 1, message: 'Please give a whole number from 0 to 200' },
  bathrooms: { minimum: 0, maximum: 200, step: 0.5, message: 'Please give a number from 0 to 200, in halves such as 1.5' },
  livingArea: {
    minimum: 1,
    maximum: largestArea,
    step: 1,
    message: `Please give whole square feet, from 1 to ${formatCount(largestArea)}`,
  },
} as const satisfies Record<string, FactLimits>

export type PropertyFact = keyof typeof factLimits
export const propertyFacts = Object.keys(factLimits) as readonly PropertyFact[]

function factProblem(fact: PropertyFact, value: number | undefined): string | undefined {
  const { minimum, maximum, step, message } = factLimits[fact]
  if (value === undefined) return undefined
  return value >= minimum && value <= maximum && Number.isInteger(value / step) ? undefined : message
}

type PropertyForm = Readonly<Record<TextField, string>> & { readonly price: Dollars | undefined } & {
  readonly [Fact in PropertyFact]?: number | undefined
}

/** What the page checks before it sends a property; the schema of the API refuses the same with the same messages. */
export const propertyProblems = (form: PropertyForm): FieldProblem[] =>
  [
    ...textFields.map((field) => [field, textProblem(field, form[field])] as const),
    ['price', priceProblem(form.price)] as const,
    ...propertyFacts.map((fact) => [fact, factProblem(fact, form[fact])] as const),
  ].flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]))
