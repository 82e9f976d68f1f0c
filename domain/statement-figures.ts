import { holderOn, isIncome, sharedAccounts } from './arc-capital.ts'
import { type BookAccount, bookAccounts } from './book-accounts.ts'
import { reckonedWords, shareOfGrowth, sumCents } from './cents.ts'
import { formatCalendarDay, formatCalendarMonth } from './dates.ts'
import { type Cents, formatCents } from './money.ts'
import { type Statement, type StatementFacts, statementOf } from './statements.ts'

/** An entry with what a statement says of late ones. */
export type StatementEntry = StatementFacts['entries'][number] & {
  readonly number: number
  /** `YYYY-MM`: the month that a late bill concerns. */
  readonly belongsTo: string | null
}
export type YearFacts = Omit<StatementFacts, 'entries'> & { readonly entries: readonly StatementEntry[] }

/** The circle's part is null where its reader may only see their own. */
export type ShownFigure = { readonly circleCents: Cents | null; readonly ownCents: Cents }
type Reckoned = ShownFigure & { readonly words: string }

/** A late bill: booked in this year, for a month of an earlier one. Its amount is within the account's figure. */
export type LateFigure = ShownFigure & {
  readonly entry: number
  readonly day: string
  readonly belongsTo: string
  readonly account: string
}

/** What a statement says, and what is frozen when it is issued. Plain data, in this order of its fields. */
export type StatementFigures = {
  readonly year: number
  readonly from: string
  readonly to: string
  readonly arcs: readonly number[]
  readonly arcsOfCircle: number
  readonly commitment: Reckoned
  readonly capitalAtStart: ShownFigure
  /** What the book says today of the year before, less what its issued statement said. */
  readonly corrected: ShownFigure
  readonly putIn: Reckoned
  readonly shares: readonly (Reckoned & { readonly account: string })[]
  readonly incomeLessCosts: ShownFigure
  readonly payouts: readonly (Reckoned & { readonly day: string })[]
  readonly paidOut: ShownFigure
  readonly handedOnCents: Cents
  readonly takenOverCents: Cents
  readonly oddCents: ShownFigure
  readonly capitalAtEnd: ShownFigure
  readonly late: readonly LateFigure[]
  /** What the circle had and owed at the end, whose sum is the capital of all arcs. Null for who is no member any more. */
  readonly has: readonly { readonly account: string; readonly amountCents: Cents }[] | null
}

/** What the statement before was issued with. */
export type IssuedEnd = { readonly circleCents: Cents; readonly ownCents: Cents }

const numbersOf = (list: readonly unknown[]): number[] => list.map((_, index) => index + 1)

function lateOf({ prices, entries, holders }: YearFacts, member: string, from: string, to: string): LateFigure[] {
  const totals = new Map<BookAccount, Cents>()
  return entries.flatMap(({ number, day, belongsTo, lines }) =>
    lines.flatMap(({ account, amountCents }): LateFigure[] => {
      if (!sharedAccounts.includes(account)) return []
      const before = totals.get(account) ?? 0
      const after = sumCents([before, amountCents])
      totals.set(account, after)
      if (belongsTo === null || belongsTo >= from.slice(0, 7) || day < from || day > to) return []
      const held = numbersOf(prices).filter((arc) => holderOn(holders, arc, day) === member)
      const ownCents = sumCents(held.map((arc) => shareOfGrowth(before, after, prices.length, arc)))
      return [{ entry: number, day, belongsTo, account, circleCents: 0 - amountCents, ownCents: 0 - ownCents }]
    }),
  )
}

const assetKinds: readonly string[] = ['asset', 'debt', 'suspense']
const accountsHeld = (Object.keys(bookAccounts) as BookAccount[]).filter((account) => assetKinds.includes(bookAccounts[account].kind))

function hasAt(entries: readonly StatementEntry[], day: string): { account: string; amountCents: Cents }[] {
  const lines = entries.filter((entry) => entry.day <= day).flatMap((entry) => entry.lines)
  return accountsHeld.flatMap((account) => {
    const amountCents = sumCents(lines.filter((line) => line.account === account).map((line) => line.amountCents))
    return amountCents === 0 ? [] : [{ account, amountCents }]
  })
}

