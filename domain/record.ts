import { formatDate } from './dates.ts'
import type { MotionOutcome } from './motions.ts'
import { type Outcome, type OutcomeState, type Rules, ruleWords } from './outcome.ts'

type MotionEvent =
  | 'motion_made'
  | 'motion_changed'
  | 'motion_locked'
  | 'motion_conflict'
  | 'motion_withdrawn'
  | 'motion_lapsed'
  | 'motion_closed'

export type RecordEntry = {
  readonly kind: 'outcome' | 'closed' | 'closing_date' | 'rules' | MotionEvent
  readonly address: string | null
  readonly state: OutcomeState | null
  /** The outcome of a closed property. */
  readonly outcome?: Outcome | null
  readonly closesAt: string | null
  readonly version: number
  readonly rules: Rules
  /** Of a motion: its title, or null once its words were erased. */
  readonly title?: string | null
  readonly motionOutcome?: MotionOutcome | null
}

const came: Readonly<Record<OutcomeState, string>> = { passes: 'passes', blocked: 'is blocked by a veto', open: 'is open again' }
const ended: Readonly<Record<OutcomeState, string>> = { passes: 'passed', blocked: 'was blocked by a veto', open: 'did not pass' }
const tooFewVoted = 'did not pass: too few voted'

function motionWords(kind: MotionEvent, title: string | null | undefined, outcome: MotionOutcome | null | undefined): string {
  const motion = title ? `“${title}”` : 'A motion'
  const words: Readonly<Record<MotionEvent, string>> = {
    motion_made: `${motion} was proposed`,
    motion_changed: `${motion} was changed before any vote`,
    motion_locked: `${motion}: text and facts locked by the first vote`,
    motion_conflict: `A member is left out of the vote on ${motion}`,
    motion_withdrawn: `${motion} was withdrawn`,
    motion_lapsed: `${motion} was still open when the circle ended, so it has no result`,
    motion_closed: `${motion} ${outcome === 'passed' ? 'passed' : outcome === 'too_few_voted' ? tooFewVoted : 'did not pass'}`,
  }
  return words[kind]
}

/** A row of the decision record in one sentence. */
export function recordWords({ kind, address, state, outcome, closesAt, version, rules, title, motionOutcome }: RecordEntry): string {
  const property = address ?? 'A property'
  if (kind === 'rules') return `Version ${version} of the rules: ${ruleWords(rules)}`
  if (kind === 'closing_date')
    return closesAt ? `${property} closes on ${formatDate(closesAt)}` : `${property} has no closing date any more`
  if (kind !== 'outcome' && kind !== 'closed') return motionWords(kind, title, motionOutcome)
  if (kind === 'closed' && outcome === 'too_few_voted') return `${property} ${tooFewVoted}`
  return `${property} ${(kind === 'closed' ? ended : came)[state ?? 'open']}`
}
