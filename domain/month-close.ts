import type { BankBalance } from './bank-file.ts'
import { type BankRun, bankBalanceAt } from './bank-lines.ts'
import { sumCents } from './cents.ts'
import { addDays, daysBetween, formatCalendarDay, formatCalendarMonth } from './dates.ts'
import { type Decision, granted, refused } from './decision.ts'
import { type Cents, formatCents } from './money.ts'

/** Closing a month of one bank account: the book's cash less what is outstanding is the bank's balance. Months are `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7)

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`
}

/** Every month from one to another, both included; no more than anyone keeps a book. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length < 1_200; month = nextMonth(month)) months.push(month)
  return months
}

export const lastDayOf = (month: string): string => addDays(`${nextMonth(month)}-01`, -1)

export type ClosingBankLine = { readonly id: string; readonly day: string; readonly amountCents: Cents }

export type ClosingCashLine = {
  readonly id: string
  readonly day: string
  readonly amountCents: Cents
  /** The bank's first opening balance, booked into suspense: the bank has it already, on no line. */
  readonly isOpening?: boolean
}

/** The ids of a standing match. */
export type ClosingGroup = { readonly bankLines: readonly string[]; readonly cashLines: readonly string[] }

export type BankMonth = {
  readonly month: string
  /** In the property's zone. */
  readonly today: string
  /** The first month with a cash line or a day that the bank has shown. */
  readonly firstMonth: string
  readonly lastClosed: string | null
  readonly run: BankRun | null
  readonly balances: readonly BankBalance[]
  readonly bankLines: readonly ClosingBankLine[]
  readonly cashLines: readonly ClosingCashLine[]
  readonly groups: readonly ClosingGroup[]
  /** Lines in suspense up to the end of the month that nobody has put words to. */
  readonly wordlessSuspense: readonly { readonly id: string; readonly amountCents: Cents }[]
}

/** Cash that is booked and that the bank has not shown by the end of the month: an uncashed check, a transfer on its way. */
export type OutstandingCash = {
  /** Several only where a part of one match has reached the bank; then the amount is the rest. */
  readonly cashLines: readonly string[]
  readonly day: string
  readonly amountCents: Cents
  readonly days: number
  /** Older than 60 days: amber. */
  readonly isOld: boolean
}

export const oldAfterDays = 60

export type MonthReason =
  | { readonly reason: 'month_not_over'; readonly lastDay: string }
  | { readonly reason: 'month_closed' }
  | { readonly reason: 'month_out_of_sequence'; readonly next: string }
  | { readonly reason: 'month_bank_days_missing'; readonly from: string; readonly to: string }
  | { readonly reason: 'month_lines_unmatched'; readonly lines: readonly ClosingBankLine[] }
  | { readonly reason: 'month_lines_booked_later'; readonly lines: readonly ClosingBankLine[] }
  | { readonly reason: 'month_balance_differs'; readonly differenceCents: Cents; readonly explainedBy: ClosingBankLine | null }
  | { readonly reason: 'month_suspense_without_words'; readonly lines: BankMonth['wordlessSuspense'] }

export type MonthStanding = {
  readonly lastDay: string
  readonly bookCents: Cents
  readonly outstanding: readonly OutstandingCash[]
  readonly outstandingCents: Cents
  /** What the bank's balance has to be: book − outstanding. */
  readonly expectedCents: Cents
  /** Null while the bank gave no balance; then the one that is typed from its statement is the first. */
  readonly bankCents: Cents | null
  /** What keeps the month from closing; empty when it agrees. */
  readonly reasons: readonly MonthReason[]
}

type Lines<Line> = ReadonlyMap<string, Line>
const byId = <Line extends { readonly id: string }>(lines: readonly Line[]): Lines<Line> => new Map(lines.map((line) => [line.id, line]))
const sumOf = (lines: readonly { readonly amountCents: Cents }[]): Cents => sumCents(lines.map(({ amountCents }) => amountCents))
const until = <Line extends { readonly day: string }>(lines: readonly Line[], day: string): readonly Line[] =>
  lines.filter((line) => line.day <= day)

type Group = { readonly bank: readonly ClosingBankLine[]; readonly cash: readonly ClosingCashLine[] }

/** Standing matches, and every cash line without one as a group of its own. */
function groupsOf({ bankLines, cashLines, groups }: BankMonth): readonly Group[] {
  const [bank, cash] = [byId(bankLines), byId(cashLines)]
  const matched = new Set(groups.flatMap((group) => group.cashLines))
  const alone = cashLines.filter(({ id, isOpening }) => !isOpening && !matched.has(id))
  return [
    ...groups.map((group) => ({
      bank: group.bankLines.flatMap((id) => bank.get(id) ?? []),
      cash: group.cashLines.flatMap((id) => cash.get(id) ?? []),
    })),
    ...alone.map((line) => ({ bank: [], cash: [line] })),
  ]
}