/** The figures of a person for a year up to `to`. `issuedBefore`: how their statement of the year before ended, if it was issued. */
export function figuresOf(
  facts: YearFacts,
  member: string,
  { year, to, issuedBefore }: { readonly year: number; readonly to: string; readonly issuedBefore: IssuedEnd | null },
): StatementFigures {
  const from = `${year}-01-01`
  const statement: Statement = statementOf(facts, member, { from, to })
  const { capitalAtStart } = statement
  const issued = issuedBefore ?? capitalAtStart
  return {
    year,
    from,
    to,
    arcs: statement.arcs,
    arcsOfCircle: facts.prices.length,
    commitment: { ...statement.commitment, words: reckonedWords(statement.arcs.map((arc) => (facts.prices[arc - 1] ?? 0) * 100)) },
    capitalAtStart: { circleCents: issued.circleCents, ownCents: issued.ownCents },
    corrected: {
      circleCents: capitalAtStart.circleCents - issued.circleCents,
      ownCents: capitalAtStart.ownCents - issued.ownCents,
    },
    putIn: statement.putIn,
    shares: statement.shares,
    incomeLessCosts: statement.incomeLessCosts,
    payouts: statement.payouts,
    paidOut: statement.paidOut,
    handedOnCents: statement.handedOnCents,
    takenOverCents: statement.takenOverCents,
    oddCents: statement.oddCents,
    capitalAtEnd: statement.capitalAtEnd,
    late: lateOf(facts, member, from, to),
    has: hasAt(facts.entries, to),
  }
}

/** Whether the year says anything of the person: they held an arc, or an amount is theirs. */
export function concerns(figures: StatementFigures, { prices, holders }: YearFacts, member: string): boolean {
  const { from, to, capitalAtStart, corrected, putIn, paidOut, handedOnCents, takenOverCents } = figures
  const amounts = [capitalAtStart.ownCents, corrected.ownCents, putIn.ownCents, paidOut.ownCents, handedOnCents, takenOverCents]
  const isHolder = numbersOf(prices).some(
    (arc) =>
      holderOn(holders, arc, from) === member ||
      holders.some((row) => row.arc === arc && row.holder === member && row.from >= from && row.from <= to),
  )
  return isHolder || amounts.some((cents) => cents !== 0)
}

/** The same without what is the circle's: for who is no member any more, of a year that is not issued. */
export function ownOnly(figures: StatementFigures): StatementFigures {
  const own = <Each extends ShownFigure>(figure: Each): Each => ({ ...figure, circleCents: null })
  return {
    ...figures,
    commitment: own(figures.commitment),
    capitalAtStart: own(figures.capitalAtStart),
    corrected: own(figures.corrected),
    putIn: own(figures.putIn),
    shares: figures.shares.filter(({ ownCents }) => ownCents !== 0).map(own),
    incomeLessCosts: own(figures.incomeLessCosts),
    payouts: figures.payouts.filter(({ ownCents }) => ownCents !== 0).map(own),
    paidOut: own(figures.paidOut),
    oddCents: own(figures.oddCents),
    capitalAtEnd: own(figures.capitalAtEnd),
    late: [],
    has: null,
  }
}

export type StatementRow = {
  readonly label: string
  /** How the person's part is reckoned. */
  readonly words: string
  readonly circleCents: Cents | null
  readonly ownCents: Cents
  readonly isTotal: boolean
}
export type StatementSection = { readonly title: string; readonly rows: readonly StatementRow[] }

const labelOfAccount = (account: string): string => bookAccounts[account as BookAccount].label

const row = (label: string, { circleCents, ownCents }: ShownFigure, words = '', isTotal = false): StatementRow => ({
  label,
  words,
  circleCents,
  ownCents,
  isTotal,
})

/** What goes out is written with a minus. */
const minus = <Each extends ShownFigure>(figure: Each): Each => ({
  ...figure,
  circleCents: figure.circleCents === null ? null : 0 - figure.circleCents,
  ownCents: 0 - figure.ownCents,
})

const isSet = ({ circleCents, ownCents }: ShownFigure): boolean => ownCents !== 0 || (circleCents !== null && circleCents !== 0)

