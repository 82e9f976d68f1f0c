import { labelOf } from './choices.ts'
import { type Filtered, filteredCriteria, searchRadius } from './criteria.ts'
import { type Dollars, formatMoney } from './money.ts'
import type { CircleFilter } from './search.ts'

/** One active filter: its text, and the filter without it. */
export type FilterChip = { readonly key: string; readonly text: string; readonly without: CircleFilter }

const without = (filter: CircleFilter, key: keyof CircleFilter): CircleFilter => {
  const { [key]: _gone, ...rest } = filter
  return rest
}

function criterionChips(filter: CircleFilter, criterion: Filtered): FilterChip[] {
  const { key, label } = criterion
  const values: readonly (string | number)[] = [filter[key] ?? []].flat()
  return values.map((value) => {
    const left = values.filter((other) => other !== value)
    return {
      key: `${key}:${value}`,
      text: criterion.kind === 'range' ? `${label} ${criterion.stopText(Number(value))}` : labelOf(criterion.choices, String(value)),
      without: left.length > 0 ? { ...filter, [key]: left } : without(filter, key),
    }
  })
}

function placeChips(filter: CircleFilter): FilterChip[] {
  const { near } = filter
  if (!near) return []
  const place = { key: 'near', text: near.city ?? 'Chosen place', without: without(filter, 'near') }
  if (near.radius === searchRadius.initial) return [place]
  return [place, { key: 'radius', text: `${near.radius} miles`, without: { ...filter, near: { ...near, radius: searchRadius.initial } } }]
}

/** `$400,000 to $2M`, `from $400,000`, `up to $2M`; empty without a limit. */
function limitsText(min: Dollars | undefined, max: Dollars | undefined): string {
  const [from, to] = [min, max].map((amount) => (amount === undefined ? undefined : formatMoney(amount)))
  if (from && to) return `${from} to ${to}`
  if (from) return `from ${from}`
  return to ? `up to ${to}` : ''
}

function targetChips(filter: CircleFilter): FilterChip[] {
  const { minTarget, maxTarget, ...rest } = filter
  const text = limitsText(minTarget, maxTarget)
  return text ? [{ key: 'target', text: text.charAt(0).toUpperCase() + text.slice(1), without: rest }] : []
}

function arcChips(filter: CircleFilter): FilterChip[] {
  const { minArcPrice, maxArcPrice, ...rest } = filter
  const text = limitsText(minArcPrice, maxArcPrice)
  return [
    ...(text ? [{ key: 'arcPrice', text: `Arc ${text}`, without: rest }] : []),
    ...(filter.hasFreeArcs ? [{ key: 'hasFreeArcs', text: onlyFreeArcs, without: without(filter, 'hasFreeArcs') }] : []),
  ]
}

export const onlyFreeArcs = 'Only with free arcs'

/** Every active filter, in the order of the panel. The map's own box was not set by anyone. */
export function filterChips(filter: CircleFilter): FilterChip[] {
  const [types = [], ...others] = filteredCriteria.map((criterion) => criterionChips(filter, criterion))
  return [
    ...(filter.q === undefined ? [] : [{ key: 'q', text: `“${filter.q}”`, without: without(filter, 'q') }]),
    ...placeChips(filter),
    ...types,
    ...arcChips(filter),
    ...targetChips(filter),
    ...others.flat(),
  ]
}

const textsOf = (chips: readonly FilterChip[]): string[] => chips.map(({ text }) => text)

/** A search in words, by which a saved one is named: `Denver, 25 miles, Multi-Family or Land, one arc up to $75,000, with free arcs`. */
export function searchWords(filter: CircleFilter): string {
  const [types = [], ...others] = filteredCriteria.map((criterion) => textsOf(criterionChips(filter, criterion)))
  const arcLimits = limitsText(filter.minArcPrice, filter.maxArcPrice)
  const target = limitsText(filter.minTarget, filter.maxTarget)
  const words = [
    ...(filter.q === undefined ? [] : [`‘${filter.q}’`]),
    ...textsOf(placeChips(filter)),
    types.join(' or '),
    arcLimits && `one arc ${arcLimits}`,
    filter.hasFreeArcs ? 'with free arcs' : '',
    target && `target ${target}`,
    ...others.map((texts) => texts.join(' or ')),
  ]
    .filter(Boolean)
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
