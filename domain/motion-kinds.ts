import { labelOf } from './choices.ts'
import type { Fraction } from './counting.ts'
import { formatCalendarDay, formatCalendarMonth } from './dates.ts'
import { type Cents, formatCents } from './money.ts'
import { type Rules, ruleWords, sameRules } from './outcome.ts'
import type { Stage } from './stages.ts'

/** The kinds of motions that can be proposed. */
export const motionKinds = [
  'general',
  'spend',
  'treasurer',
  'reserve',
  'call',
  'distribute',
  'rules',
  'owner',
  'release',
  'let_go',
  'give_up',
  'reopen',
  'admit',
  'settle',
  'sell',
  'wind_up',
] as const
export type MotionKind = (typeof motionKinds)[number]

/** Kinds that are proposed from the page of what they are about, a distribution or a transfer, not with the form for motions. */
const kindsOfOtherPages = ['distribute', 'admit', 'settle'] as const
export type FormKind = Exclude<MotionKind, (typeof kindsOfOtherPages)[number]>
export const isFormKind = (kind: MotionKind): kind is FormKind => !kindsOfOtherPages.some((each) => each === kind)
export const formKinds: readonly FormKind[] = motionKinds.filter(isFormKind)

/** What a `distribute` motion does with its distribution. A deposit is with a third party, whom the motion's payee names. */
export const distributionActs = ['post', 'reverse', 'deposit'] as const
export type DistributionAct = (typeof distributionActs)[number]

export const settlements = ['done', 'ended'] as const

/** What a circle spends money on: the cost accounts of its book, and a loan, whose payee is the lender. */
export const spendCategories = [
  { value: 'repairs', text: 'Repairs' },
  { value: 'tax', text: 'Tax' },
  { value: 'insurance', text: 'Insurance' },
  { value: 'management', text: 'Management' },
  { value: 'utilities', text: 'Utilities' },
  { value: 'association', text: 'Association' },
  { value: 'interest', text: 'Interest' },
  { value: 'loan', text: 'Loan' },
  { value: 'other', text: 'Other costs' },
] as const
export type SpendCategory = (typeof spendCategories)[number]['value']
export const spendCategoryValues = spendCategories.map(({ value }) => value) as [SpendCategory, ...SpendCategory[]]

export const spendPeriods = ['month', 'year'] as const
export type SpendPeriod = (typeof spendPeriods)[number]

/** What a motion is about, besides its words. People are named by their ids. */
export type MotionFacts =
  | { readonly kind: 'general' }
  | {
      readonly kind: 'spend'
      readonly amountCents: Cents
      readonly category: SpendCategory
      /** An amount per month or year until a day; null for a single amount. */
      readonly repeats: { readonly every: SpendPeriod; readonly until: string } | null
      /** Of a loan: what the lender is paid in a month, at most. Earlier motions do not say it. */
      readonly monthlyCents?: Cents | null | undefined
      /** The member to whom the payee is related; null if to none. */
      readonly relatedMember: string | null
    }
  | { readonly kind: 'treasurer'; readonly member: string }
  | { readonly kind: 'reserve'; readonly floorCents: Cents; readonly emergencyCents: Cents }
  /** Further money, in equal parts per arc. */
  | { readonly kind: 'call'; readonly amountCents: Cents; readonly dueDay: string; readonly why: string }
  | {
      readonly kind: 'distribute'
      readonly act: DistributionAct
      readonly distribution: string
      readonly amountCents: Cents
      /** Whose unpaid money is deposited; null for the other acts. */
      readonly receiver: string | null
    }
  | { readonly kind: 'rules'; readonly rules: Rules }
  | { readonly kind: 'owner'; readonly member: string }
  | { readonly kind: 'release' }
  | { readonly kind: 'let_go'; readonly member: string }
  | { readonly kind: 'give_up'; readonly why: string }
  /** To book again into a closed month (`YYYY-MM`), and into every later one. */
  | { readonly kind: 'reopen'; readonly month: string }
  /** To let a newcomer take arcs over. `without` are the seller and the bidders, who have no vote. */
  | { readonly kind: 'admit'; readonly transfer: string; readonly newcomer: string; readonly without: readonly string[] }
  /** How a transfer that hangs ends. `without` are its parties, who have no vote. */
  | {
      readonly kind: 'settle'
      readonly transfer: string
      readonly end: (typeof settlements)[number]
      readonly without: readonly string[]
    }
  | {
      readonly kind: 'sell'
      readonly leastPriceCents: Cents
      /** The member to whom the buyer is related; null if to none. */
      readonly relatedMember: string | null
      readonly why: string
    }
  | { readonly kind: 'wind_up' }
