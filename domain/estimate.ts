import type { Dollars } from './money.ts'

/** Assumptions about a property; all adjustable. Rates are percent per year. */
export type Assumptions = {
  readonly loanShare: number
  readonly interestRate: number
  readonly years: number
  readonly monthlyRent: Dollars
  readonly costShare: number
}

export const firstAssumptions = (price: Dollars): Assumptions => ({
  loanShare: 0,
  interestRate: 6.5,
  years: 30,
  // A common first estimate: half a percent of the price per month.
  monthlyRent: Math.round((price * 0.005) / 50) * 50,
  costShare: 35,
})

type Estimate = {
  /** The holder's part of the price. */
  readonly part: Dollars
  /** The holder's part of the monthly loan payment and running costs. */
  readonly monthlyCost: Dollars
  readonly monthlyRent: Dollars
  /** Yearly rent less costs and loan, as a percentage of the investment. Null if nothing is invested. */
  readonly yearlyReturn: number | null
}

/** The constant payment of a loan; without interest, the debt in equal parts. */
export function monthlyPayment(debt: Dollars, yearlyRate: number, years: number): number {
  const months = years * 12
  if (debt <= 0 || months <= 0) return 0
  const rate = yearlyRate / 1200
  // Uses expm1 and log1p, so that a rate close to zero keeps its precision.
  return rate === 0 ? debt / months : (debt * rate) / -Math.expm1(-months * Math.log1p(rate))
}

/** What a property would mean for the holder of `arcs` of `allArcs`. */
export function estimate(price: Dollars, arcs: number, allArcs: number, assumed: Assumptions): Estimate {
  const share = allArcs > 0 ? arcs / allArcs : 0
  const debt = (price * assumed.loanShare) / 100
  const payment = monthlyPayment(debt, assumed.interestRate, assumed.years)
  const costs = (assumed.monthlyRent * assumed.costShare) / 100
  const putIn = (price - debt) * share
  const yearly = (assumed.monthlyRent - costs - payment) * 12 * share
  return {
    part: Math.round(price * share),
    monthlyCost: Math.round((payment + costs) * share),
    monthlyRent: Math.round(assumed.monthlyRent * share),
    yearlyReturn: putIn > 0 ? Math.round((yearly / putIn) * 1000) / 10 : null,
  }
}
