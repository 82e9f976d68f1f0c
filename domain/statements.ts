import { type ArcHolder, type BookedEntry, capitalOfArc, type Days, growthIn, holderOn, isIncome, sharedAccounts } from './arc-capital.ts'
import type { BookAccount, BookLine } from './book-accounts.ts'
import { reckonedWords, sumCents } from './cents.ts'
import { addDays } from './dates.ts'
import type { Cents, Dollars } from './money.ts'

export type StatementFacts = {
  /** Of arcs 1 and on. */
  readonly prices: readonly Dollars[]
  readonly entries: readonly BookedEntry[]
  /** In the order in which they happened. */
  readonly holders: readonly ArcHolder[]
  /** The day on which the circle ended; null while it stands. */
  readonly endedOn: string | null
}

/** A figure of the circle and of the member. */
type Figure = { readonly circleCents: Cents; readonly ownCents: Cents }

/** With how the member's figure is reckoned, arc by arc: `1 × $302.14 + 3 × $302.13`. Empty if they had no arc with a part in it. */
export type ReckonedFigure = Figure & { readonly words: string }

export type Statement = {
  /** Held at the end of the period. */
  readonly arcs: readonly number[]
  readonly commitment: Figure
  readonly capitalAtStart: Figure
  readonly putIn: ReckonedFigure
  /** Income and costs are both positive where they are as usual. */
  readonly shares: readonly (ReckonedFigure & { readonly account: BookAccount })[]
  readonly incomeLessCosts: Figure
  /** By day of posting, and all together. */
  readonly payouts: readonly (ReckonedFigure & { readonly day: string })[]
  readonly paidOut: Figure
  /** Arcs handed on (−) and taken over (+), with their capital at the end of the day before. */
  readonly handedOnCents: Cents
  readonly takenOverCents: Cents
  /** At the end of a circle they bring each capital to 0. */
  readonly oddCents: Figure
  readonly capitalAtEnd: Figure
}

type ArcLine = Extract<BookLine, { readonly account: 'capital' | 'paid_out' }>
/** `concernsHolderOn`: on which day the arc's holder is whom the line concerns. */
type DatedArcLine = { readonly day: string; readonly concernsHolderOn: string; readonly line: ArcLine }

const numbersOf = (list: readonly unknown[]): number[] => list.map((_, index) => index + 1)

const isWithin = (day: string, { from, to }: Days): boolean => from <= day && day <= to

/** The arcs that someone held on a day. */
const heldOn = ({ prices, holders }: StatementFacts, member: string, day: string): number[] =>
  numbersOf(prices).filter((arc) => holderOn(holders, arc, day) === member)

/** When a member held which arc within the period, in days. */
function heldDays({ prices, holders }: StatementFacts, member: string, period: Days): (Days & { readonly arc: number })[] {
  return numbersOf(prices).flatMap((arc) => {
    const rows = holders.filter((row) => row.arc === arc)
    return rows.flatMap((row, index) => {
      const next = rows[index + 1]
      const until = next ? addDays(next.from, -1) : period.to
      // Of two transfers on one day the first left its buyer no day.
      const isHeld = row.from <= until && row.from <= period.to && until >= period.from
      if (row.holder !== member || !isHeld) return []
      const from = isWithin(row.from, period) ? row.from : period.from
      return [{ arc, from, to: isWithin(until, period) ? until : period.to }]
    })
  })
}

/** An arc's capital at the end of a day; with the circle it ended. */
const capitalAt = ({ entries, prices, endedOn }: StatementFacts, arc: number, day: string): Cents =>
  endedOn !== null && day >= endedOn ? 0 : capitalOfArc(entries, prices.length, arc, day)

const capitalOf = (facts: StatementFacts, arcs: readonly number[], day: string): Cents =>
  sumCents(arcs.map((arc) => capitalAt(facts, arc, day)))

/** Every line on an arc within the period. */
const arcLines = ({ entries }: StatementFacts, period: Days): DatedArcLine[] =>
  entries
    .filter(({ day }) => isWithin(day, period))
    .flatMap(({ day, reversesDay = day, lines }) =>
      lines.flatMap((line) =>
        line.account === 'capital' || line.account === 'paid_out' ? [{ day, concernsHolderOn: reversesDay, line }] : [],
      ),
    )

/** Whose amount a line is: the person it names, else the arc's holder on the day of the entry or of the one that it reverses. */
const personOf = ({ holders }: StatementFacts, { concernsHolderOn, line }: DatedArcLine): string | null =>
  line.person ?? holderOn(holders, line.arc, concernsHolderOn)

const sumOfLines = (lines: readonly DatedArcLine[]): Cents => sumCents(lines.map(({ line }) => line.amountCents))

/** Each arc's amount, for the words. */
const perArc = (lines: readonly DatedArcLine[]): Cents[] =>
  [...new Set(lines.map(({ line }) => line.arc))].map((arc) => sumOfLines(lines.filter(({ line }) => line.arc === arc)))

/**
 * What came and went with arcs. What was declared before an arc was handed on stays the seller's, and may be posted afterwards; the capital
 * that went with the arc is corrected by it, so that the buyer's capital is not touched by what they do not receive.
 */