/** The figures line by line, as every form of the statement shows them: start + put in + income − costs − paid out … = end. */
export function statementSections(figures: StatementFigures): StatementSection[] {
  const { from, to, shares, payouts, handedOnCents, takenOverCents, late } = figures
  const ofCircle = figures.capitalAtEnd.circleCents === null ? null : 0
  const incomes = shares.filter(({ account }) => isIncome(account as BookAccount))
  const costs = shares.filter(({ account }) => !isIncome(account as BookAccount))
  const sections: (StatementSection | null)[] = [
    {
      title: 'At the start',
      rows: [
        row(`Capital on ${formatCalendarDay(from)}`, figures.capitalAtStart),
        ...(isSet(figures.corrected) ? [row('Correction of earlier statements', figures.corrected)] : []),
      ],
    },
    { title: 'Put in', rows: [row('Contributions', figures.putIn, figures.putIn.words)] },
    { title: 'Share of income', rows: incomes.map((share) => row(labelOfAccount(share.account), share, share.words)) },
    {
      title: 'Share of costs',
      rows: costs.map((share) => row(labelOfAccount(share.account), minus(share), share.words)),
    },
    {
      title: 'Together',
      rows: [row('Income less costs', figures.incomeLessCosts, '', true)],
    },
    { title: 'What was paid out', rows: payouts.map((payout) => row(formatCalendarDay(payout.day), minus(payout), payout.words)) },
    {
      title: 'Arcs that changed hands',
      rows: [
        ...(handedOnCents === 0 ? [] : [row('Handed on', { circleCents: ofCircle, ownCents: handedOnCents })]),
        ...(takenOverCents === 0 ? [] : [row('Taken over', { circleCents: ofCircle, ownCents: takenOverCents })]),
      ],
    },
    isSet(figures.oddCents) ? { title: 'The end of the circle', rows: [row('Odd cents', figures.oddCents)] } : null,
    { title: 'At the end', rows: [row(`Capital on ${formatCalendarDay(to)}`, figures.capitalAtEnd, '', true)] },
    {
      title: 'Late, and within the figures above',
      rows: late.map((each) => row(`${labelOfAccount(each.account)} of ${formatCalendarMonth(each.belongsTo)}, entry ${each.entry}`, each)),
    },
  ]
  return sections.filter((section) => section !== null).filter(({ rows }) => rows.length > 0)
}

/** `Cash $28,324.09 + Property $654,946.20 …`: label and amount of what the circle has, for its words. */
export const hasRows = ({ has }: StatementFigures): { readonly label: string; readonly amountCents: Cents }[] =>
  (has ?? []).map(({ account, amountCents }) => ({ label: labelOfAccount(account), amountCents }))

/** How far a year is. `ready`: the treasurer can issue its statements. */
export type StatementState = 'issued' | 'running' | 'december_open' | 'suspense' | 'ready'

/** A year's statements are issued once its last month is closed, or the circle has ended, and nothing of it waits in suspense. */
export function statementState(year: {
  readonly year: number
  readonly today: string
  readonly endedOn: string | null
  readonly closedTo: string | null
  readonly isIssued: boolean
  /** At the end of the year, and now: what was resolved after the year is no obstacle. */
  readonly suspense: { readonly atEndCents: Cents; readonly nowCents: Cents }
}): StatementState {
  if (year.isIssued) return 'issued'
  const lastDay = `${year.year}-12-31`
  const hasEnded = year.endedOn !== null && year.endedOn <= lastDay
  if (!hasEnded && year.today <= lastDay) return 'running'
  if (!hasEnded && (year.closedTo === null || year.closedTo < lastDay)) return 'december_open'
  return year.suspense.atEndCents !== 0 && year.suspense.nowCents !== 0 ? 'suspense' : 'ready'
}

/** What stands in the way of issuing, in words. */
export const statementStateWords: Readonly<Record<StatementState, string>> = {
  issued: 'An issued statement is frozen; a correction comes in the next one.',
  running: 'The year is not over. These figures can still change.',
  december_open: 'Statements are issued once all twelve months are closed. The last of them is still open.',
  suspense: 'Statements are issued once nothing waits in suspense any more. Say what that money was.',
  ready: 'Every month is closed: the treasurer can issue the statements.',
}

/** As `statementStateWords`, naming how much waits in suspense where the reader may know it. */
export const statementWaitWords = (state: StatementState, suspenseCents: Cents | null): string =>
  state === 'suspense' && suspenseCents
    ? `${formatCents(Math.abs(suspenseCents))} waits in suspense. Say in the book what that money was: then the statements can be issued.`
    : statementStateWords[state]
