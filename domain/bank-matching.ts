import { callReference, type FoundReference, referencesIn } from './call-references.ts'
import { sumCents } from './cents.ts'
import { daysBetween } from './dates.ts'
import { type Decision, granted, refused } from './decision.ts'
import { type Cents, formatCents } from './money.ts'

/** A line that the bank has shown. */
export type MatchBankLine = {
  readonly id: string
  readonly bankAccount: string
  readonly day: string
  readonly amountCents: Cents
}

/** A line of an entry on a bank account. */
export type MatchCashLine = {
  readonly id: string
  readonly bankAccount: string
  readonly day: string
  readonly amountCents: Cents
}

/** What belongs together: bank lines and cash lines of one account, with equal sums. Without bank lines the cash lines sum to 0. */
export type MatchGroup = { readonly bankLines: readonly MatchBankLine[]; readonly cashLines: readonly MatchCashLine[] }

export type MatchRefusal =
  | 'match_empty'
  | 'match_line_repeated'
  | 'match_other_account'
  | 'match_line_taken'
  | 'match_without_book'
  | 'match_sums_differ'

const hasRepeats = (ids: readonly string[]): boolean => new Set(ids).size < ids.length
const idsOf = (lines: readonly { readonly id: string }[]): readonly string[] => lines.map(({ id }) => id)
const sumOf = (lines: readonly { readonly amountCents: Cents }[]): Cents => sumCents(lines.map(({ amountCents }) => amountCents))

/** What is still to be matched in a group: the sum of its bank lines less the sum of its cash lines. */
export const leftToMatch = ({ bankLines, cashLines }: MatchGroup): Cents => sumOf(bankLines) - sumOf(cashLines)

/** Whether these lines may be matched. `taken` has the ids of all lines in standing groups. */
export function decideMatch(group: MatchGroup, taken: ReadonlySet<string>): Decision<MatchGroup, MatchRefusal> {
  const { bankLines, cashLines } = group
  const all = [...bankLines, ...cashLines]
  if (all.length === 0) return refused('match_empty')
  if (hasRepeats(idsOf(bankLines)) || hasRepeats(idsOf(cashLines))) return refused('match_line_repeated')
  if (new Set(all.map(({ bankAccount }) => bankAccount)).size > 1) return refused('match_other_account')
  if (all.some(({ id }) => taken.has(id))) return refused('match_line_taken')
  if (cashLines.length === 0) return refused('match_without_book')
  return leftToMatch(group) === 0 ? granted(group) : refused('match_sums_differ')
}

export type UnmatchRefusal = 'match_month_closed' | 'match_of_reversal'

/**
 * Whether a match may be taken back: while its month is open. It is the month of its bank lines; of a group without them, the month of its last
 * cash line. An entry of a closed month whose bank line came later is outstanding again. What came back by a reversal was given back to what
 * permitted its payment, so its match stays.
 */
export function decideUnmatch(
  { bankLines, cashLines }: MatchGroup,
  closedTo: string | null,
  isOfReversal: boolean,
): Decision<null, UnmatchRefusal> {
  if (isOfReversal) return refused('match_of_reversal')
  const isClosed = ({ day }: { readonly day: string }): boolean => closedTo !== null && day <= closedTo
  const isOver = bankLines.length > 0 ? bankLines.some(isClosed) : cashLines.every(isClosed)
  return isOver ? refused('match_month_closed') : granted(null)
}

export const matchRefusalWords: Readonly<Record<MatchRefusal | UnmatchRefusal, string>> = {
  match_empty: 'Choose what belongs together.',
  match_line_repeated: 'A line can be chosen only once.',
  match_other_account: 'Lines of different bank accounts don’t belong together. A transfer has one line on each.',
  match_line_taken: 'One of these lines is matched already.',
  match_without_book: 'What the bank shows is always booked. Choose an entry, or book one.',
  match_sums_differ: 'The sums of the bank’s lines and of the entries differ.',
  match_month_closed: 'The month of this match is closed.',
  match_of_reversal: 'What came back by a reversal may have been paid again, so this match stays.',
}