/** What can be proposed with the form for motions. */
export type FormFacts = Extract<MotionFacts, { readonly kind: FormKind }>
export type FactsOf<Kind extends MotionKind> = Extract<MotionFacts, { readonly kind: Kind }>

export const titleLength = 120
export const textLength = 4_000
export const payeeLength = 120
/** Why money is called, or a purchase given up. */
export const whyLength = 500
/** Versions of documents attached to one motion. */
export const mostMotionDocuments = 10
/** Ten billion dollars: more than any circle pools. */
export const mostCents: Cents = 1_000_000_000_000

/** Before a `reserve` motion has passed. */
export const defaultReserve = { floorCents: 0, emergencyCents: 50_000 } as const

/** Periods in days of notice. */
export const longestMotionDays = 60
export const sameMotionDays = 90

/** Of one member: more open motions are refused, so that nobody floods a circle with them. */
export const mostOpenMotions = 10

export type ProposalRefusal =
  | 'motion_kind_not_now'
  | 'owner_hands_over_first'
  | 'already_treasurer'
  | 'member_not_here'
  | 'already_owner'
  | 'new_owner_unfit'
  | 'asks_to_be_released'
  | 'not_to_be_let_go'
  | 'owner_gives_up'
  | 'wire_is_done'
  | 'month_not_closed'
  | 'rules_unchanged'
  | 'motion_refused_lately'

export type ProposalFacts = {
  readonly stage: Stage
  readonly isOwner: boolean
  readonly members: readonly string[]
  /** The treasurer by motion; null while the owner is. */
  readonly treasurer: string | null
  readonly rules: Rules
  readonly owner: string | null
  /** Members who could own the circle. */
  readonly fitOwners: readonly string[]
  /** Members who have an open motion to be released. */
  readonly askRelease: readonly string[]
  /** Members for whom there is a reason to let them go. */
  readonly letGo: readonly string[]
  /** Whether anything was paid for the purchase that goes on. */
  readonly isAnythingPaid: boolean
  /** Whether its money was sent to the title company and is not back. */
  readonly isMoneyAway: boolean
  /** Months of the book that are closed, `YYYY-MM`. */
  readonly closedMonths: readonly string[]
  /** Whether the same motion of the same person was refused, or withdrawn after a vote, within the last 90 days of notice. */
  readonly isRefusedLately: boolean
}

type Words = { readonly title: string; readonly payee: string | null }
/** `payee` is null for a budget, and empty once the name was erased. */
export type MotionNames = { readonly payee: string | null; readonly member: string | null; readonly proposer: string }

/** Everything that differs from kind to kind. What follows when it passes is in server/shared/closing/apply-effect.ts. */
type KindRow<Facts extends MotionFacts> = {
  readonly label: string
  /** After "The rule for". */
  readonly phrase: string
  /** In which stages it can be proposed. */
  readonly stages: readonly Stage[]
  /** More than this part of all that may vote; without one, the charter's threshold. */
  readonly moreThan?: Fraction
  /** Who proposes it has no vote on it. That is no declared conflict. */
  readonly isWithoutProposer?: boolean
  /** The people it is about have no vote on it, whatever they say. */
  readonly isWithout?: (facts: Facts) => readonly string[]
  /** Its interests are settled by what it is: it concerns everyone alike, or its parties have no vote. Nobody declares a conflict. */
  readonly hasNoConflicts?: boolean
  /** It passes only with the yes of the member that the facts name. */
  readonly needsTheirYes?: boolean
  /** If the owner is silent, it takes no more than half of all arcs. */
  readonly mayReplaceOwner?: boolean
  /** The member that the facts name. */
  readonly member?: (facts: Facts) => string | null
  readonly refusal?: (facts: Facts, circle: ProposalFacts) => ProposalRefusal | false
  /** Besides its kind, what makes two motions the same. */
  readonly sameBy: (facts: Facts, words: Words, proposer: string) => readonly unknown[]
  /** The facts in a few words, if they say more than the kind. */
  readonly short?: (facts: Facts) => string
  /** What happens if it passes. */
  readonly effect: (facts: Facts, names: MotionNames) => string
}