function transfersOf(facts: StatementFacts, member: string, period: Days): Pick<Statement, 'handedOnCents' | 'takenOverCents'> {
  const changes = numbersOf(facts.prices).flatMap((arc) => {
    const rows = facts.holders.filter((row) => row.arc === arc)
    return rows.slice(1).flatMap((row, index) => {
      const seller = rows[index]?.holder
      if (!isWithin(row.from, period) || seller === row.holder) return []
      return [{ seller, buyer: row.holder, capitalCents: capitalAt(facts, arc, addDays(row.from, -1)) }]
    })
  })
  const later = arcLines(facts, period).flatMap((dated) => {
    const [seller, buyer] = [personOf(facts, dated), holderOn(facts.holders, dated.line.arc, dated.day)]
    return seller === buyer ? [] : [{ seller, buyer, capitalCents: -dated.line.amountCents }]
  })
  const all = [...changes, ...later]
  const sumWhere = (who: 'seller' | 'buyer') => sumCents(all.filter((each) => each[who] === member).map(({ capitalCents }) => capitalCents))
  return { handedOnCents: 0 - sumWhere('seller'), takenOverCents: sumWhere('buyer') }
}

/** The member's and the circle's share of every income and cost that moved. */
function sharesIn(facts: StatementFacts, member: string, period: Days): Statement['shares'] {
  const { entries, prices } = facts
  const inPeriod = growthIn(entries, prices.length, period)
  const held = heldDays(facts, member, period).map(({ arc, ...days }) => ({ arc, growth: growthIn(entries, prices.length, days) }))
  return sharedAccounts.flatMap((account) => {
    // Of an income, as usual, more went out of the account than into it.
    const asUsual = (cents: Cents): Cents => (isIncome(account) ? 0 - cents : cents)
    const own = held.map(({ arc, growth }) => asUsual(growth(account).shareOf(arc)))
    const circleCents = asUsual(inPeriod(account).totalCents)
    const ownCents = sumCents(own)
    return circleCents === 0 && ownCents === 0 ? [] : [{ account, circleCents, ownCents, words: reckonedWords(own) }]
  })
}

function paidOutIn(facts: StatementFacts, member: string, period: Days): Pick<Statement, 'payouts' | 'paidOut'> {
  const lines = arcLines(facts, period).filter(({ line }) => line.account === 'paid_out')
  const payouts = [...new Set(lines.map(({ day }) => day))].sort().map((day) => {
    const ofDay = lines.filter((dated) => dated.day === day)
    const own = ofDay.filter((dated) => personOf(facts, dated) === member)
    return { day, circleCents: sumOfLines(ofDay), ownCents: sumOfLines(own), words: reckonedWords(perArc(own)) }
  })
  const sumBy = (of: 'circleCents' | 'ownCents') => sumCents(payouts.map((payout) => payout[of]))
  return { payouts, paidOut: { circleCents: sumBy('circleCents'), ownCents: sumBy('ownCents') } }
}

function putInOf(facts: StatementFacts, member: string, period: Days): ReckonedFigure {
  const lines = arcLines(facts, period).filter(({ line }) => line.account === 'capital')
  const own = lines.filter((dated) => personOf(facts, dated) === member)
  const words = reckonedWords(perArc(own).map((cents) => -cents))
  return { circleCents: 0 - sumOfLines(lines), ownCents: 0 - sumOfLines(own), words }
}

/** At the end of a circle only what rounding left over stands on its arcs; this brings them to 0. */
function oddCentsIn({ entries, prices, endedOn }: StatementFacts, arcs: readonly number[], period: Days): Cents {
  if (endedOn === null || !isWithin(endedOn, period)) return 0
  return 0 - sumCents(arcs.map((arc) => capitalOfArc(entries, prices.length, arc, endedOn)))
}

/**
 * The statement of a member, or former member, for a period such as a year: capital at its start + put in + income less costs − paid out +
 * handed on and taken over + odd cents = capital at its end.
 */
export function statementOf(facts: StatementFacts, member: string, period: Days): Statement {
  const { prices, endedOn } = facts
  const all = numbersOf(prices)
  const arcs = heldOn(facts, member, period.to)
  const figure = (reckon: (arcs: readonly number[]) => Cents, own: readonly number[]): Figure => ({
    circleCents: reckon(all),
    ownCents: reckon(own),
  })
  const dayBefore = addDays(period.from, -1)
  const shares = sharesIn(facts, member, period)
  const balance = (of: 'circleCents' | 'ownCents') => sumCents(shares.map((share) => (isIncome(share.account) ? share[of] : -share[of])))
  return {
    arcs,
    commitment: figure((held) => sumCents(held.map((arc) => (prices[arc - 1] ?? 0) * 100)), arcs),
    capitalAtStart: figure((held) => capitalOf(facts, held, dayBefore), heldOn(facts, member, dayBefore)),
    putIn: putInOf(facts, member, period),
    shares,
    incomeLessCosts: { circleCents: balance('circleCents'), ownCents: balance('ownCents') },
    ...paidOutIn(facts, member, period),
    ...transfersOf(facts, member, period),
    oddCents: figure((held) => oddCentsIn(facts, held, period), endedOn === null ? [] : heldOn(facts, member, endedOn)),
    capitalAtEnd: figure((held) => capitalOf(facts, held, period.to), arcs),
  }
}
