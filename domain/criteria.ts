import { targetLimits } from './arcs.ts'
import {
  type Choice,
  filterPropertyTypes,
  investmentPurposes,
  labelOf,
  labelsOf,
  ownershipStructures,
  propertyConditions,
  propertyTypes,
} from './choices.ts'
import { formatDollars, formatMoney } from './money.ts'

/** The range, step and initial value of each slider. */
export const searchRadius = { min: 5, max: 100, step: 5, initial: 15 } as const
export const preferredRadius = { min: 0, max: 100, step: 5, initial: 15 } as const
export const geographicRadius = { min: 0, max: 100, step: 5, initial: 15 } as const
export const targetRange = { min: 0, max: 5_000_000, step: 100_000 } as const
export const investmentRange = { min: 10_000, max: 5_000_000, step: 10_000 } as const
export const roomRange = { min: 1, max: 5, step: 1 } as const

export const notARange = 'The minimum must not be above the maximum'

/** A range whose upper end may be open. */
export type OpenRange = { readonly min: number; readonly max: number | 'any' }

/** The slider's last number means "this or more". */
export const roomLabel = (rooms: number): string => (rooms >= roomRange.max ? `${roomRange.max}+` : String(rooms))

/** `1 to 3`, `2 to 5+`, `3`, `2 or more`. */
export function roomRangeText({ min, max }: OpenRange): string {
  if (max === 'any') return min >= roomRange.max ? roomLabel(min) : `${min} or more`
  return min === max ? roomLabel(min) : `${min} to ${roomLabel(max)}`
}

export const roomNumbers = Array.from({ length: roomRange.max }, (_, index) => index + 1)

/** Whether a circle with this range accepts a property with this many rooms. No range accepts any. */
export const admitsRooms = (range: OpenRange | null | undefined, rooms: number): boolean => {
  if (!range) return true
  const wanted = Math.min(rooms, roomRange.max)
  return range.min <= wanted && (range.max === 'any' || wanted <= range.max)
}

/** `$10,000 to $2.5M`, `from $10,000`. */
export const priceRangeText = ({ min, max }: OpenRange): string =>
  max === 'any' ? `from ${formatMoney(min)}` : `${formatMoney(min)} to ${formatMoney(max)}`

/** Moves a number from outside (a URL, an old link) to a stop of the slider. */
export function ontoSlider(value: number, slider: Slider): number {
  const stepped = slider.min + Math.round((value - slider.min) / slider.step) * slider.step
  return Math.min(slider.max, Math.max(slider.min, stepped))
}

export type Slider = { readonly min: number; readonly max: number; readonly step: number }
type Stops = readonly [number, number]

/** Where the slider stands. A range beyond its track is shown at the end, and is kept until someone moves the slider. */
export const stopsOf = (range: OpenRange | null, { min, max }: Slider): Stops =>
  range ? [Math.max(min, range.min), range.max === 'any' ? max : Math.min(max, range.max)] : [min, max]

/** The last stop means "this or more"; the whole track means any. */
export const rangeAt = ([from, to]: Stops, { min, max }: Slider): OpenRange | null =>
  from <= min && to >= max ? null : { min: from, max: to >= max ? 'any' : to }

type Several = { readonly kind: 'several'; readonly choices: readonly Choice[] }
type One = { readonly kind: 'one'; readonly choices: readonly Choice[] }
type Ranged = {
  readonly kind: 'range'
  readonly slider: Slider
  /** What the API accepts; the slider may offer less. */
  readonly limits: { readonly min: number; readonly max: number }
  readonly text: (range: OpenRange) => string
  readonly endText: (end: number) => string
  readonly stopText: (stop: number) => string
}

type Row = {
  readonly label: string
  /** In `circles`; a range has two, which end in `_min` and `_max`. Preferences are in `users`, with `preferred_` before it. */
  readonly column: string
  /** The step of the wizard that asks for it. */
  readonly step: 'PROPERTY' | 'FINANCIAL'
  readonly isRequired?: true
  /** Whether its field takes a whole line of the form, as lists do. */
  readonly isWide?: true
  /** What `circle_traits` calls its values in the database. Without it, nobody can filter by it. */
  readonly trait?: string
  /** What the filter offers, if that differs. */
  readonly filterChoices?: readonly Choice[]
  /** People say in their profile which values they look for: a part of Best Fit. The parameter is the API's; `none` ends its words. */
  readonly preference?: { readonly parameter: `fit${string}`; readonly none: string }
}

const rooms = { kind: 'range', slider: roomRange, limits: roomRange, text: roomRangeText, endText: roomLabel, stopText: roomLabel } as const

