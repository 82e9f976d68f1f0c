import {
  type CircleSort,
  type FilterPropertyType,
  type InvestmentPurpose,
  type MinimumShareSize,
  meaningOfFilter,
  type OwnershipStructure,
  type PropertyCondition,
  type PropertyType,
} from './choices.ts'
import { admitsRooms, type OpenRange } from './criteria.ts'
import { type Box, isInBox, milesBetween, type Point } from './distance.ts'
import { fitScore, type Wishes } from './fit.ts'
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
  readonly investmentCriteria: {
    readonly totalTargetSize: Dollars | null
    readonly minimumShareSize: MinimumShareSize | null
    readonly propertyInvestmentRange: OpenRange | null
    readonly geographicRadius: number | null
    readonly propertyTypes: readonly PropertyType[]
    readonly propertyCondition: readonly PropertyCondition[]
    readonly investmentPurpose: readonly InvestmentPurpose[]
    readonly ownershipStructure: OwnershipStructure | null
    readonly bedrooms: OpenRange | null
    readonly bathrooms: OpenRange | null
  }
}

/** A chosen place and a radius. The city's name is only displayed. */
export type Near = Point & { readonly radius: number; readonly city?: string | undefined }

/** What someone looks for. Absent or empty values don't filter. */
export type CircleFilter = {
  readonly q?: string | undefined
  readonly near?: Near | undefined
  readonly bbox?: Box | undefined
  readonly propertyTypes?: readonly FilterPropertyType[] | undefined
  readonly propertyCondition?: readonly PropertyCondition[] | undefined
  readonly investmentPurpose?: readonly InvestmentPurpose[] | undefined
  readonly ownershipStructure?: readonly OwnershipStructure[] | undefined
  readonly minTarget?: Dollars | undefined
  readonly maxTarget?: Dollars | undefined
  readonly bedrooms?: number | undefined
  readonly bathrooms?: number | undefined
}

const shares = <Value>(wanted: readonly Value[] | undefined, has: readonly Value[]): boolean =>
  !wanted?.length || wanted.some((value) => has.includes(value))

const says = (circle: SearchableCircle, q: string): boolean => {
  const { title, description, location } = circle
  return [title, description, location.city, location.state ?? ''].some((text) => text.toLowerCase().includes(q.trim().toLowerCase()))
}

const isNear = (circle: SearchableCircle, near: Near): boolean => {
  const point = pointOf(circle.location)
  return point !== null && milesBetween(near, point) <= near.radius
}

const isWithin = (circle: SearchableCircle, box: Box): boolean => {
  const point = pointOf(circle.location)
  return point !== null && isInBox(point, box)
}

const isOfType = (circle: SearchableCircle, selected: readonly FilterPropertyType[]): boolean => {
  const { propertyTypes, investmentPurposes } = meaningOfFilter(selected)
  const { investmentCriteria: criteria } = circle
  return (
    criteria.propertyTypes.some((type) => propertyTypes.includes(type)) ||
    criteria.investmentPurpose.some((purpose) => investmentPurposes.includes(purpose))
  )
}

/** Whether a circle matches all filters. A circle without a target is in no target range. */
export function matchesFilter(circle: SearchableCircle, filter: CircleFilter): boolean {
  const { investmentCriteria: criteria } = circle
  const target = criteria.totalTargetSize
  return (
    (!filter.q?.trim() || says(circle, filter.q)) &&
    (!filter.near || isNear(circle, filter.near)) &&
    (!filter.bbox || isWithin(circle, filter.bbox)) &&
    (!filter.propertyTypes?.length || isOfType(circle, filter.propertyTypes)) &&
    shares(filter.propertyCondition, criteria.propertyCondition) &&
    shares(filter.investmentPurpose, criteria.investmentPurpose) &&
    shares(filter.ownershipStructure, criteria.ownershipStructure === null ? [] : [criteria.ownershipStructure]) &&
    (filter.minTarget === undefined || (target !== null && target >= filter.minTarget)) &&
    (filter.maxTarget === undefined || (target !== null && target <= filter.maxTarget)) &&
    (filter.bedrooms === undefined || admitsRooms(criteria.bedrooms, filter.bedrooms)) &&
    (filter.bathrooms === undefined || admitsRooms(criteria.bathrooms, filter.bathrooms))
  )
}

const up = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

// Unknown values come last in both directions.
const largestFirst = (a: number | null, b: number | null): number => up(b ?? Number.NEGATIVE_INFINITY, a ?? Number.NEGATIVE_INFINITY)

const milesTo = (circle: SearchableCircle, from: Point): number => {
  const point = pointOf(circle.location)
  return point === null ? Number.POSITIVE_INFINITY : milesBetween(from, point)
}

type Order = (a: SearchableCircle, b: SearchableCircle) => number

const newestFirst: Order = (a, b) => up(Date.parse(b.createdAt), Date.parse(a.createdAt))

const orders: Readonly<Record<CircleSort, (near: Point | undefined, wishes: Wishes | undefined) => Order>> = {
  createdAt: () => newestFirst,
  // By the numbers of its characters in lower case: the same for everyone, whatever their language.
  title: () => (a, b) => up(a.title.toLowerCase(), b.title.toLowerCase()),
  totalTargetSize: () => (a, b) => largestFirst(a.investmentCriteria.totalTargetSize, b.investmentCriteria.totalTargetSize),
  geographicRadius: () => (a, b) => largestFirst(a.investmentCriteria.geographicRadius, b.investmentCriteria.geographicRadius),
  // Without a place, newest first.
  distance: (near) => (near ? (a, b) => up(milesTo(a, near), milesTo(b, near)) : newestFirst),
  // Newest first among equal fits, and for people without wishes.
  fit: (_near, wishes) => (a, b) => (wishes ? fitScore(b, wishes) - fitScore(a, wishes) : 0) || newestFirst(a, b),
}

/** Ties are broken by id, so that pages never show a circle twice. */
export function sortCircles<Circle extends SearchableCircle>(
  circles: readonly Circle[],
  sort: CircleSort,
  near?: Point,
  wishes?: Wishes,
): Circle[] {
  const order = orders[sort](near, wishes)
  return [...circles].sort((a, b) => order(a, b) || up(a._id, b._id))
}

/** The public list contains neither hidden nor deleted circles. */
const isPublic = (circle: { readonly hideCircle: boolean; readonly isDeleted: boolean }): boolean => !circle.hideCircle && !circle.isDeleted

export type CircleSearch = {
  readonly filter: CircleFilter
  readonly sort: CircleSort
  /** The preferences for Best Fit. */
  readonly wishes?: Wishes | undefined
  readonly page: number
  readonly pageSize: number
}

/** The reference search: simple and slow; the server's fast one is tested against it. */
export function searchCircles<Circle extends SearchableCircle>(circles: readonly Circle[], search: CircleSearch) {
  const found = circles.filter((circle) => isPublic(circle) && matchesFilter(circle, search.filter))
  const sorted = sortCircles(found, search.sort, search.filter.near, search.wishes)
  return { items: itemsOnPage(sorted, search.page, search.pageSize), total: found.length }
}
