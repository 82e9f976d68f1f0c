import type { MinimumShareSize } from './choices.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Dollars } from './money.ts'

/** One share of a circle. The prices of a circle's arcs sum to its target, to the dollar. */
export type Arc = { readonly number: number; readonly price: Dollars; readonly isFree: boolean }

export const targetLimits = { minimum: 10_000, maximum: 1_000_000_000 } as const

export const isTarget = (target: number | null | undefined): target is Dollars =>
  Number.isSafeInteger(target) && Number(target) >= targetLimits.minimum && Number(target) <= targetLimits.maximum

/** How many arcs a circle of this share size has. */
export const shareCount = (size: MinimumShareSize): number => Number(size.slice(2))

/** "1 arc", "3 arcs" */
export const arcsWords = (arcs: number): string => (arcs === 1 ? '1 arc' : `${arcs} arcs`)

/** The price of one share; also the minimum investment. */
export const shareAmount = (target: Dollars, shares: number): Dollars => Math.round(target / shares)

/**
 * What "One arc" says of a circle: the price of every arc but the last, which differs by a few dollars where the target cannot be divided.
 * Null while target or share size are not set.
 */
export const oneArcPrice = (terms: {
  readonly totalTargetSize: Dollars | null
  readonly minimumShareSize: MinimumShareSize | null
}): Dollars | null =>
  terms.totalTargetSize && terms.minimumShareSize ? shareAmount(terms.totalTargetSize, shareCount(terms.minimumShareSize)) : null

/** "8 of 12 free", for arcs of a circle that has any. */
export const freeArcsWords = (free: number, all: number): string => `${free} of ${all} free`

/**
 * The price of every arc, first to last. The last one includes the rounding difference, so a circle of 1/3 shares in 100,000 closes at
 * exactly 100,000. Without a valid target there are no arcs, so an incomplete form shows none.
 */
export function priceArcs(target: Dollars | null | undefined, shares: number): readonly Dollars[] {
  if (!isTarget(target)) return []
  const each = shareAmount(target, shares)
  return Array.from({ length: shares }, (_, index) => (index < shares - 1 ? each : target - each * (shares - 1)))
}

/** The free arcs in the order in which they are sold. */
const freeArcs = (arcs: readonly Arc[]): Arc[] => arcs.filter((arc) => arc.isFree).sort((a, b) => a.number - b.number)

export const sharesAvailable = (arcs: readonly Arc[]): number => arcs.filter((arc) => arc.isFree).length

type PurchaseRefusal = 'circle_full' | 'too_few_arcs_left' | 'not_a_whole_number_of_arcs'

/** The message for someone who asked for more than there is. */
export const onlySharesLeft = (shares: number): string => (shares === 1 ? 'Only 1 share is left' : `Only ${shares} shares are left`)

/** Finds the arcs that `amount` buys: the lowest-numbered free ones, whole. */
export function decidePurchase(arcs: readonly Arc[], amount: Dollars): Decision<readonly Arc[], PurchaseRefusal> {
  const free = freeArcs(arcs)
  if (free.length === 0) return refused('circle_full')
  if (!Number.isSafeInteger(amount) || amount <= 0) return refused('not_a_whole_number_of_arcs')

  const bought: Arc[] = []
  let left = amount
  for (const arc of free) {
    if (left < arc.price) break
    bought.push(arc)
    left -= arc.price
  }
  if (left > 0) return refused(bought.length === free.length ? 'too_few_arcs_left' : 'not_a_whole_number_of_arcs')
  return granted(bought)
}

/** A number of arcs and their price: one button, one stop of the slider. */
export type PurchasePlan = { readonly arcs: number; readonly amount: Dollars }

/** The cumulative sums of these prices. */
function runningPlans(prices: readonly Dollars[]): PurchasePlan[] {
  let amount = 0
  return prices.map((price, index) => {
    amount += price
    return { arcs: index + 1, amount }
  })
}

/** Every amount that can be bought now, smallest first: exactly those that `decidePurchase` grants. */
export const purchasePlans = (arcs: readonly Arc[]): PurchasePlan[] => runningPlans(freeArcs(arcs).map((arc) => arc.price))

const maximumOwnerOptions = 8

/** Every amount an owner may hold, smallest first. */
export const ownerAmounts = (target: Dollars | null | undefined, shares: number): PurchasePlan[] => runningPlans(priceArcs(target, shares))

/** The owner's buttons in the wizard. */
export const ownerAmountOptions = (target: Dollars | null | undefined, shares: number): PurchasePlan[] =>
  ownerAmounts(target, shares).slice(0, maximumOwnerOptions)

export type OwnerAmountRefusal = 'no_target' | 'below_one_share' | 'above_target' | 'not_a_whole_number_of_arcs'

/** How many arcs the owner's amount takes; unlike the buttons it may be any number of them. */
export function arcsForOwnerAmount(
  target: Dollars | null | undefined,
  shares: number,
  amount: Dollars,
): Decision<number, OwnerAmountRefusal> {
  if (!isTarget(target)) return refused('no_target')
  if (amount < shareAmount(target, shares)) return refused('below_one_share')
  if (amount > target) return refused('above_target')
  const plan = runningPlans(priceArcs(target, shares)).find((candidate) => candidate.amount === amount)
  return plan ? granted(plan.arcs) : refused('not_a_whole_number_of_arcs')
}

/**
 * How many arcs an amount takes up, rounded up. Counted in real arcs: dividing by the rounded share amount would give four shares for
 * 100,000 in thirds.
 */
export function sharesReserved(target: Dollars | null | undefined, shares: number, amount: Dollars): number {
  if (amount <= 0) return 0
  const plans = runningPlans(priceArcs(target, shares))
  return plans.find((plan) => plan.amount >= amount)?.arcs ?? plans.length
}