/** A bank line with what it says, for suggestions. */
export type TextedBankLine = MatchBankLine & { readonly text: string; readonly payee: string | null; readonly checkNumber: string | null }

/** What a bank line may be: a cash line that no bank line shows yet, or money that is expected: the open part of a call, an unpaid payout. */
export type MatchCandidate = {
  readonly id: string
  readonly kind: 'booked' | 'expected'
  /** Null where any account will do. */
  readonly bankAccount: string | null
  /** Of the entry, or due; null for none. */
  readonly day: string | null
  /** Plus is money in. */
  readonly amountCents: Cents
  readonly references: readonly FoundReference[]
  /** The person or payee who is named. */
  readonly who: string | null
  readonly checkNumber: string | null
}

export type SuggestionReason =
  | { readonly kind: 'reference'; readonly reference: string }
  | { readonly kind: 'other_reference' }
  | { readonly kind: 'check_number'; readonly checkNumber: string }
  | { readonly kind: 'same_amount' }
  | { readonly kind: 'more' | 'less'; readonly differenceCents: Cents }
  | { readonly kind: 'days_apart'; readonly days: number }
  | { readonly kind: 'named' }
  | { readonly kind: 'other_payer' }

export type Suggestion = { readonly candidate: MatchCandidate; readonly reasons: readonly SuggestionReason[] }

const plainWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu) ?? []

const plainNumber = (number: string): string => number.replace(/^0+(?=.)/, '')

function hasCheckNumber({ text, checkNumber }: TextedBankLine, wanted: string | null): boolean {
  if (wanted === null) return false
  const numbers = checkNumber === null ? (text.match(/\d+/g) ?? []) : [checkNumber]
  return numbers.some((number) => plainNumber(number) === plainNumber(wanted))
}

/** Days between which equal amounts are suggested, and how much an expected amount may differ, in percent. */
const nearDays = 60
const nearPercent = 5

type Rated = { readonly suggestion: Suggestion; readonly rank: readonly number[] }

function rate(line: TextedBankLine, found: readonly FoundReference[], candidate: MatchCandidate): Rated | null {
  const isOtherSide = Math.sign(candidate.amountCents) !== Math.sign(line.amountCents)
  if (isOtherSide || (candidate.bankAccount !== null && candidate.bankAccount !== line.bankAccount)) return null
  const reference = candidate.references.find(({ code, arc }) => found.some((each) => each.code === code && each.arc === arc))
  const isOtherReference = !reference && found.length > 0 && candidate.references.length > 0
  const hasCheck = hasCheckNumber(line, candidate.checkNumber)
  const difference = Math.abs(line.amountCents) - Math.abs(candidate.amountCents)
  const days = candidate.day === null ? 0 : Math.abs(daysBetween(candidate.day, line.day))
  const isNear = days <= nearDays && Math.abs(difference) * 100 <= Math.abs(candidate.amountCents) * nearPercent
  if (!reference && !hasCheck && !(isNear && (difference === 0 || candidate.kind === 'expected'))) return null

  const said = new Set(plainWords(`${line.payee ?? ''} ${line.text}`))
  const names = candidate.who === null ? [] : plainWords(candidate.who)
  const isNamed = names.some((name) => said.has(name))
  const reasons: readonly (SuggestionReason | false | undefined)[] = [
    reference && { kind: 'reference', reference: callReference(reference.code, [reference.arc]) },
    isOtherReference && { kind: 'other_reference' },
    hasCheck && candidate.checkNumber !== null && { kind: 'check_number', checkNumber: candidate.checkNumber },
    difference === 0 ? { kind: 'same_amount' } : { kind: difference > 0 ? 'more' : 'less', differenceCents: Math.abs(difference) },
    days > 0 && { kind: 'days_apart', days },
    isNamed && { kind: 'named' },
    !isNamed && names.length > 0 && line.payee !== null && { kind: 'other_payer' },
  ]
  const rank = [reference ? 0 : 1, isOtherReference ? 1 : 0, hasCheck ? 0 : 1, Math.abs(difference), isNamed ? 0 : 1, days]
  return { suggestion: { candidate, reasons: reasons.filter((reason) => reason !== false && reason !== undefined) }, rank }
}

