import { type Choice, filterPropertyTypes, investmentPurposes, labelOf, ownershipStructures, propertyConditions } from './choices.ts'
import { roomLabel, searchRadius } from './criteria.ts'
import { formatMoney } from './money.ts'
import type { CircleFilter } from './search.ts'

/** One active filter: its text, and the filter without it. */
export type FilterChip = { readonly key: string; readonly text: string; readonly without: CircleFilter }

const lists = {
  propertyTypes: filterPropertyTypes,
  propertyCondition: propertyConditions,
  investmentPurpose: investmentPurposes,
  ownershipStructure: ownershipStructures,
} as const satisfies Partial<Record<keyof CircleFilter, readonly Choice[]>>

const without = (filter: CircleFilter, key: keyof CircleFilter): CircleFilter => {
  const { [key]: _gone, ...rest } = filter
  return rest
}

function listChips(filter: CircleFilter, key: keyof typeof lists): FilterChip[] {
  const values: readonly string[] = filter[key] ?? []
  return values.map((value) => {
    const left = values.filter((other) => other !== value)
    return {
      key: `${key}:${value}`,
      text: labelOf(lists[key], value),
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

function targetChips(filter: CircleFilter): FilterChip[] {
  const { minTarget, maxTarget, ...rest } = filter
  if (minTarget === undefined && maxTarget === undefined) return []
  const [from, to] = [minTarget, maxTarget].map((amount) => (amount === undefined ? undefined : formatMoney(amount)))
  const text = from && to ? `${from} to ${to}` : from ? `From ${from}` : `Up to ${to}`
  return [{ key: 'target', text, without: rest }]
}

/** Every active filter, in the order of the panel. The map's own box was not set by anyone. */
export function filterChips(filter: CircleFilter): FilterChip[] {
  const chip = (key: keyof CircleFilter, text: string): FilterChip => ({ key, text, without: without(filter, key) })
  return [
    ...(filter.q === undefined ? [] : [chip('q', `“${filter.q}”`)]),
    ...placeChips(filter),
    ...listChips(filter, 'propertyTypes'),
    ...targetChips(filter),
    ...listChips(filter, 'propertyCondition'),
    ...listChips(filter, 'investmentPurpose'),
    ...listChips(filter, 'ownershipStructure'),
    ...(filter.bedrooms === undefined ? [] : [chip('bedrooms', `Bedrooms ${roomLabel(filter.bedrooms)}`)]),
    ...(filter.bathrooms === undefined ? [] : [chip('bathrooms', `Bathrooms ${roomLabel(filter.bathrooms)}`)]),
  ]
}
