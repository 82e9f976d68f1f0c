import { useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { InvestmentPurpose, MinimumShareSize, OwnershipStructure, PropertyCondition, PropertyType } from '#domain/choices.ts'
import { geographicRadius, investmentRange, roomRange } from '#domain/criteria.ts'
import { defaultRules, type Rules } from '#domain/outcome.ts'

type Range = readonly [number, number]

/** The wizard's answers. A range up to the end of its slider means "any". */
export type CircleDraft = {
  readonly title: string
  readonly description: string
  readonly place: { readonly city: string; readonly state: string | null; readonly lat: number | null; readonly lng: number | null } | null
  readonly radius: number
  readonly propertyTypes: readonly PropertyType[]
  readonly propertyCondition: readonly PropertyCondition[]
  readonly investmentPurpose: readonly InvestmentPurpose[]
  readonly bedrooms: Range
  readonly bathrooms: Range
  readonly priceRange: Range
  readonly target: number | undefined
  readonly shareSize: MinimumShareSize | null
  readonly ownerAmount: number | null
  readonly ownership: OwnershipStructure | null
  readonly rules: Rules
  readonly hideCircle: boolean
}

export const emptyDraft: CircleDraft = {
  title: '',
  description: '',
  place: null,
  radius: geographicRadius.initial,
  propertyTypes: [],
  propertyCondition: [],
  investmentPurpose: [],
  bedrooms: [roomRange.min, roomRange.max],
  bathrooms: [roomRange.min, roomRange.max],
  priceRange: [investmentRange.min, investmentRange.max],
  target: undefined,
  shareSize: null,
  ownerAmount: null,
  ownership: null,
  rules: defaultRules,
  hideCircle: false,
}

const openEnd = ([min, max]: Range, most: number) => ({ min, max: max >= most ? ('any' as const) : max })

export const toRequest = (draft: CircleDraft) => ({
  title: draft.title,
  description: draft.description,
  location: draft.place ?? { city: '' },
  hideCircle: draft.hideCircle,
  investmentCriteria: {
    totalTargetSize: draft.target ?? null,
    minimumShareSize: draft.shareSize,
    ownerInvestmentAmount: draft.ownerAmount,
    geographicRadius: draft.radius,
    bedrooms: openEnd(draft.bedrooms, roomRange.max),
    bathrooms: openEnd(draft.bathrooms, roomRange.max),
    ownershipStructure: draft.ownership,
    propertyTypes: [...draft.propertyTypes],
    propertyCondition: [...draft.propertyCondition],
    investmentPurpose: [...draft.investmentPurpose],
    propertyInvestmentRange: openEnd(draft.priceRange, investmentRange.max),
  },
})

const range = (stored: { min: number; max: number | 'any' } | null, limits: { min: number; max: number }): Range =>
  stored ? [stored.min, stored.max === 'any' ? limits.max : stored.max] : [limits.min, limits.max]

/** The answers of an existing circle, for editing. */
export function draftOf({ title, description, location, investmentCriteria: criteria, charter, hideCircle }: Circle): CircleDraft {
  return {
    title,
    description,
    place: location,
    radius: criteria.geographicRadius,
    propertyTypes: criteria.propertyTypes,
    propertyCondition: criteria.propertyCondition,
    investmentPurpose: criteria.investmentPurpose,
    bedrooms: range(criteria.bedrooms, roomRange),
    bathrooms: range(criteria.bathrooms, roomRange),
    priceRange: range(criteria.propertyInvestmentRange, investmentRange),
    target: criteria.totalTargetSize ?? undefined,
    shareSize: criteria.minimumShareSize,
    ownerAmount: criteria.ownerInvestmentAmount,
    ownership: criteria.ownershipStructure,
    rules: charter?.rules ?? defaultRules,
    hideCircle,
  }
}

type SavedDraft = { readonly draft: CircleDraft; readonly step: number }

function readDraft(key: string, initial: CircleDraft): SavedDraft | null {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<SavedDraft> | null
    return saved?.draft ? { draft: { ...initial, ...saved.draft }, step: Math.min(4, Math.max(0, saved.step ?? 0)) } : null
  } catch {
    return null
  }
}

/** Saves the answers in localStorage so that they survive a reload, until they are sent or discarded. */
export function useSavedDraft(key: string, initial: CircleDraft) {
  const [saved, setSaved] = useState<SavedDraft>(() => readDraft(key, initial) ?? { draft: initial, step: 0 })
  const save = (next: SavedDraft) => {
    setSaved(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Storage is full or disabled: the answers are lost on reload.
    }
  }
  return {
    ...saved,
    change: (change: Partial<CircleDraft>) => save({ ...saved, draft: { ...saved.draft, ...change } }),
    saveStep: (step: number) => save({ ...saved, step }),
    discard: () => localStorage.removeItem(key),
  }
}