function byRank(one: Rated, other: Rated): number {
  for (const [index, value] of one.rank.entries()) if (value !== other.rank[index]) return value - (other.rank[index] ?? 0)
  return one.suggestion.candidate.id < other.suggestion.candidate.id ? -1 : 1
}

const mostSuggestions = 5

/**
 * What a bank line probably is, the most probable first: by the reference in its text, its check number, its amount, its name and its day. Only
 * suggested: a match is made by hand.
 */
export function suggestMatches(line: TextedBankLine, candidates: readonly MatchCandidate[]): readonly Suggestion[] {
  const found = referencesIn(`${line.payee ?? ''} ${line.text}`)
  const rated = candidates.flatMap((candidate) => rate(line, found, candidate) ?? [])
  return rated
    .toSorted(byRank)
    .slice(0, mostSuggestions)
    .map(({ suggestion }) => suggestion)
}

/** "Reference ARC-7Q4K-10", "$16.68 more than asked", "3 days apart". */
export function suggestionReasonWords(
  reason: SuggestionReason,
  { kind, amountCents }: Pick<MatchCandidate, 'kind' | 'amountCents'>,
): string {
  const than = kind === 'expected' ? 'than asked' : 'than booked'
  switch (reason.kind) {
    case 'reference':
      return `Reference ${reason.reference}`
    case 'other_reference':
      return 'Other reference'
    case 'check_number':
      return `Check ${reason.checkNumber}`
    case 'same_amount':
      return 'Same amount'
    case 'more':
      return `${formatCents(reason.differenceCents)} more ${than}`
    case 'less':
      return `${formatCents(reason.differenceCents)} less ${than}`
    case 'days_apart':
      return reason.days === 1 ? '1 day apart' : `${reason.days} days apart`
    case 'named':
      return amountCents < 0 ? 'Names the payee' : 'Names the payer'
    case 'other_payer':
      return amountCents < 0 ? 'Another payee' : 'Another payer'
  }
}

export type PartPeople = { readonly treasurer: string | null; readonly holders: readonly string[] }

/** Who says that a bank line is what a member paid: the treasurer; of the treasurer's own part another member, unless nobody else holds arcs. */
export function mayMatchPart(
  person: string,
  payer: string,
  { treasurer, holders }: PartPeople,
): Decision<null, 'treasurer_has_no_word' | 'not_treasurer'> {
  const needsAnother = payer === treasurer && holders.length > 1
  if (needsAnother) return person === treasurer ? refused('treasurer_has_no_word') : granted(null)
  return person === treasurer ? granted(null) : refused('not_treasurer')
}

/**
 * What to do with the treasurer's own part instead of matching it; null for who matches it. Of two members nobody could confirm a month in which
 * the other one has matched, so they are shown the way by paper and word, which is no part in it.
 */
export function ownPartMatchWords(person: string, { treasurer, holders }: PartPeople): string | null {
  if (holders.length === 2)
    return person === treasurer
      ? 'Record this payment with its paper on the page of its call. The other member gives their word, then you match the line with the entry. If they matched it, nobody of you two could confirm the month.'
      : 'Please don’t match it: nobody of you two could confirm its month then. The treasurer records this payment with its paper, you give your word on the page of its call, and they match the line.'
  return person === treasurer && holders.length > 2 ? 'Another member matches your own part.' : null
}
