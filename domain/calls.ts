import type { BookLine, MoneyPlace } from './book-accounts.ts'
import { withoutZeros } from './book-accounts.ts'
import { splitByWeights, splitEqually, sumCents } from './cents.ts'
import { daysBetween } from './dates.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Cents, Dollars } from './money.ts'

/** The least that a purchase call asks per arc. It keeps parts from being taken back by rounding: each grows by more than a cent. */
export const leastPerArcCents: Cents = 100

const targetCents = (prices: readonly Dollars[]): Cents => sumCents(prices) * 100

/** What purchase calls may still ask. Lists of amounts have one for each arc, first to last. */
export const leftToCall = (prices: readonly Dollars[], askedBefore: readonly Cents[]): Cents => targetCents(prices) - sumCents(askedBefore)

export type PurchaseCallRefusal = 'call_below_one_dollar_per_arc' | 'call_above_target'

/**
 * The parts of a purchase call, one for each arc: its price × all that was called so far ÷ target, less what it was asked before by the calls
 * of this acquisition. Once all is called, every arc was asked exactly its price.
 */
export function decidePurchaseCall(
  prices: readonly Dollars[],
  askedBefore: readonly Cents[],
  amount: Cents,
): Decision<readonly Cents[], PurchaseCallRefusal> {
  if (amount < leastPerArcCents * prices.length) return refused('call_below_one_dollar_per_arc')
  if (amount > leftToCall(prices, askedBefore)) return refused('call_above_target')
  const asked = splitByWeights(sumCents(askedBefore) + amount, prices)
  return granted(asked.map((cents, index) => cents - (askedBefore[index] ?? 0)))
}

/** The parts of a call while owning: equal; odd cents are asked first of the arcs that were asked least so far in all calls. */
export const furtherCallParts = (amount: Cents, askedBefore: readonly Cents[]): Cents[] => splitEqually(amount, askedBefore)

/** A call's part on an arc, as far as it is not paid. Calls are numbered in the order in which they opened; lines name them by id. */
export type OpenPart = { readonly call: number; readonly callId?: string; readonly arc: number; readonly openCents: Cents }

export type Filled<Part> = { readonly part: Part; readonly amountCents: Cents }

/** What a payment does. At most one of kept money used and surplus is not 0. */
export type Filling<Part> = {
  readonly filled: readonly Filled<Part>[]
  /** Of the payer's kept money. */
  readonly keptUsedCents: Cents
  /** It stays the payer's: kept for the next call or paid back. */
  readonly surplusCents: Cents
}

/**
 * Fills a payer's open parts: the oldest call first, in it the lowest arc. What the payer paid too much before, or before any call, is used
 * where the payment does not reach. When a call opens, it counts by itself: a payment of 0.
 */
export function fillParts<Part extends OpenPart>(
  parts: readonly Part[],
  { paidCents, keptCents }: { readonly paidCents: Cents; readonly keptCents: Cents },
): Filling<Part> {
  let left = sumCents([paidCents, keptCents])
  const filled: Filled<Part>[] = []
  for (const part of [...parts].sort((a, b) => a.call - b.call || a.arc - b.arc)) {
    const amountCents = Math.min(part.openCents, left)
    if (amountCents > 0) filled.push({ part, amountCents })
    left -= Math.max(0, amountCents)
  }
  const used = sumCents(filled.map(({ amountCents }) => amountCents))
  return { filled, keptUsedCents: Math.max(0, used - paidCents), surplusCents: Math.max(0, paidCents - used) }
}

/** What filled parts add to the capital of their arcs, each as a line of its own. */
export const capitalLines = (filled: readonly Filled<OpenPart>[]): BookLine[] =>
  filled.map(({ part: { arc, callId }, amountCents }) => ({
    account: 'capital',
    arc,
    ...(callId !== undefined && { call: callId }),
    amountCents: -amountCents,
  }))

/** The entry of a payment, or of kept money that counts when a call opens. */
export const paymentLines = (
  payer: string,
  into: MoneyPlace | { readonly account: 'suspense' },
  paidCents: Cents,
  filling: Filling<OpenPart>,
): BookLine[] =>
  withoutZeros([
    { ...into, amountCents: paidCents },
    { account: 'owed', person: payer, amountCents: filling.keptUsedCents - filling.surplusCents },
    ...capitalLines(filling.filled),
  ])

export const partStates = ['paid', 'in_part', 'open', 'overdue'] as const
export type PartState = (typeof partStates)[number]

type AskedPart = { readonly askedCents: Cents; readonly paidCents: Cents; readonly dueDay: string }

/** Of one part or of all parts of a member. Days are calendar days in the property's zone; on the due day nothing is late. */
export function partState({ askedCents, paidCents, dueDay }: AskedPart, today: string): PartState {
  if (paidCents >= askedCents) return 'paid'
  if (today > dueDay) return 'overdue'
  return paidCents > 0 ? 'in_part' : 'open'
}

/** "Late by 4 days" */
export function partStateWords(part: AskedPart, today: string): string {
  const state = partState(part, today)
  if (state === 'paid') return 'Paid'
  if (state === 'in_part') return 'In part'
  if (state === 'open') return 'Not yet'
  const days = daysBetween(part.dueDay, today)
  return days === 1 ? 'Late by 1 day' : `Late by ${days} days`
}
