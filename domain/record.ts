import { formatDate } from './dates.ts'
import { type Outcome, type OutcomeState, type Rules, ruleWords } from './outcome.ts'

export type RecordEntry = {
  readonly kind: 'outcome' | 'closed' | 'closing_date' | 'rules'
  readonly address: string | null
  readonly state: OutcomeState | null
  /** The outcome of a closed property. */
  readonly outcome?: Outcome | null
  readonly closesAt: string | null
  readonly version: number
  readonly rules: Rules
}

const came: Readonly<Record<OutcomeState, string>> = { passes: 'passes', blocked: 'is blocked by a veto', open: 'is open again' }
const ended: Readonly<Record<OutcomeState, string>> = { passes: 'passed', blocked: 'was blocked by a veto', open: 'did not pass' }
const tooFewVoted = 'did not pass: too few voted'

/** A row of the decision record in one sentence. */
export function recordWords({ kind, address, state, outcome, closesAt, version, rules }: RecordEntry): string {
  const property = address ?? 'A property'
  if (kind === 'rules') return `Version ${version} of the rules: ${ruleWords(rules)}`
  if (kind === 'closing_date')
    return closesAt ? `${property} closes on ${formatDate(closesAt)}` : `${property} has no closing date any more`
  if (kind === 'closed' && outcome === 'too_few_voted') return `${property} ${tooFewVoted}`
  return `${property} ${(kind === 'closed' ? ended : came)[state ?? 'open']}`
}
