import { oneArcPrice } from './arcs.ts'
import { type CircleSort, type FilterPropertyType, type MinimumShareSize, meaningOfFilter } from './choices.ts'
import { admitsRooms, type Criteria, type CriterionFilter, filteredCriteria, roomNumbers, withValues } from './criteria.ts'
import { type Box, isInBox, milesBetween, type Point } from './distance.ts'
import { type FitPreferences, fitScore } from './fit.ts'
import { pointOf } from './map.ts'
import type { Dollars } from './money.ts'
import { itemsOnPage } from './pages.ts'

/** The fields of a circle that the search uses. */
export type SearchableCircle = {
  readonly _id: string
  readonly title: string
  readonly description: string
  readonly location: { readonly city: string; readonly state: string | null; readonly lat: number | null; readonly lng: number | null }
  readonly hideCircle: boolean
  readonly isDeleted: boolean
  readonly createdAt: string
  readonly sharesAvailable: number
  readonly investmentCriteria: Criteria & {
    readonly totalTargetSize: Dollars | null
    readonly minimumShareSize: MinimumShareSize | null
    readonly geographicRadius: number | null
  }
}

/** A chosen place and a radius. The city's name is only displayed. */
export type Near = Point & { readonly radius: number; readonly city?: string | undefined }

/** What someone looks for. Absent or empty values don't filter. */
export type CircleFilter = CriterionFilter & {
  readonly q?: string | undefined
  readonly near?: Near | undefined
  readonly bbox?: Box | undefined
  readonly minTarget?: Dollars | undefined
  readonly maxTarget?: Dollars | undefined
  /** The price of one arc. */
  readonly minArcPrice?: Dollars | undefined
  readonly maxArcPrice?: Dollars | undefined
  readonly hasFreeArcs?: true | undefined
}

/** Texts of up to so many characters are found where a word begins, longer ones anywhere. */
export const shortNeedle = 2

/** What is before the beginning of a word. */
export const wordSeparators = [' ', '\n', '-', '/', '(', '"', "'"] as const

/** The text that is searched for; empty without one. */
export const needleOf = ({ q }: Pick<CircleFilter, 'q'>): string => q?.trim().toLowerCase() ?? ''

const says = ({ title, description, location }: SearchableCircle, needle: string): boolean =>
  [title, description, location.city, location.state ?? ''].some((each) => {
    const text = each.toLowerCase()
    if (needle.length > shortNeedle) return text.includes(needle)
    return text.startsWith(needle) || wordSeparators.some((before) => text.includes(before + needle))
  })

const isNear = (circle: SearchableCircle, near: Near): boolean => {
  const point = pointOf(circle.location)
  return point !== null && milesBetween(near, point) <= near.radius
}

const isWithin = (circle: SearchableCircle, box: Box): boolean => {
  const point = pointOf(circle.location)
  return point !== null && isInBox(point, box)
}

function typeTraits(selected: readonly FilterPropertyType[]): string[] {
  const { propertyTypes, investmentPurposes } = meaningOfFilter(selected)
  return [...propertyTypes.map((type) => `type:${type}`), ...investmentPurposes.map((purpose) => `purpose:${purpose}`)]
}

/** The traits that a filter asks for, in groups of which a match has one. */
export const wantedTraits = (filter: CircleFilter): string[][] =>
  filteredCriteria
    .map(({ key, trait }) => {
      if (key === 'propertyTypes') return typeTraits(filter.propertyTypes ?? [])
      return [filter[key] ?? []].flat().map((value) => `${trait}:${value}`)
    })
    .filter((traits) => traits.length > 0)

/** What a circle can be found by, as `circle_traits` names it in the database. */
const traitsOf = ({ investmentCriteria }: SearchableCircle): string[] =>
  withValues(investmentCriteria).flatMap((criterion) => {
    if (criterion.trait === undefined) return []
    const values = criterion.kind === 'range' ? roomNumbers.filter((rooms) => admitsRooms(criterion.value, rooms)) : (criterion.value ?? [])
    return [values].flat().map((value) => `${criterion.trait}:${value}`)
  })

const isBetween = (value: number | null, least: number | undefined, most: number | undefined): boolean =>
  (least === undefined && most === undefined) || (value !== null && value >= (least ?? value) && value <= (most ?? value))

