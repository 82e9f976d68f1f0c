import { sumCents } from './cents.ts'
import type { Cents } from './money.ts'

/** What stands beside the price of an offer, per arc; none of it is binding. Null where it is not known. */
export type PriceAids = {
  /** Paid in for the offered arcs, on average. */
  readonly paidInCents: Cents
  readonly appraisalCents: Cents | null
  readonly bookValueCents: Cents
}

const perArc = (total: Cents, arcs: number): Cents => Math.round(total / arcs) || 0

export function priceAids(facts: {
  /** Of each offered arc. */
  readonly paidInCents: readonly Cents[]
  /** The value of the last appraisal document. */
  readonly appraisalCents: Cents | null
  /** The capital of every arc of the circle. */
  readonly capitalCents: readonly Cents[]
}): PriceAids {
  const arcs = facts.capitalCents.length
  return {
    paidInCents: perArc(sumCents(facts.paidInCents), facts.paidInCents.length),
    appraisalCents: facts.appraisalCents === null ? null : perArc(facts.appraisalCents, arcs),
    bookValueCents: perArc(sumCents(facts.capitalCents), arcs),
  }
}
