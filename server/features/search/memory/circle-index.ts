import { TypedFastBitSet } from 'typedfastbitset'
import { shareCount } from '#domain/arcs.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { type Compare, insertSlots, type SortedSlots, sortedSlots } from './sorted-slots.ts'
import { addText, type TextIndex, textIndex } from './text-index.ts'

/** What searches need of a visible circle, as the database has it. */
export type SearchedRow = {
  readonly id: string
  readonly title: string
  readonly city: string
  readonly state: string | null
  readonly description: string
  /** In milliseconds. */
  readonly created_at: number
  readonly total_target_size: number | null
  readonly geographic_radius: number
  readonly lat: number | null
  readonly lng: number | null
  /** With spaces between them. */
  readonly traits: string
  readonly property_investment_min: number | null
  readonly property_investment_max: number | null
  readonly minimum_share_size: string | null
}

/** The fields that are compared one by one, rather than for many circles at once. */
export type SearchedCircle = {
  readonly id: string
  /** In lower case, as the text. */
  readonly title: string
  readonly text: string
  readonly traits: string
  readonly leastPrice: number | null
  readonly mostPrice: number | null
  /** How many shares the target has. */
  readonly shares: number | null
}

type Column = 'idStart' | 'createdAt' | 'target' | 'radius' | 'lat' | 'lng'

/** For an unknown target, which is below every known one. */
export const unknownTarget = -1

/**
 * All visible circles, in the memory of one process. Each has a slot: a number that is its place in every list here. A circle that changes gets
 * a new slot, so lists and texts only grow; `living` says which slots are in use.
 */
export type CircleIndex = {
  readonly circles: SearchedCircle[]
  readonly slots: Map<string, number>
  readonly living: TypedFastBitSet
  readonly columns: Record<Column, Float64Array>
  readonly orders: Readonly<Record<'createdAt' | 'title' | 'totalTargetSize' | 'geographicRadius', SortedSlots>>
  /** By strips of latitude from south to north, and in each strip from west to east. Circles without a place are not in it. */
  readonly places: SortedSlots
  readonly texts: TextIndex
  readonly traits: Map<string, TypedFastBitSet>
  /** Many circles have the same traits, so each combination is kept and looked up once. */
  readonly combinations: Map<string, Combination>
  readonly byId: Compare
}

type Combination = Pick<SearchedCircle, 'traits'> & { readonly sets: readonly TypedFastBitSet[] }

export const stripsPerDegree = 8

export const stripOf = (lat: number): number => Math.floor(lat * stripsPerDegree)

/** An element that is known to exist. */
const at = <Value>(values: { readonly [slot: number]: Value }, slot: number): Value => values[slot] as Value
const up = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export function circleIndex(): CircleIndex {
  const circles: SearchedCircle[] = []
  const numbers = () => new Float64Array(64)
  const columns = { idStart: numbers(), createdAt: numbers(), target: numbers(), radius: numbers(), lat: numbers(), lng: numbers() }
  const byId: Compare = (one, other) =>
    at(columns.idStart, one) - at(columns.idStart, other) || up(at(circles, one).id, at(circles, other).id)
  return {
    circles,
    slots: new Map(),
    living: new TypedFastBitSet(),
    columns,
    orders: {
      createdAt: sortedSlots((one, other) => at(columns.createdAt, other) - at(columns.createdAt, one) || byId(one, other)),
      title: sortedSlots((one, other) => up(at(circles, one).title, at(circles, other).title) || byId(one, other)),
      totalTargetSize: sortedSlots((one, other) => at(columns.target, other) - at(columns.target, one) || byId(one, other)),
      geographicRadius: sortedSlots((one, other) => at(columns.radius, other) - at(columns.radius, one) || byId(one, other)),
    },
    places: sortedSlots(
      (one, other) =>
        stripOf(at(columns.lat, one)) - stripOf(at(columns.lat, other)) ||
        at(columns.lng, one) - at(columns.lng, other) ||
        byId(one, other),
    ),
    texts: textIndex(),
    traits: new Map(),
    combinations: new Map(),
    byId,
  }
}

