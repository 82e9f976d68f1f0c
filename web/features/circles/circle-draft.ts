import { useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { type Criteria, geographicRadius, noCriteria } from '#domain/criteria.ts'
import { defaultRules, type Rules } from '#domain/outcome.ts'
import { savedDraft } from '#web/shared/draft/saved-draft.ts'

/** The wizard's answers. */
export type CircleDraft = {
  readonly title: string
  readonly description: string
  readonly place: { readonly city: string; readonly state: string | null; readonly lat: number | null; readonly lng: number | null } | null
  readonly radius: number
  readonly criteria: Criteria
  readonly target: number | undefined
  readonly shareSize: MinimumShareSize | null
  readonly ownerAmount: number | null
  readonly rules: Rules
  readonly hideCircle: boolean
}

export type StepProps = { draft: CircleDraft; change: (change: Partial<CircleDraft>) => void }

export const emptyDraft: CircleDraft = {
  title: '',
  description: '',
  place: null,
  radius: geographicRadius.initial,
  criteria: noCriteria,
  target: undefined,
  shareSize: null,
  ownerAmount: null,
  rules: defaultRules,
  hideCircle: false,
}

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
    ...draft.criteria,
  },
})

/** The answers of an existing circle, for editing. */
export function draftOf({ title, description, location, investmentCriteria, charter, hideCircle }: Circle): CircleDraft {
  const {
    totalTargetSize,
    minimumShareSize,
    ownerInvestmentAmount,
    geographicRadius,
    currentInvestmentAmount: _,
    ...criteria
  } = investmentCriteria
  return {
    title,
    description,
    place: location,
    radius: geographicRadius,
    criteria,
    target: totalTargetSize ?? undefined,
    shareSize: minimumShareSize,
    ownerAmount: ownerInvestmentAmount,
    rules: charter?.rules ?? defaultRules,
    hideCircle,
  }
}

type SavedDraft = { readonly draft: CircleDraft; readonly step: number }

/** Until the answers are sent or discarded. */
export function useSavedDraft(key: string, initial: CircleDraft) {
  const stored = savedDraft<SavedDraft>(key)
  const [saved, setSaved] = useState<SavedDraft>(() => {
    const found = stored.read()
    const criteria = { ...initial.criteria, ...found?.draft.criteria }
    return { draft: { ...initial, ...found?.draft, criteria }, step: Math.min(4, Math.max(0, found?.step ?? 0)) }
  })
  const save = (next: SavedDraft) => {
    setSaved(next)
    stored.save(next)
  }
  return {
    ...saved,
    change: (change: Partial<CircleDraft>) => save({ ...saved, draft: { ...saved.draft, ...change } }),
    saveStep: (step: number) => save({ ...saved, step }),
    discard: stored.discard,
  }
}
