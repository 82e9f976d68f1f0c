import { type Dollars, formatPercent } from './money.ts'

// Multiplying before dividing keeps ties exact: 29 of 200 is 14.5, not 14.499999999999998.
const percentOf = (part: number, whole: number | null | undefined, places: 1 | 10 | 100): number =>
  whole ? Math.round((part * 100 * places) / whole) / places : 0

/** Funding progress: rounded half up, never over 100, and 0 while no target is set. */
export const percentFunded = (sum: Dollars, target: Dollars | null | undefined): number => Math.min(100, percentOf(sum, target, 1))

export const isFullyFunded = (sum: Dollars, target: Dollars | null | undefined): boolean => percentFunded(sum, target) === 100

/** What is still missing; never below zero. */
export const remainingGoal = (sum: Dollars, target: Dollars | null | undefined): Dollars => Math.max(0, (target ?? 0) - sum)

/** A member's part of the whole circle, as `16.67%`. */
export const ownershipPercent = (amount: Dollars, target: Dollars | null | undefined): string =>
  formatPercent(percentOf(amount, target, 100), 2)

/** What a number of shares is of the whole, as `12.5%`. */
export const sharePercent = (amount: Dollars, target: Dollars | null | undefined): string => formatPercent(percentOf(amount, target, 10), 1)
