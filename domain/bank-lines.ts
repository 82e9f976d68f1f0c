import type { BankBalance, BankFileAccount, BankFileLine } from './bank-file.ts'
import { sumCents } from './cents.ts'
import { addDays, formatCalendarDay } from './dates.ts'
import { isolate } from './isolate.ts'
import { type Cents, formatCents } from './money.ts'

/**
 * What is known of a bank account, and what a file adds to it. A line differs from others by account, day, amount, and its ordinal among equal
 * day and amount; nothing else, because banks repeat and change ids and texts. Of equal lines the largest number that any file shows is kept.
 */
export type KnownBankLine = {
  readonly id: string
  readonly day: string
  readonly amountCents: Cents
  /** 1, 2, … among the lines of this day and amount. */
  readonly ordinal: number
  readonly text: string
}

/** Days that files have shown without a gap, both included. */
export type BankRun = { readonly from: string; readonly to: string }

export type KnownBankAccount = {
  /** Of every number under which the bank names the account. Empty until a file has told one. */
  readonly numberHashes: readonly string[]
  readonly currency: string
  readonly run: BankRun | null
  readonly lines: readonly KnownBankLine[]
  /** Balances at the ends of days that the bank gave, as `decideImport` stored them. */
  readonly balances: readonly BankBalance[]
  /** The last day of the last closed month. */
  readonly closedTo: string | null
}

/** An account of a file, with the hash of its number. */
export type ShownBankAccount = Omit<BankFileAccount, 'number'> & {
  readonly numberHash: string | null
  /** The name of another account of the circle whose files had this number. */
  readonly otherAccount: string | null
}

export type AddedBankLine = BankFileLine & { readonly ordinal: number }

/** The bank's balance at the end of the day before a file, as known and as the file says. */
export type BalanceBefore = { readonly day: string; readonly knownCents: Cents | null; readonly fileCents: Cents | null }

export type BankImport = {
  readonly added: readonly AddedBankLine[]
  /** Lines of the file that are known already. */
  readonly known: number
  /** What is left out: lines of the import's day or later, pending ones, and ones without an amount. */
  readonly leftOut: { readonly today: number; readonly pending: number; readonly zero: number }
  readonly run: BankRun
  /** To be stored: what the bank says of ends of days, none of them known before. */
  readonly balances: readonly BankBalance[]
  readonly before: BalanceBefore
  /** The bank's balance at the end of the file's last day. */
  readonly closing: BankBalance | null
  /** The bank's balance before the first day of the run; what of it is not booked yet goes into suspense. Null while the bank gave none. */
  readonly openingCents: Cents | null
}

type NamedLine = { readonly day: string; readonly amountCents: Cents; readonly text: string }

export type BankImportProblem =
  | { readonly reason: 'bank_account_other'; readonly name: string | null }
  | { readonly reason: 'bank_currency_other'; readonly currency: string }
  | { readonly reason: 'bank_file_of_today' }
  | { readonly reason: 'bank_days_missing'; readonly after: string; readonly before: string }
  | { readonly reason: 'bank_lines_missing'; readonly lines: readonly KnownBankLine[] }
  | { readonly reason: 'bank_month_closed'; readonly closedTo: string; readonly lines: readonly NamedLine[] }
  | { readonly reason: 'bank_sign_flipped' }
  | { readonly reason: 'bank_balance_differs'; readonly day: string; readonly knownCents: Cents; readonly fileCents: Cents }

export type BankImportDecision = { readonly ok: true; readonly value: BankImport } | ({ readonly ok: false } & BankImportProblem)

type Amount = { readonly day: string; readonly amountCents: Cents }
const keyOf = ({ day, amountCents }: Amount): string => `${day} ${amountCents}`
const sumOf = (lines: readonly Amount[]): Cents => sumCents(lines.map(({ amountCents }) => amountCents))
const byDay = (one: { readonly day: string }, other: { readonly day: string }): number =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : 0

