import { longestPlaceName } from './distance.ts'
import { type FieldProblem, fillIn, tooLong } from './form.ts'
import { completeLink, isListingLink, longestLink, notAListingLink } from './listing.ts'
import { type Dollars, formatDollars, largestAmount } from './money.ts'
import { factNames, factProblem, type PropertyFact } from './property-facts.ts'

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

/** To how many circles a broker may bring a property at once. */
export const mostCopies = 50
export const tooManyCopies = `Please choose at most ${mostCopies} circles at once`
export const noCircleChosen = 'Please choose at least one circle'

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

type PropertyForm = Readonly<Record<TextField, string>> & { readonly price: Dollars | undefined } & {
  readonly [Fact in PropertyFact]?: number | undefined
}

/** What the page checks before it sends a property; the schema of the API refuses the same with the same messages. */
export const propertyProblems = (form: PropertyForm): FieldProblem[] =>
  [
    ...textFields.map((field) => [field, textProblem(field, form[field])] as const),
    ['price', priceProblem(form.price)] as const,
    ...factNames.map((fact) => [fact, factProblem(fact, form[fact])] as const),
  ].flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]))