/**
 * What of a match is outstanding at the end of a day: its cash lines one by one while no bank line of it has come, the rest while some have not.
 * An entry and its reversal that are both booked by then are not.
 */
function outstandingOf({ bank, cash }: Group, day: string): readonly OutstandingCash[] {
  const [shown, booked] = [until(bank, day), until(cash, day)]
  const rest = sumOf(booked) - sumOf(shown)
  if (booked.length === 0 || rest === 0) return []
  const parts = shown.length === 0 ? booked.map((line) => [line]) : [booked]
  return parts.map((lines) => {
    const first = lines.map((line) => line.day).sort()[0] ?? day
    const days = daysBetween(first, day)
    const amountCents = shown.length === 0 ? sumOf(lines) : rest
    return { cashLines: lines.map(({ id }) => id), day: first, amountCents, days, isOld: days > oldAfterDays }
  })
}

/** Bank lines up to a day of a match that is booked, in part or whole, only after it. */
function bookedLater({ bank, cash }: Group, day: string): readonly ClosingBankLine[] {
  const shown = until(bank, day)
  return shown.length > 0 && cash.some((line) => line.day > day) && sumOf(until(cash, day)) !== sumOf(shown) ? shown : []
}

const oldestFirst = (one: { readonly day: string }, other: { readonly day: string }): number =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : 0

/** Which month of an account is closed next. */
export const nextToClose = ({ firstMonth, lastClosed }: Pick<BankMonth, 'firstMonth' | 'lastClosed'>): string =>
  lastClosed === null ? firstMonth : nextMonth(lastClosed)

function sequenceReasons(facts: BankMonth, lastDay: string): readonly MonthReason[] {
  const next = nextToClose(facts)
  const reasons: readonly (MonthReason | false)[] = [
    lastDay >= facts.today && { reason: 'month_not_over', lastDay },
    facts.lastClosed !== null && facts.month <= facts.lastClosed && { reason: 'month_closed' },
    facts.month > next && { reason: 'month_out_of_sequence', next },
  ]
  return reasons.filter((reason) => reason !== false)
}

/** Days of the month that the bank has not shown. Before its first day the balance is its opening one. */
function missingDays({ run, month }: BankMonth, lastDay: string): readonly MonthReason[] {
  if (!run) return [{ reason: 'month_bank_days_missing', from: `${month}-01`, to: lastDay }]
  if (lastDay < addDays(run.from, -1)) return [{ reason: 'month_bank_days_missing', from: addDays(lastDay, 1), to: addDays(run.from, -1) }]
  return run.to < lastDay ? [{ reason: 'month_bank_days_missing', from: addDays(run.to, 1), to: lastDay }] : []
}

/** How a month of a bank account stands: book, bank, what is outstanding between them, and what keeps it from closing. */
export function monthStanding(facts: BankMonth): MonthStanding {
  const lastDay = lastDayOf(facts.month)
  const groups = groupsOf(facts)
  const outstanding = groups.flatMap((group) => outstandingOf(group, lastDay)).toSorted(oldestFirst)
  const [bookCents, outstandingCents] = [sumOf(until(facts.cashLines, lastDay)), sumOf(outstanding)]
  const expectedCents = bookCents - outstandingCents
  const bankCents = bankBalanceAt(lastDay, facts.balances, facts.bankLines)
  const matched = new Set(facts.groups.flatMap((group) => group.bankLines))
  const unmatched = until(facts.bankLines, lastDay)
    .filter(({ id }) => !matched.has(id))
    .toSorted(oldestFirst)
  const later = groups.flatMap((group) => bookedLater(group, lastDay)).toSorted(oldestFirst)
  const differenceCents = bankCents === null ? 0 : bankCents - expectedCents
  const explainedBy = [...unmatched, ...later].find(({ amountCents }) => amountCents === differenceCents) ?? null
  const reasons: readonly (MonthReason | false)[] = [
    ...sequenceReasons(facts, lastDay),
    ...missingDays(facts, lastDay),
    unmatched.length > 0 && { reason: 'month_lines_unmatched', lines: unmatched },
    later.length > 0 && { reason: 'month_lines_booked_later', lines: later },
    differenceCents !== 0 && { reason: 'month_balance_differs', differenceCents, explainedBy },
    facts.wordlessSuspense.length > 0 && { reason: 'month_suspense_without_words', lines: facts.wordlessSuspense },
  ]
  return {
    lastDay,
    bookCents,
    outstanding,
    outstandingCents,
    expectedCents,
    bankCents,
    reasons: reasons.filter((reason) => reason !== false),
  }
}