/** What circles look for, in the order in which it is asked for and shown. All that knows single criteria is read from here. */
const rows = {
  propertyTypes: {
    kind: 'several',
    label: 'Property types',
    choices: propertyTypes,
    column: 'property_types',
    step: 'PROPERTY',
    isRequired: true,
    trait: 'type',
    filterChoices: filterPropertyTypes,
    preference: { parameter: 'fitTypes', none: 'none of your types' },
  },
  propertyCondition: {
    kind: 'several',
    label: 'Property condition',
    choices: propertyConditions,
    column: 'property_condition',
    step: 'PROPERTY',
    trait: 'condition',
  },
  investmentPurpose: {
    kind: 'several',
    label: 'Investment purpose',
    choices: investmentPurposes,
    column: 'investment_purpose',
    step: 'PROPERTY',
    trait: 'purpose',
  },
  bedrooms: { ...rooms, label: 'Bedrooms', column: 'bedrooms', step: 'PROPERTY', trait: 'bedrooms' },
  bathrooms: { ...rooms, label: 'Bathrooms', column: 'bathrooms', step: 'PROPERTY', trait: 'bathrooms' },
  ownershipStructure: {
    kind: 'one',
    label: 'Ownership structure',
    choices: ownershipStructures,
    column: 'ownership_structure',
    step: 'FINANCIAL',
    isRequired: true,
    trait: 'ownership',
  },
  propertyInvestmentRange: {
    kind: 'range',
    label: 'Property investment range',
    column: 'property_investment',
    step: 'PROPERTY',
    isWide: true,
    slider: investmentRange,
    limits: { min: 0, max: targetLimits.maximum },
    text: priceRangeText,
    endText: formatDollars,
    stopText: (stop: number) => (stop >= investmentRange.max ? 'any' : formatMoney(stop)),
  },
} as const satisfies Record<string, Row & (Several | One | Ranged)>

type Rows = typeof rows
export type CriterionKey = keyof Rows
export type Criterion = Row & { readonly key: CriterionKey } & (Several | One | Ranged)

type ValueOf<Of> = Of extends { kind: 'several'; choices: readonly Choice<infer Value>[] }
  ? readonly Value[]
  : Of extends { kind: 'one'; choices: readonly Choice<infer Value>[] }
    ? Value | null
    : OpenRange | null
/** The values of a circle. */
export type Criteria = { readonly [Key in CriterionKey]: ValueOf<Rows[Key]> }

type ColumnOf<Of extends Row> = Of extends { kind: 'range' } ? `${Of['column']}_${'min' | 'max'}` : Of['column']
export type CriterionColumn = ColumnOf<Rows[CriterionKey]>

type KeyWith<Part extends keyof Row> = { [Key in CriterionKey]: Part extends keyof Rows[Key] ? Key : never }[CriterionKey]

export const criteria = Object.entries(rows).map(([key, row]) => ({ ...row, key }) as Criterion)

type FilterValueOf<Of> = Of extends { filterChoices: readonly Choice<infer Value>[] }
  ? readonly Value[]
  : Of extends { choices: readonly Choice<infer Value>[] }
    ? readonly Value[]
    : number
/** What a search asks for: any of some values, or one number in a range. */
export type CriterionFilter = { readonly [Key in KeyWith<'trait'>]?: FilterValueOf<Rows[Key]> | undefined }

export type Filtered = { readonly key: keyof CriterionFilter; readonly label: string; readonly trait: string } & (
  | { readonly kind: 'list'; readonly choices: readonly Choice[] }
  | Ranged
)
export const filteredCriteria = criteria.flatMap((criterion): Filtered[] => {
  const { trait, kind, label, filterChoices } = criterion
  if (trait === undefined) return []
  const common = { key: criterion.key as keyof CriterionFilter, label, trait }
  return [kind === 'range' ? { ...criterion, ...common } : { kind: 'list', choices: filterChoices ?? criterion.choices, ...common }]
})

/** What a person looks for, of each criterion that profiles ask for. */
export type Preferences = Pick<Criteria, KeyWith<'preference'>>
export type PreferenceColumn = `preferred_${Rows[keyof Preferences]['column']}`

type Preferred = Row & Several & { readonly key: keyof Preferences; readonly preference: NonNullable<Row['preference']> }
export const preferredCriteria = criteria.filter((criterion): criterion is Criterion & Preferred => criterion.preference !== undefined)

const nothing = { several: [], one: null, range: null } as const
/** Of a circle that has not been asked. */
export const noCriteria = Object.fromEntries(criteria.map(({ key, kind }) => [key, nothing[kind]])) as unknown as Criteria

type Valued = Row & { readonly key: CriterionKey } & (
    | (Several & { readonly value: readonly string[] })
    | (One & { readonly value: string | null })
    | (Ranged & { readonly value: OpenRange | null })
  )
/** Each criterion with its value. */
export const withValues = (values: Criteria): Valued[] =>
  criteria.map((criterion) => ({ ...criterion, value: values[criterion.key] }) as Valued)

export const notSet = 'Not set'
export const anyText = 'Any'

/** A list in words. */
export const choicesText = (choices: readonly Choice[], values: readonly string[]): string =>
  labelsOf(choices, values).join(', ') || anyText

/** A value in words. A list or range that is not set takes any; a structure that is not set is still to be agreed on. */
export function criterionText(criterion: Valued): string {
  if (criterion.kind === 'several') return choicesText(criterion.choices, criterion.value)
  if (criterion.kind === 'one') return criterion.value === null ? notSet : labelOf(criterion.choices, criterion.value)
  return criterion.value ? criterion.text(criterion.value) : anyText
}
