import { formatDay, type Zone } from './dates.ts'
import { type EndingLapse, endingLapseWords } from './ending-lapse.ts'
import { isolate } from './isolate.ts'
import { type LapseReason, lapseWords, type RelatedParty } from './motions.ts'
import { type MotionOutcome, type OutcomeState, type PropertyOutcome, type Rules, ruleWords } from './outcome.ts'
import { type DistributionLapse, distributionLapses } from './payouts.ts'

type MotionEvent =
  | 'motion_made'
  | 'motion_changed'
  | 'motion_locked'
  | 'motion_conflict'
  | 'motion_claim'
  | 'motion_claim_so'
  | 'motion_claim_not_so'
  | 'motion_withdrawn'
  | 'motion_lapsed'
  | 'motion_closed'
  | 'motion_ending_waits'
  | 'motion_ending_lapsed'
  | 'motion_ended_circle'

type PurchaseEvent = 'buying_started' | 'bought' | 'given_up' | 'sold'
const purchaseWords: Readonly<Record<PurchaseEvent, (property: string) => string>> = {
  buying_started: (property) => `Buying ${property} started`,
  bought: (property) => `The circle owns ${property}`,
  given_up: (property) => `Buying ${property} was given up`,
  sold: (property) => `The circle sold ${property}`,
}

export type RecordEntry = {
  readonly kind: 'outcome' | 'closed' | 'closing_date' | 'rules' | PurchaseEvent | MotionEvent
  readonly address: string | null
  readonly state: OutcomeState | null
  /** The outcome of a closed property. */
  readonly outcome?: PropertyOutcome | null
  readonly closesAt: string | null
  readonly version: number
  readonly rules: Rules
  /** Of a motion: its title, or null once its words were erased. */
  readonly title?: string | null
  readonly motionOutcome?: MotionOutcome | null
  readonly party?: RelatedParty
  readonly lapsed?: LapseReason | DistributionLapse | null
  /** Why the circle did not end by the motion that passed. */
  readonly endingLapse?: EndingLapse | null
  /** What led to a changed outcome. */
  readonly cause?: string
}

/** Why the outcome of a property changed, unless it follows from the votes as people cast them. */
function reasonWords({ cause, state, rules }: RecordEntry): string {
  const held = (more: 'more' | 'fewer') => (rules.countBy === 'arcs' ? `${more} arcs are held now` : `there are ${more} members now`)
  const reasons: Readonly<Record<string, string | undefined>> = {
    vote: state === 'open' ? 'a vote was changed or taken back' : undefined,
    joined: held('more'),
    left: held('fewer'),
    removed: held('fewer'),
    terms: 'the circle’s terms changed',
    rules: 'the rules changed',
    motion: 'a motion passed',
    handed_on: 'arcs were handed on',
    silence: 'a member has been away for long or came back',
  }
  const reason = reasons[cause ?? '']
  return reason ? `, because ${reason}` : ''
}

const came: Readonly<Record<OutcomeState, string>> = { passes: 'passes', blocked: 'is blocked by a veto', open: 'is open again' }
const ended: Readonly<Record<OutcomeState, string>> = { passes: 'passed', blocked: 'was blocked by a veto', open: 'did not pass' }
const tooFewVoted = 'did not pass: too few voted'

const lapses = { ...lapseWords, ...distributionLapses }

function motionWords(kind: MotionEvent, { title, motionOutcome: outcome, lapsed, endingLapse, party = 'payee' }: RecordEntry): string {
  const motion = title ? `“${isolate(title)}”` : 'A motion'
  const words: Readonly<Record<MotionEvent, string>> = {
    motion_made: `${motion} was proposed`,
    motion_changed: `${motion} was changed before any vote`,
    motion_locked: `${motion}: text and facts locked by the first vote`,
    motion_conflict: `A member is left out of the vote on ${motion}, by their own word`,
    motion_claim: `${motion} says that its ${party} is related to another member, who is asked whether that is so`,
    motion_claim_so: `The member named in ${motion} says: that is so`,
    motion_claim_not_so: `The member named in ${motion} says: that is not so`,
    motion_withdrawn: `${motion} was withdrawn`,
    motion_lapsed: `${motion} lapsed without a result: ${lapses[lapsed ?? 'circle_ended']}`,
    motion_closed: `${motion} ${outcome === 'passed' ? 'passed' : outcome === 'too_few_voted' ? tooFewVoted : 'did not pass'}`,
    motion_ending_waits: `The circle ends by ${motion} as soon as nothing stands in the way`,
    motion_ending_lapsed: `The circle does not end by ${motion}: ${endingLapseWords[endingLapse ?? 'not_in_time']}`,
    motion_ended_circle: `The circle ended by ${motion}`,
  }
  return words[kind]
}

/** A row of the decision record in one sentence, with days in the reader's time zone. */
export function recordWords(entry: RecordEntry, zone: Zone): string {
  const { kind, address, state, outcome, closesAt, version, rules } = entry
  const property = isolate(address ?? 'A property')
  if (kind === 'rules') return `Version ${version} of the rules: ${ruleWords(rules)}`
  if (kind === 'closing_date')
    return closesAt ? `${property} closes on ${formatDay(closesAt, zone)}` : `Voting on ${property} has no date any more on which it closes`
  if (kind === 'buying_started' || kind === 'bought' || kind === 'given_up' || kind === 'sold') return purchaseWords[kind](property)
  if (kind !== 'outcome' && kind !== 'closed') return motionWords(kind, entry)
  if (kind === 'closed' && outcome === 'too_few_voted') return `${property} ${tooFewVoted}`
  return kind === 'closed' ? `${property} ${ended[state ?? 'open']}` : `${property} ${came[state ?? 'open']}${reasonWords(entry)}`
}
