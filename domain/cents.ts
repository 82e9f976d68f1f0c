import { type Cents, formatCents } from './money.ts'

/** Sums and shares must be exact: beyond whole numbers that JavaScript holds exactly, nothing is reckoned at all. */
function exact(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount
}

export const sumCents = (amounts: readonly Cents[]): Cents => exact(amounts.reduce((sum, amount) => sum + exact(amount), 0))

/** The amount of this size with the sign of the total; never -0. */
const signed = (total: Cents, size: Cents): Cents => (total < 0 && size > 0 ? -size : size)

/**
 * Splits a total in proportion to whole weights. Odd cents go to the largest remainders, ties to the lower index. The parts of a negative
 * total are those of the positive one, negated.
 */
export function splitByWeights(total: Cents, weights: readonly number[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole <= 0n || weights.some((weight) => weight < 0)) throw new RangeError('Weights must not be negative, nor all zero')
  const size = BigInt(Math.abs(exact(total)))
  const parts = weights.map((weight, index) => {
    const product = size * BigInt(weight)
    return { index, cents: Number(product / whole), remainder: product % whole }
  })
  const odd = Number(size) - sumCents(parts.map(({ cents }) => cents))
  const byRemainder = [...parts].sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  const oneMore = new Set(byRemainder.slice(0, odd).map(({ index }) => index))
  return parts.map(({ index, cents }) => signed(total, oneMore.has(index) ? cents + 1 : cents))
}

/** An arc's share of a total: the total ÷ arcs, rounded down in size; the odd cents go to the lowest numbers. */
export function shareOfTotal(total: Cents, arcs: number, arc: number): Cents {
  const size = Math.abs(exact(total))
  return signed(total, Math.floor(size / arcs) + (arc <= size % arcs ? 1 : 0))
}

/** The numbers of a circle's arcs, as they stand in lists of amounts: index 0 is arc 1. */
const numbersTo = (arcs: number): number[] => Array.from({ length: arcs }, (_, index) => index + 1)

/** The share of every arc, first to last. */
export const sharesOfTotal = (total: Cents, arcs: number): Cents[] => numbersTo(arcs).map((arc) => shareOfTotal(total, arcs, arc))

/** An arc's share of what a total grew by: its share of the total after, less that before. So shares of periods add up to the cent. */
export const shareOfGrowth = (before: Cents, after: Cents, arcs: number, arc: number): Cents =>
  exact(shareOfTotal(after, arcs, arc) - shareOfTotal(before, arcs, arc))

/**
 * Splits an amount equally among arcs. Odd cents go first to the arcs that had least so far, ties to the lower number, so that they even out.
 * If so far every arc had its share of a total, then it has its share of the new total afterwards.
 */
export function splitEqually(amount: Cents, soFar: readonly Cents[]): Cents[] {
  if (exact(amount) < 0 || soFar.length === 0) throw new RangeError('Only an amount of 0 or more is split, among one arc or more')
  const odd = amount % soFar.length
  const byLeast = soFar.map((had, index) => ({ had: exact(had), index })).sort((a, b) => a.had - b.had || a.index - b.index)
  const oneMore = new Set(byLeast.slice(0, odd).map(({ index }) => index))
  return soFar.map((_, index) => (amount - odd) / soFar.length + (oneMore.has(index) ? 1 : 0))
}

/** How a sum is made of its parts, largest first: `1 × $302.14 + 3 × $302.13`. */
export function reckonedWords(parts: readonly Cents[]): string {
  if (parts.every((part) => part === 0)) return ''
  const counts = new Map<Cents, number>()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => Math.abs(b) - Math.abs(a) || b - a)
    .map(([part, count]) => `${count} × ${formatCents(part)}`)
    .join(' + ')
}
