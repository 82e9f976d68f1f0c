import type { CountingRule, Fraction } from './counting.ts'
import { percentOf } from './counting.ts'
import { type Cents, formatCents } from './money.ts'
import { type Rules, ruleWords } from './outcome.ts'
import type { Stage } from './stages.ts'

/** The kinds of motions that can be proposed. */
export const motionKinds = ['general', 'spend', 'treasurer', 'reserve', 'rules', 'release', 'wind_up'] as const
export type MotionKind = (typeof motionKinds)[number]

export const motionKindLabels: Readonly<Record<MotionKind, string>> = {
  general: 'General',
  spend: 'Spend',
  treasurer: 'Treasurer',
  reserve: 'Reserve',
  rules: 'Rules',
  release: 'Release me',
  wind_up: 'End the circle',
}

/** What a circle spends money on: the cost accounts of its book. */
export const spendCategories = [
  { value: 'repairs', text: 'Repairs' },
  { value: 'tax', text: 'Tax' },
  { value: 'insurance', text: 'Insurance' },
  { value: 'management', text: 'Management' },
  { value: 'utilities', text: 'Utilities' },
  { value: 'association', text: 'Association' },
  { value: 'interest', text: 'Interest' },
  { value: 'other', text: 'Other costs' },
] as const
export type SpendCategory = (typeof spendCategories)[number]['value']
export const spendCategoryValues = spendCategories.map(({ value }) => value) as [SpendCategory, ...SpendCategory[]]

export const spendPeriods = ['month', 'year'] as const
export type SpendPeriod = (typeof spendPeriods)[number]

/** What a motion is about, besides its words. People are named by their ids. */
export type MotionFacts =
  | { readonly kind: 'general' | 'release' | 'wind_up' }
  | {
      readonly kind: 'spend'
      readonly amountCents: Cents
      readonly category: SpendCategory
      /** An amount per month or year until a day; null for a single amount. */
      readonly repeats: { readonly every: SpendPeriod; readonly until: string } | null
      /** The member to whom the payee is related; null if to none. */
      readonly relatedMember: string | null
    }
  | { readonly kind: 'treasurer'; readonly member: string }
  | { readonly kind: 'reserve'; readonly floorCents: Cents; readonly emergencyCents: Cents }
  | { readonly kind: 'rules'; readonly rules: Rules }

export const titleLength = 120
export const textLength = 4_000
export const payeeLength = 120
/** Ten billion dollars: more than any circle pools. */
export const mostCents: Cents = 1_000_000_000_000

/** Before a `reserve` motion has passed. */
export const defaultReserve = { floorCents: 0, emergencyCents: 50_000 } as const

/** Periods in days of notice. */
export const longestMotionDays = 60
export const sameMotionDays = 90

/** Of one member: more open motions are refused, so that nobody drowns a circle in them. */
export const mostOpenMotions = 10

const fractions: Readonly<Partial<Record<MotionKind, Fraction>>> = {
  rules: { parts: 2, of: 3 },
  release: { parts: 1, of: 2 },
  wind_up: { parts: 3, of: 4 },
}

/** By which rule a motion is counted: the kind's own fraction, else the charter's threshold; weight and quorum are the charter's. */
export const motionRule = (kind: MotionKind, { countBy, threshold, quorum }: Rules): CountingRule => ({
  countBy,
  moreThan: fractions[kind] ?? percentOf(threshold),
  quorum: percentOf(quorum),
})

const kindsIn: Readonly<Record<Stage, readonly MotionKind[]>> = {
  gathering: [],
  deciding: motionKinds,
  buying: ['general', 'spend', 'treasurer', 'reserve', 'rules'],
  owning: ['general', 'spend', 'treasurer', 'reserve', 'rules'],
  ended: [],
}

/** Which kinds can be proposed in this stage. */
export const motionKindsIn = (stage: Stage): readonly MotionKind[] => kindsIn[stage]

const fractionWords = ({ parts, of }: Fraction): string => {
  if (parts * 2 === of) return 'half'
  if (parts === 2 && of === 3) return 'two thirds'
  if (parts === 3 && of === 4) return 'three quarters'
  return `${parts}%`
}

/** The rule in one sentence, before sending and on the motion's page. */
export function motionRuleWords({ countBy, moreThan, quorum }: CountingRule): string {
  const all = countBy === 'arcs' ? 'the arcs' : 'the members'
  const turnout =
    quorum.parts === 0 ? '' : quorum.parts === quorum.of ? ', once all have voted' : `, once at least ${fractionWords(quorum)} have voted`
  return `Passes with more than ${fractionWords(moreThan)} of ${all} that may vote${turnout}.`
}

type Names = { readonly payee: string | null; readonly member: string | null; readonly proposer: string }

const per = (facts: Extract<MotionFacts, { kind: 'spend' }>): string =>
  facts.repeats ? ` per ${facts.repeats.every} until ${facts.repeats.until}` : ''

/** The facts in a few words, in lists: "Spend $4,800.00". */
export function motionFactWords(facts: MotionFacts): string {
  if (facts.kind === 'spend') return `${motionKindLabels.spend} ${formatCents(facts.amountCents)}${per(facts)}`
  if (facts.kind === 'reserve')
    return `Reserve floor ${formatCents(facts.floorCents)}, emergency limit ${formatCents(facts.emergencyCents)}`
  return motionKindLabels[facts.kind]
}

/** What happens if the motion passes. */
export function effectWords(facts: MotionFacts, { payee, member, proposer }: Names): string {
  switch (facts.kind) {
    case 'general':
      return 'The decision goes on the circle’s record. Nothing else changes.'
    case 'spend': {
      const category = spendCategories.find(({ value }) => value === facts.category)?.text ?? ''
      return `The treasurer may book up to ${formatCents(facts.amountCents)}${per(facts)} to ${payee ?? 'the payee'} under ${category}. Nothing is paid by Arcstead.`
    }
    case 'treasurer':
      return `${member ?? 'The member'} becomes the circle’s treasurer. Until then the owner is.`
    case 'reserve':
      return `Free cash should not go below ${formatCents(facts.floorCents)}; in an emergency the treasurer may spend up to ${formatCents(facts.emergencyCents)} at a time.`
    case 'rules':
      return `The charter gets a new version. ${ruleWords(facts.rules)}.`
    case 'release':
      return `${proposer}’s arcs come free and the circle gathers again.`
    case 'wind_up':
      return 'The circle ends: all commitments end at once. Its record stays for its members.'
  }
}