function counted(lines: readonly Amount[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return counts
}

/** The bank's balance at the end of a day, from any balance that it gave and the lines between; null if it gave none. */
export function bankBalanceAt(day: string, balances: readonly BankBalance[], lines: readonly Amount[]): Cents | null {
  const [given] = balances
  if (!given) return null
  const [first, last] = given.day < day ? [given.day, day] : [day, given.day]
  const between = sumOf(lines.filter((line) => line.day > first && line.day <= last))
  return given.day < day ? given.amountCents + between : given.amountCents - between
}

/** Lines of the file before the day of the import, and its days and balances without the others. */
function beforeToday(shown: ShownBankAccount, today: string): ShownBankAccount {
  if (shown.to < today) return shown
  const to = addDays(today, -1)
  const lines = shown.lines.filter(({ day }) => day < today)
  const closing = shown.opening && { day: to, amountCents: shown.opening.amountCents + sumOf(lines) }
  return { ...shown, to, lines, closing: closing ?? (shown.closing && shown.closing.day <= to ? shown.closing : null) }
}

/**
 * Ends of days that a file proves. First and last day of a file may be cut: lines that are posted late come in the next file. So an opening
 * balance is taken to the end of the first day, and a closing balance to the beginning of the last.
 */
function provenBalances({ from, to, opening, closing, lines }: ShownBankAccount, whole: ShownBankAccount): readonly BankBalance[] {
  const onDay = (day: string): Cents => sumOf(lines.filter((line) => line.day === day))
  const endBefore = (last: BankBalance): BankBalance => ({ day: addDays(to, -1), amountCents: last.amountCents - onDay(to) })
  // Of a single day both ends may be cut. A file of one day is taken for whole, what the import's day leaves of a longer one is not.
  if (opening && from === to) return whole.to === to ? [{ day: addDays(from, -1), amountCents: opening.amountCents }] : []
  if (opening) {
    const first = { day: from, amountCents: opening.amountCents + onDay(from) }
    const last = closing && endBefore(closing)
    return last && last.day > first.day ? [first, last] : [first]
  }
  // OFX: a balance of a later day than the file's last may count lines that the file does not show.
  if (!closing || closing.day > to || closing.day < addDays(from, -1)) return []
  return [closing.day === whole.to ? endBefore(closing) : closing]
}

/** The first of these balances that does not follow from the one before. */
function firstContradiction(balances: readonly BankBalance[], lines: readonly Amount[]) {
  const ordered = balances.toSorted(byDay)
  const moving = lines.toSorted(byDay)
  let next = 0
  let moved: Cents = 0
  for (const [index, { day, amountCents }] of ordered.entries()) {
    for (; (moving[next]?.day ?? '~') <= day; next++) moved += moving[next]?.amountCents ?? 0
    const before = ordered[index - 1]
    if (before && before.amountCents + moved !== amountCents)
      return { day, reckonedCents: before.amountCents + moved, givenCents: amountCents }
    moved = 0
  }
  return null
}

function missingDays(run: BankRun | null, { from, to }: BankRun): BankImportProblem | null {
  if (run && from > addDays(run.to, 1)) return { reason: 'bank_days_missing', after: run.to, before: from }
  if (run && to < addDays(run.from, -1)) return { reason: 'bank_days_missing', after: to, before: run.from }
  return null
}

/** Known lines of whole days of the file that it does not show. */
function missingLines(known: readonly KnownBankLine[], shown: ShownBankAccount): readonly KnownBankLine[] {
  const counts = counted(shown.lines)
  const isWithin = (day: string): boolean => day > shown.from && day < shown.to
  return known.filter((line) => isWithin(line.day) && line.ordinal > (counts.get(keyOf(line)) ?? 0)).toSorted(byDay)
}

function addedLines(known: readonly KnownBankLine[], shown: readonly BankFileLine[]): readonly AddedBankLine[] {
  const counts = counted(known)
  const seen = new Map<string, number>()
  return shown.flatMap((line) => {
    const ordinal = (seen.get(keyOf(line)) ?? 0) + 1
    seen.set(keyOf(line), ordinal)
    return ordinal > (counts.get(keyOf(line)) ?? 0) ? [{ ...line, ordinal }] : []
  })
}

type Merged = { readonly added: readonly AddedBankLine[]; readonly balances: readonly BankBalance[] }

/** Lines and balances of a file that agree with what is known, or why they don't. */
function merge(known: KnownBankAccount, shown: ShownBankAccount, whole: ShownBankAccount): Merged | BankImportProblem {
  const missing = missingLines(known.lines, whole)
  if (missing.length > 0) return { reason: 'bank_lines_missing', lines: missing }
  const added = addedLines(known.lines, shown.lines)
  const closed = added.filter(({ day }) => known.closedTo !== null && day <= known.closedTo)
  if (known.closedTo !== null && closed.length > 0) return { reason: 'bank_month_closed', closedTo: known.closedTo, lines: closed }
  const proven = provenBalances(shown, whole)
  const lines = [...known.lines, ...added]
  const wrong = firstContradiction([...known.balances, ...proven], lines)
  if (wrong) {
    const isOfFile = proven.some(({ day, amountCents }) => day === wrong.day && amountCents === wrong.givenCents)
    const [knownCents, fileCents] = isOfFile ? [wrong.reckonedCents, wrong.givenCents] : [wrong.givenCents, wrong.reckonedCents]
    return { reason: 'bank_balance_differs', day: wrong.day, knownCents, fileCents }
  }
  const isKnown = (balance: BankBalance): boolean => known.balances.some(({ day }) => day === balance.day)
  return { added, balances: proven.filter((balance) => !isKnown(balance)) }
}

const flipped = (shown: ShownBankAccount): ShownBankAccount => ({
  ...shown,
  lines: shown.lines.map((line) => ({ ...line, amountCents: -line.amountCents })),
})

/** With minus as money in it agrees: the file only has the other sign. A file with an opening balance has proven its sign itself. */
const agreesFlipped = (known: KnownBankAccount, shown: ShownBankAccount, whole: ShownBankAccount): boolean =>
  !whole.opening && whole.lines.length > 0 && !('reason' in merge(known, flipped(shown), flipped(whole)))

/**
 * What one account of a file adds to what is known, or why it is refused. `today` is the day of the import in the property's zone. The same file
 * twice adds nothing, and files that overlap give the same lines in any order.
 */
export function decideImport(known: KnownBankAccount, whole: ShownBankAccount, today: string): BankImportDecision {
  const isOther = known.numberHashes.length > 0 || whole.otherAccount !== null
  if (whole.numberHash !== null && isOther && !known.numberHashes.includes(whole.numberHash))
    return { ok: false, reason: 'bank_account_other', name: whole.otherAccount }
  if (whole.currency !== null && whole.currency !== known.currency)
    return { ok: false, reason: 'bank_currency_other', currency: whole.currency }
  const shown = beforeToday(whole, today)
  if (shown.to < shown.from) return { ok: false, reason: 'bank_file_of_today' }
  const gap = missingDays(known.run, shown)
  if (gap) return { ok: false, ...gap }

  const merged = merge(known, shown, whole)
  if ('reason' in merged) {
    const isFlipped = merged.reason !== 'bank_month_closed' && agreesFlipped(known, shown, whole)
    return { ok: false, ...(isFlipped ? { reason: 'bank_sign_flipped' } : merged) }
  }

  const { added, balances } = merged
  const run = {
    from: known.run && known.run.from < shown.from ? known.run.from : shown.from,
    to: known.run && known.run.to > shown.to ? known.run.to : shown.to,
  }
  const [dayBefore, lines] = [addDays(shown.from, -1), [...known.lines, ...added]]
  const isReached = known.run !== null && known.run.from <= shown.from
  const all = [...known.balances, ...balances]
  const closingCents = bankBalanceAt(shown.to, all, lines)
  return {
    ok: true,
    value: {
      added,
      known: shown.lines.length - added.length,
      leftOut: { ...whole.leftOut, today: whole.lines.length - shown.lines.length },
      run,
      balances,
      before: {
        day: dayBefore,
        knownCents: isReached ? bankBalanceAt(dayBefore, known.balances, known.lines) : null,
        fileCents: shown.opening?.amountCents ?? null,
      },
      closing: closingCents === null ? null : { day: shown.to, amountCents: closingCents },
      openingCents: bankBalanceAt(addDays(run.from, -1), all, lines),
    },
  }
}

const mostNamed = 5
const day = (written: string): string => formatCalendarDay(written, 'short')

/** "Feb 12, 2027 −$200.10 “CHECK 101”; …": lines in a sentence, the first few. */
function namedLines(lines: readonly NamedLine[]): string {
  const named = lines.slice(0, mostNamed).map((line) => {
    const text = line.text ? ` “${isolate(line.text.slice(0, 40))}”` : ''
    return `${day(line.day)} ${formatCents(line.amountCents)}${text}`
  })
  return lines.length > mostNamed ? `${named.join('; ')} and ${lines.length - mostNamed} more` : named.join('; ')
}

/** The problem in a sentence that a person can act on. */
export function bankImportProblemWords(problem: BankImportProblem): string {
  switch (problem.reason) {
    case 'bank_account_other':
      return problem.name === null
        ? 'This file is of another bank account.'
        : `This file is of another account of this circle, “${isolate(problem.name)}”. Please choose that account, or the file of this one.`
    case 'bank_currency_other':
      return `This file is in another currency: ${isolate(problem.currency)}.`
    case 'bank_file_of_today':
      return 'This file shows only today or later. A day is complete when it is over: please ask the bank for it tomorrow.'
    case 'bank_days_missing':
      return `Days are missing between ${day(problem.after)} and ${day(problem.before)}. Please ask the bank for a file that closes the gap, or say which days this file is for.`
    case 'bank_lines_missing':
      return `This file does not show what an earlier one has shown: ${namedLines(problem.lines)}. Please download it from the bank again, without a filter.`
    case 'bank_month_closed':
      return `This file has new lines in months that are closed, up to ${day(problem.closedTo)}: ${namedLines(problem.lines)}.`
    case 'bank_sign_flipped':
      return 'In this file minus is money in. Please choose the other sign.'
    case 'bank_balance_differs':
      return `The bank’s balance at the end of ${day(problem.day)} is ${formatCents(problem.fileCents)} by this file and ${formatCents(problem.knownCents)} by what is known: ${formatCents(Math.abs(problem.fileCents - problem.knownCents))} differ.`
  }
}
