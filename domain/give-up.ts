import { type BookLine, type MoneyPlace, withoutZeros } from './book-accounts.ts'
import { splitByWeights, sumCents } from './cents.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Cents, Dollars } from './money.ts'

export type GiveUpRefusal = 'only_the_owner_gives_up' | 'giving_up_needs_a_motion' | 'wire_is_done'

/** By the owner while nothing was paid, later by a passed motion; not once the wire is done, unless the money is back. */
export function decideGiveUp(facts: {
  readonly isOwner: boolean
  readonly hasPassedMotion: boolean
  readonly isAnythingPaid: boolean
  readonly isWireDone: boolean
  readonly isMoneyBack: boolean
}): Decision<null, GiveUpRefusal> {
  if (facts.isWireDone && !facts.isMoneyBack) return refused('wire_is_done')
  if (facts.hasPassedMotion) return granted(null)
  if (facts.isAnythingPaid) return refused('giving_up_needs_a_motion')
  return facts.isOwner ? granted(null) : refused('only_the_owner_gives_up')
}

/** An arc in the acquisition that is given up. */
export type CalledArc = {
  readonly arc: number
  readonly holder: string
  readonly price: Dollars
  readonly calledCents: Cents
  readonly paidCents: Cents
}

/** Money that does not come back: with whom it is, or what was spent on the property that is not bought. */
export type LostMoney = { readonly from: MoneyPlace | { readonly account: 'property' }; readonly amountCents: Cents }

/** What someone owes after giving up and will not pay, by decision of the circle: the others bear it. */
export type UnpaidDebt = { readonly person: string; readonly amountCents: Cents }

export type GivenUpArc = {
  readonly arc: number
  readonly holder: string
  /** Its part of what was spent or lost. */
  readonly shareCents: Cents
  /** What it paid less that; negative if it owes the rest. */
  readonly backCents: Cents
}

export type GivenUp = {
  readonly arcs: readonly GivenUpArc[]
  /** What each is owed because of it, negative if they owe. What was kept for them before, such as a surplus, comes on top. */
  readonly people: readonly { readonly person: string; readonly backCents: Cents }[]
  readonly lines: readonly BookLine[]
}

/**
 * Shares what was spent or lost in proportion to the parts called, with nothing called to the arcs' prices; odd cents by the largest
 * remainder, ties to the lower number. The capital of each arc keeps exactly its part of it; the rest is owed. A debt that stays unpaid is
 * shared in the same way among the arcs of those whose own debt did not stay unpaid before.
 */
export function giveUp({
  arcs,
  spentCents,
  lost,
  unpaid = [],
}: {
  readonly arcs: readonly CalledArc[]
  /** What this acquisition has booked as costs, less income; unpaid debts are among them. */
  readonly spentCents: Cents
  readonly lost: readonly LostMoney[]
  /** In the order in which the circle gave them up. */
  readonly unpaid?: readonly UnpaidDebt[]
}): GivenUp {
  const lostCents = sumCents(lost.map(({ amountCents }) => amountCents))
  const unpaidCents = sumCents(unpaid.map(({ amountCents }) => amountCents))
  const isCalled = arcs.some(({ calledCents }) => calledCents > 0)
  const weights = arcs.map(({ calledCents, price }) => (isCalled ? calledCents : price))
  const weightsWithout = (people: readonly string[]) => {
    const others = weights.map((weight, index) => (people.includes(arcs[index]?.holder ?? '') ? 0 : weight))
    // Who held every arc bears it alone.
    return others.some((weight) => weight > 0) ? others : weights
  }
  const unpaidBy = unpaid.map(({ person }) => person)
  const parts = [
    splitByWeights(sumCents([spentCents, lostCents, -unpaidCents]), weights),
    ...unpaid.map(({ amountCents }, index) => splitByWeights(amountCents, weightsWithout(unpaidBy.slice(0, index + 1)))),
  ]
  const given = arcs.map(({ arc, holder, paidCents }, index) => {
    const shareCents = sumCents(parts.map((shares) => shares[index] ?? 0))
    return { arc, holder, shareCents, backCents: sumCents([paidCents, -shareCents]) }
  })
  const people = [...new Set(arcs.map(({ holder }) => holder))].map((person) => {
    const backs = given.filter(({ holder }) => holder === person).map(({ backCents }) => backCents)
    return { person, backCents: sumCents(backs) }
  })
  const lines: BookLine[] = [
    { account: 'other_costs', amountCents: lostCents },
    ...lost.map(({ from, amountCents }) => ({ ...from, amountCents: -amountCents })),
    ...given.map(({ arc, backCents }) => ({ account: 'capital' as const, arc, amountCents: backCents })),
    ...people.map(({ person, backCents }) => ({ account: 'owed' as const, person, amountCents: -backCents })),
  ]
  return { arcs: given, people, lines: withoutZeros(lines) }
}