const per = ({ repeats }: FactsOf<'spend'>): string => (repeats ? ` per ${repeats.every} until ${formatCalendarDay(repeats.until)}` : '')

const half: Fraction = { parts: 1, of: 2 }
const threeQuarters: Fraction = { parts: 3, of: 4 }

const fromDecidingOn: readonly Stage[] = ['deciding', 'buying', 'owning']

const rows: { readonly [Kind in MotionKind]: KindRow<FactsOf<Kind>> } = {
  general: {
    label: 'General',
    phrase: 'a general motion',
    stages: fromDecidingOn,
    sameBy: (_, { title }) => [plain(title)],
    effect: () => 'The decision goes on the circle’s record. Nothing else changes.',
  },
  spend: {
    label: 'Spend',
    phrase: 'a spend',
    stages: fromDecidingOn,
    member: ({ relatedMember }) => relatedMember,
    refusal: ({ relatedMember }, { members }) => relatedMember !== null && !members.includes(relatedMember) && 'member_not_here',
    sameBy: ({ amountCents, category, repeats, monthlyCents }, { payee }) => [
      amountCents,
      category,
      plain(payee ?? ''),
      repeats?.every,
      repeats?.until,
      ...(monthlyCents ? [monthlyCents] : []),
    ],
    short: (facts) => `${facts.category === 'loan' ? 'Borrow' : 'Spend'} ${formatCents(facts.amountCents)}${per(facts)}`,
    effect: (facts, { payee }) =>
      facts.category === 'loan'
        ? `The circle may borrow up to ${formatCents(facts.amountCents)} from ${payee || 'the lender'}. ${facts.monthlyCents ? `Payments of up to ${formatCents(facts.monthlyCents)} a month on this loan` : 'The agreed payments on this loan'} need no motion of their own.`
        : `The treasurer may book up to ${formatCents(facts.amountCents)}${per(facts)} to ${payee === null ? 'any payee' : payee || 'the payee'} under ${labelOf(spendCategories, facts.category)}. Nothing is paid by Arcstead.`,
  },
  treasurer: {
    label: 'Treasurer',
    phrase: 'naming a treasurer',
    stages: fromDecidingOn,
    member: ({ member }) => member,
    refusal: ({ member }, { treasurer, members }) =>
      member === treasurer ? 'already_treasurer' : !members.includes(member) && 'member_not_here',
    sameBy: ({ member }) => [member],
    needsTheirYes: true,
    effect: (_, { member }) =>
      `${member ?? 'The member'} becomes the circle’s treasurer, and has to vote yes for that. Until then the owner is.`,
  },
  reserve: {
    label: 'Reserve',
    phrase: 'the reserve',
    stages: fromDecidingOn,
    sameBy: ({ floorCents, emergencyCents }) => [floorCents, emergencyCents],
    short: ({ floorCents, emergencyCents }) => `Reserve floor ${formatCents(floorCents)}, emergency limit ${formatCents(emergencyCents)}`,
    effect: ({ floorCents, emergencyCents }) =>
      `Free cash must not go below ${formatCents(floorCents)}; in emergencies the treasurer may spend up to ${formatCents(emergencyCents)} in a month, all together.`,
  },
  call: {
    label: 'Call for money',
    phrase: 'a call for money',
    hasNoConflicts: true,
    stages: ['owning'],
    moreThan: half,
    sameBy: ({ amountCents, dueDay }) => [amountCents, dueDay],
    short: ({ amountCents, dueDay }) => `Call ${formatCents(amountCents)}, due ${dueDay}`,
    effect: ({ amountCents, dueDay }) =>
      `Every holder is asked for the same amount per arc: ${formatCents(amountCents)} in all, due on ${dueDay}. Nobody’s arcs are taken if a part stays unpaid.`,
  },
  distribute: {
    label: 'Pay out',
    phrase: 'paying out',
    hasNoConflicts: true,
    stages: ['owning'],
    sameBy: ({ act, distribution, receiver }) => [act, distribution, receiver],
    short: ({ act, amountCents }) =>
      `${{ post: 'Pay out', reverse: 'Take back a distribution of', deposit: 'Deposit' }[act]} ${formatCents(amountCents)}`,
    effect: ({ act, amountCents }, { payee }) =>
      ({
        post: `${formatCents(amountCents)} is paid out in equal parts per arc to who held each arc when this was proposed. Unpaid parts of calls are set off. It is posted once free cash covers it, within 30 days.`,
        reverse: `The distribution of ${formatCents(amountCents)} is reversed. That is possible only before anything of it was paid.`,
        deposit: `${formatCents(amountCents)} that could not be paid is deposited with ${payee || 'the third party'}. With its paper it counts as paid.`,
      })[act],
  },
  rules: {
    label: 'Rules',
    phrase: 'new rules',
    stages: fromDecidingOn,
    moreThan: { parts: 2, of: 3 },
    refusal: ({ rules }, circle) => sameRules(rules, circle.rules) && 'rules_unchanged',
    sameBy: ({ rules: { countBy, threshold, quorum, vetoBlocks } }) => [countBy, threshold, quorum, vetoBlocks],
    effect: ({ rules }) => `The charter gets a new version. ${ruleWords(rules)}.`,
  },
  owner: {
    label: 'New owner',
    phrase: 'a new owner',
    stages: fromDecidingOn,
    moreThan: half,
    needsTheirYes: true,
    mayReplaceOwner: true,
    member: ({ member }) => member,
    refusal: ({ member }, { owner, members, fitOwners, askRelease }) => {
      if (member === owner) return 'already_owner'
      if (!members.includes(member)) return 'member_not_here'
      if (!fitOwners.includes(member)) return 'new_owner_unfit'
      return askRelease.includes(member) && 'asks_to_be_released'
    },
    sameBy: ({ member }) => [member],
    effect: (_, { member }) =>
      `${member ?? 'The member'} becomes the owner of the circle, and has to vote yes for that. The owner until then stays a member with all arcs.`,
  },
  release: {
    label: 'Release me',
    phrase: 'a release',
    stages: ['deciding'],
    moreThan: half,
    isWithoutProposer: true,
    refusal: (_, { isOwner }) => isOwner && 'owner_hands_over_first',
    sameBy: (_facts, _words, proposer) => [proposer],
    effect: (_, { proposer }) => `${proposer}’s arcs come free and the circle gathers again.`,
  },
  let_go: {
    label: 'Let someone go',
    phrase: 'letting a member go',
    stages: ['deciding'],
    moreThan: threeQuarters,
    isWithout: ({ member }) => [member],
    member: ({ member }) => member,
    refusal: ({ member }, { members, letGo }) => {
      if (!members.includes(member)) return 'member_not_here'
      return !letGo.includes(member) && 'not_to_be_let_go'
    },
    sameBy: ({ member }) => [member],
    effect: (_, { member }) => `The arcs of ${member ?? 'the member'} come free and the circle gathers again.`,
  },
  give_up: {
    label: 'Give up the purchase',
    phrase: 'giving up the purchase',
    stages: ['buying'],
    moreThan: half,
    refusal: (_, { isAnythingPaid, isMoneyAway }) => {
      if (isMoneyAway) return 'wire_is_done'
      return !isAnythingPaid && 'owner_gives_up'
    },
    sameBy: () => [],
    effect: () =>
      'The purchase ends and the circle decides again. What was spent or lost is shared in proportion to the parts called; each member is owed what they paid less that, or owes the rest.',
  },
  reopen: {
    label: 'Reopen a month',
    phrase: 'reopening a month',
    stages: ['buying', 'owning'],
    refusal: ({ month }, { closedMonths }) => !closedMonths.includes(month) && 'month_not_closed',
    sameBy: ({ month }) => [month],
    short: ({ month }) => `Reopen ${formatCalendarMonth(month)}`,
    effect: ({ month }) =>
      `${formatCalendarMonth(month)} and every closed month after it can be booked and matched again, and each is closed anew by two people. Statements that were issued stay as they are: the next ones correct them.`,
  },
  admit: {
    label: 'Admit a newcomer',
    phrase: 'admitting a newcomer',
    hasNoConflicts: true,
    stages: ['deciding', 'owning'],
    moreThan: half,
    isWithout: ({ without }) => without,
    member: ({ newcomer }) => newcomer,
    sameBy: ({ transfer }) => [transfer],
    effect: (_, { member }) => `${member ?? 'The newcomer'} may take over the arcs that were offered, once they have accepted the charter.`,
  },
  settle: {
    label: 'Settle a transfer',
    phrase: 'settling a transfer',
    hasNoConflicts: true,
    // A transfer that was paid before buying began goes on.
    stages: fromDecidingOn,
    moreThan: half,
    isWithout: ({ without }) => without,
    sameBy: ({ transfer, end }) => [transfer, end],
    short: ({ end }) => (end === 'done' ? 'Settle a transfer: the arcs go to the buyer' : 'Settle a transfer: it ends'),
    effect: ({ end }) => (end === 'done' ? 'The arcs go to the buyer at once.' : 'The transfer ends, and the arcs stay with the seller.'),
  },
  sell: {
    label: 'Sell the property',
    phrase: 'selling the property',
    stages: ['owning'],
    moreThan: threeQuarters,
    member: ({ relatedMember }) => relatedMember,
    refusal: ({ relatedMember }, { members }) => relatedMember !== null && !members.includes(relatedMember) && 'member_not_here',
    sameBy: ({ leastPriceCents }) => [leastPriceCents],
    short: ({ leastPriceCents }) => `Sell for at least ${formatCents(leastPriceCents)}`,
    effect: ({ leastPriceCents }) =>
      `The owner may record a sale for at least ${formatCents(leastPriceCents)} within 180 days; another member confirms it.`,
  },
  wind_up: {
    label: 'End the circle',
    phrase: 'ending the circle',
    stages: ['deciding', 'owning'],
    moreThan: threeQuarters,
    sameBy: () => [],
    effect: () =>
      'The circle ends once it owns nothing, owes nothing and every month is closed; if that takes more than 180 days, it goes on. All commitments end. Its record stays for its members.',
  },
}

/** The row of these facts' kind; its functions take facts of that kind, which is what it is asked for with. */
export const kindOf = (kind: MotionKind): KindRow<MotionFacts> => rows[kind] as unknown as KindRow<MotionFacts>

/** Which kinds can be proposed in this stage with the form for motions. */
export const motionKindsIn = (stage: Stage): readonly FormKind[] => formKinds.filter((kind) => kindOf(kind).stages.includes(stage))

export const isProposableIn = (kind: MotionKind, stage: Stage): boolean => kindOf(kind).stages.includes(stage)

/** Words without what nobody reads: case, accents, punctuation, pictures and invisible characters. */
function plain(words: string): string {
  const letters = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}]/gu, '')
    .replace(/[\p{P}\p{Z}\p{C}\s]+/gu, ' ')
    .trim()
  return letters || words.trim()
}

/** Two motions are the same if kind and facts are; a general motion's only fact is its title. */
export const motionKey = (facts: MotionFacts, words: Words, proposer: string): string =>
  JSON.stringify([facts.kind, ...kindOf(facts.kind).sameBy(facts, words, proposer)])
