import { splitByWeights } from './cents.ts'

/** How many arcs a member would take at the price of an offer. */
export type Bid = {
  readonly bidder: string
  readonly wanted: number
  /** Arcs held when the offer was made. */
  readonly held: number
  /** A moment; of equal bidders the longest member comes first. */
  readonly memberSince: number
}

/** How a bidder's part was reckoned in the round that decided it: `arcs` × `held` ÷ `of`. */
type Reckoning = { readonly arcs: number; readonly held: number; readonly of: number }

export type Allotment = Bid & {
  readonly gets: readonly number[]
  /** Null where there were arcs for every bid. */
  readonly reckoning: Reckoning | null
}

const bySeniority = (a: Bid, b: Bid): number => a.memberSince - b.memberSince || (a.bidder < b.bidder ? -1 : 1)

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

type Counted = { readonly bid: Bid; readonly count: number; readonly reckoning: Reckoning | null }

/** How many arcs each bidder gets. */
function countArcs(offered: number, bids: readonly Bid[]): Counted[] {
  if (sumOf(bids.map(({ wanted }) => wanted)) <= offered) return bids.map((bid) => ({ bid, count: bid.wanted, reckoning: null }))
  // Only someone who became a member after the offer held none then.
  const isAnyHeld = bids.some(({ held }) => held > 0)
  const weights = bids.map(({ held }) => (isAnyHeld ? held : 1))
  const parts = splitByWeights(offered, weights)
  const counted = bids.map((bid, index) => {
    const reckoning = { arcs: offered, held: weights[index] ?? 0, of: sumOf(weights) }
    return { bid, count: Math.min(parts[index] ?? 0, bid.wanted), reckoning }
  })
  const satisfied = counted.filter(({ bid }, index) => (parts[index] ?? 0) > bid.wanted)
  if (satisfied.length === 0) return counted
  const rest = bids.filter((bid) => !satisfied.some((each) => each.bid === bid))
  return [...satisfied, ...countArcs(offered - sumOf(satisfied.map(({ count }) => count)), rest)]
}

/**
 * Who gets which of the offered arcs. If too many are wanted, whole arcs go in proportion to the arcs held when the offer was made, by the
 * largest remainder, ties to the longest member. Who would get more than they bid gets that and leaves; the arcs not yet given are reckoned
 * anew among the rest. The lowest numbers go to the largest part, of equal ones to who held more, then to the longest member.
 */
export function allotArcs(arcs: readonly number[], bids: readonly Bid[]): Allotment[] {
  const counted = countArcs(arcs.length, bids.filter(({ wanted }) => wanted > 0).sort(bySeniority))
  const left = [...arcs].sort((a, b) => a - b)
  return counted
    .sort((a, b) => b.count - a.count || b.bid.held - a.bid.held || bySeniority(a.bid, b.bid))
    .map(({ bid, count, reckoning }) => ({ ...bid, gets: left.splice(0, count), reckoning }))
}

/**
 * Reckons arcs that were not paid once more, among the bids of the others: what they wanted and did not get before. Arcs that nobody gets go
 * to others.
 */
export function allotAgain(
  arcs: readonly number[],
  bids: readonly Bid[],
  before: readonly Pick<Allotment, 'bidder' | 'gets'>[],
  unpaid: readonly string[],
): Allotment[] {
  const hadBefore = (bidder: string): number => before.find((each) => each.bidder === bidder)?.gets.length ?? 0
  const others = bids.filter(({ bidder }) => !unpaid.includes(bidder))
  return allotArcs(
    arcs,
    others.map((bid) => ({ ...bid, wanted: bid.wanted - hadBefore(bid.bidder) })),
  )
}

/** The arcs that no bid takes. */
export const arcsLeft = (arcs: readonly number[], allotments: readonly Pick<Allotment, 'gets'>[]): number[] =>
  arcs.filter((arc) => !allotments.some(({ gets }) => gets.includes(arc)))

/** How a part was reckoned: `2 × 4 ÷ 9 = 0.89`; empty where there were arcs for every bid. */
export function reckoningWords({ reckoning }: Pick<Allotment, 'reckoning'>): string {
  if (reckoning === null) return ''
  const { arcs, held, of } = reckoning
  return `${arcs} × ${held} ÷ ${of} = ${Number(((arcs * held) / of).toFixed(2))}`
}