function growColumns({ columns, circles }: CircleIndex): void {
  if (circles.length < columns.createdAt.length) return
  for (const column of Object.keys(columns) as Column[]) {
    const larger = new Float64Array(2 * columns[column].length)
    larger.set(columns[column])
    columns[column] = larger
  }
}

/** Between the fields of a circle. No searched text contains it. */
const separator = '\x1f'

function toCircle(row: SearchedRow, { traits }: Combination): SearchedCircle {
  const fields = [row.title, row.city, row.state ?? '', row.description].map((field) => field.toLowerCase())
  return {
    id: row.id,
    title: fields[0] as string,
    text: fields.join(separator),
    traits,
    leastPrice: row.property_investment_min,
    mostPrice: row.property_investment_max,
    shares: row.minimum_share_size === null ? null : shareCount(row.minimum_share_size as MinimumShareSize),
  }
}

/** The beginning of an id as a number, which decides most comparisons. */
const startOfId = (id: string): number => Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16)

const toNumbers = (row: SearchedRow): Record<Column, number> => ({
  idStart: startOfId(row.id),
  createdAt: row.created_at,
  target: row.total_target_size ?? unknownTarget,
  radius: row.geographic_radius,
  lat: row.lat ?? Number.NaN,
  lng: row.lng ?? Number.NaN,
})

function setOfTrait({ traits }: CircleIndex, trait: string): TypedFastBitSet {
  const known = traits.get(trait) ?? new TypedFastBitSet()
  traits.set(trait, known)
  return known
}

function combinationOf(index: CircleIndex, traits: string): Combination {
  const known = index.combinations.get(traits)
  if (known) return known
  const words = traits.split(' ')
  const combination = { traits, sets: words.map((word) => setOfTrait(index, word)) }
  index.combinations.set(traits, combination)
  return combination
}

/** Whether a circle is in the index with exactly these values. Most changes of a circle, such as a purchase, change none of them. */
function isKnown({ slots, circles, columns }: CircleIndex, circle: SearchedCircle, numbers: Record<Column, number>): boolean {
  const slot = slots.get(circle.id)
  const known = slot === undefined ? undefined : circles[slot]
  if (slot === undefined || !known) return false
  const areEqual = (Object.keys(circle) as (keyof SearchedCircle)[]).every((field) => known[field] === circle[field])
  return areEqual && (Object.keys(columns) as Column[]).every((column) => Object.is(columns[column][slot], numbers[column]))
}

/** Adds circles, or replaces what the index knows about them. */
export function putCircles(index: CircleIndex, rows: readonly SearchedRow[]): void {
  const added: number[] = []
  for (const row of rows) {
    const combination = combinationOf(index, row.traits)
    const circle = toCircle(row, combination)
    const numbers = toNumbers(row)
    if (isKnown(index, circle, numbers)) continue
    removeCircle(index, row.id)
    growColumns(index)
    const slot = index.circles.push(circle) - 1
    for (const column of Object.keys(numbers) as Column[]) index.columns[column][slot] = numbers[column]
    index.slots.set(circle.id, slot)
    index.living.add(slot)
    addText(index.texts, slot, circle.text)
    for (const set of combination.sets) set.add(slot)
    added.push(slot)
  }
  for (const order of Object.values(index.orders)) insertSlots(order, added)
  insertSlots(
    index.places,
    added.filter((slot) => !Number.isNaN(index.columns.lat[slot])),
  )
}

export function removeCircle({ slots, living }: CircleIndex, id: string): void {
  const slot = slots.get(id)
  if (slot === undefined) return
  slots.delete(id)
  living.remove(slot)
}

/** Whether most slots are no longer in use, so that a new index would be smaller. */
export const isMostlyUnused = ({ circles, slots }: CircleIndex): boolean => circles.length > 2 * slots.size + 1_000