const lineWords = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)
const dayWords = (day: string): string => formatCalendarDay(day, 'short')

/** What to do before the month can be closed. */
export function monthReasonWords(reason: MonthReason): string {
  switch (reason.reason) {
    case 'month_not_over':
      return `The month can be closed after ${dayWords(reason.lastDay)}.`
    case 'month_closed':
      return 'This month is closed.'
    case 'month_out_of_sequence':
      return `${formatCalendarMonth(reason.next)} comes first: months are closed one after the other.`
    case 'month_bank_days_missing':
      return `The bank’s days from ${dayWords(reason.from)} to ${dayWords(reason.to)} are missing. Add a bank file that shows them.`
    case 'month_lines_unmatched':
      return `${lineWords(reason.lines.length)} of the bank ${reason.lines.length === 1 ? 'is' : 'are'} not matched.`
    case 'month_lines_booked_later':
      return `${lineWords(reason.lines.length)} of the bank ${reason.lines.length === 1 ? 'is' : 'are'} matched with an entry of a later month. A cash entry has the bank’s day.`
    case 'month_balance_differs':
      return `The bank has ${formatCents(Math.abs(reason.differenceCents))} ${reason.differenceCents > 0 ? 'more' : 'less'} than the book without what is outstanding.`
    case 'month_suspense_without_words':
      return `${lineWords(reason.lines.length)} in suspense ${reason.lines.length === 1 ? 'has' : 'have'} no words yet. Say what is known of ${reason.lines.length === 1 ? 'it' : 'them'}.`
  }
}

/** Who did what in a month. Persons by id. */
export type MonthPeople = {
  /** Who holds arcs now. */
  readonly holders: readonly string[]
  /** Booked an entry of the month. */
  readonly booked: readonly string[]
  /** Matched, or took a match back, of a bank line of the month. */
  readonly matched: readonly string[]
  /** Was treasurer on any day of the month. */
  readonly treasurers: readonly string[]
}

export type ConfirmerRefusal = 'confirmer_no_member' | 'confirmer_booked' | 'confirmer_matched' | 'confirmer_was_treasurer'

/** Whether a person may confirm a month: someone who had no part in it. With one holder left, second confirmations fall away. */
export function mayConfirmMonth(person: string, { holders, booked, matched, treasurers }: MonthPeople): Decision<null, ConfirmerRefusal> {
  if (!holders.includes(person)) return refused('confirmer_no_member')
  if (new Set(holders).size === 1) return granted(null)
  if (treasurers.includes(person)) return refused('confirmer_was_treasurer')
  if (booked.includes(person)) return refused('confirmer_booked')
  return matched.includes(person) ? refused('confirmer_matched') : granted(null)
}

/** The holders who may confirm a month; nobody, where all had a part in it. */
export const monthConfirmers = (people: MonthPeople): readonly string[] =>
  people.holders.filter((holder) => mayConfirmMonth(holder, people).ok)

export type ConfirmMonthRefusal = ConfirmerRefusal | 'month_not_ready' | 'month_sent_back' | 'typed_balance_differs'

/** `typedCents` is the balance that the confirmer read in the bank's own statement, before ours was shown. */
export function decideConfirmMonth(
  { expectedCents, reasons }: Pick<MonthStanding, 'expectedCents' | 'reasons'>,
  person: string,
  people: MonthPeople,
  typedCents: Cents,
): Decision<null, ConfirmMonthRefusal> {
  const may = mayConfirmMonth(person, people)
  if (!may.ok) return may
  if (reasons.length > 0) return refused('month_not_ready')
  // Without reasons the bank's balance is the expected one, if it is known at all.
  return typedCents === expectedCents ? granted(null) : refused('typed_balance_differs')
}

export const confirmMonthRefusalWords: Readonly<Record<ConfirmMonthRefusal, string>> = {
  confirmer_no_member: 'Only who holds arcs may confirm a month.',
  confirmer_booked: 'You booked an entry of this month, so someone else confirms it.',
  confirmer_matched: 'You matched a line of this month, so someone else confirms it.',
  confirmer_was_treasurer: 'You were treasurer in this month, so someone else confirms it.',
  month_not_ready: 'This month does not agree with the bank yet.',
  month_sent_back: 'This month was sent back. It can be confirmed once the treasurer has done something about it.',
  typed_balance_differs:
    'The balance that you typed is not the one that the book and the bank’s files give. Please compare again, or send the month back.',
}