/** Whether a circle matches all filters. A circle without a target is in no range of targets or prices. */
export function matchesFilter(circle: SearchableCircle, filter: CircleFilter): boolean {
  const traits = traitsOf(circle)
  return (
    (!needleOf(filter) || says(circle, needleOf(filter))) &&
    (!filter.near || isNear(circle, filter.near)) &&
    (!filter.bbox || isWithin(circle, filter.bbox)) &&
    wantedTraits(filter).every((wanted) => wanted.some((trait) => traits.includes(trait))) &&
    isBetween(circle.investmentCriteria.totalTargetSize, filter.minTarget, filter.maxTarget) &&
    isBetween(oneArcPrice(circle.investmentCriteria), filter.minArcPrice, filter.maxArcPrice) &&
    (!filter.hasFreeArcs || circle.sharesAvailable > 0)
  )
}

const up = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

// Unknown values come last in both directions.
const largestFirst = (a: number | null, b: number | null): number => up(b ?? Number.NEGATIVE_INFINITY, a ?? Number.NEGATIVE_INFINITY)

const smallestFirst = (a: number | null, b: number | null): number => up(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY)

const milesTo = (circle: SearchableCircle, from: Point): number => {
  const point = pointOf(circle.location)
  return point === null ? Number.POSITIVE_INFINITY : milesBetween(from, point)
}

type Order = (a: SearchableCircle, b: SearchableCircle) => number

const freeFirst: Order = (a, b) => Number(b.sharesAvailable > 0) - Number(a.sharesAvailable > 0)

const newestFirst: Order = (a, b) => up(Date.parse(b.createdAt), Date.parse(a.createdAt))

const orders: Readonly<Record<CircleSort, (near: Point | undefined, preferences: FitPreferences | undefined) => Order>> = {
  createdAt: () => newestFirst,
  // By the numbers of its characters in lower case: the same for everyone, whatever their language.
  title: () => (a, b) => up(a.title.toLowerCase(), b.title.toLowerCase()),
  totalTargetSize: () => (a, b) => largestFirst(a.investmentCriteria.totalTargetSize, b.investmentCriteria.totalTargetSize),
  geographicRadius: () => (a, b) => largestFirst(a.investmentCriteria.geographicRadius, b.investmentCriteria.geographicRadius),
  arcPrice: () => (a, b) => smallestFirst(oneArcPrice(a.investmentCriteria), oneArcPrice(b.investmentCriteria)),
  // Without a place, newest first.
  distance: (near) => (near ? (a, b) => up(milesTo(a, near), milesTo(b, near)) : newestFirst),
  // Those that can be joined come first. Newest first among equal fits, and for people without preferences.
  fit: (_near, preferences) =>
    preferences ? (a, b) => freeFirst(a, b) || fitScore(b, preferences) - fitScore(a, preferences) || newestFirst(a, b) : newestFirst,
}

/** Ties are broken by id, so that pages never show a circle twice. */
export function sortCircles<Circle extends SearchableCircle>(
  circles: readonly Circle[],
  sort: CircleSort,
  near?: Point,
  preferences?: FitPreferences,
): Circle[] {
  const order = orders[sort](near, preferences)
  return [...circles].sort((a, b) => order(a, b) || up(a._id, b._id))
}

/** The public list contains neither hidden nor deleted circles. */
const isPublic = (circle: { readonly hideCircle: boolean; readonly isDeleted: boolean }): boolean => !circle.hideCircle && !circle.isDeleted

/** For Best Fit so many matches are scored: the newest ones, and the newest within the person's radius. */
export const scoredMatches = 1_000

export type CircleSearch = {
  readonly filter: CircleFilter
  readonly sort: CircleSort
  /** The preferences for Best Fit. */
  readonly preferences?: FitPreferences | undefined
  readonly page: number
  readonly pageSize: number
}

/** The reference search: simple and slow; the server's fast one is tested against it. */
export function searchCircles<Circle extends SearchableCircle>(circles: readonly Circle[], search: CircleSearch) {
  const found = circles.filter((circle) => isPublic(circle) && matchesFilter(circle, search.filter))
  const sorted = sortCircles(found, search.sort, search.filter.near, search.preferences)
  return { items: itemsOnPage(sorted, search.page, search.pageSize), total: found.length }
}
