/** Angles are in radians, clockwise from 12 o'clock. */
export type Sweep = { readonly from: number; readonly to: number }

export const fullTurn = Math.PI * 2

const short = (value: number) => Number(value.toFixed(2))

export function pointAt(centre: number, radius: number, angle: number) {
  return { x: short(centre + radius * Math.sin(angle)), y: short(centre - radius * Math.cos(angle)) }
}

/** A full turn is drawn as two halves, because an SVG arc that ends where it starts draws nothing. */
export function arcPath(centre: number, radius: number, { from, to }: Sweep): string {
  const start = pointAt(centre, radius, from)
  const end = pointAt(centre, radius, to)
  if (to - from >= fullTurn - 1e-6) {
    const half = pointAt(centre, radius, from + Math.PI)
    return `M${start.x} ${start.y}A${radius} ${radius} 0 1 1 ${half.x} ${half.y}A${radius} ${radius} 0 1 1 ${start.x} ${start.y}`
  }
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${end.x} ${end.y}`
}

/** Leaves half a gap at each end; a very small share keeps a visible minimum. */
export function trimmed({ from, to }: Sweep, gapBefore: number, gapAfter: number): Sweep {
  const least = Math.min(to - from, 0.02)
  const start = Math.min(from + gapBefore / 2, to - least)
  return { from: start, to: Math.max(to - gapAfter / 2, start + least) }
}

/** A line across the ring at one angle. */
export function tickPath(centre: number, inner: number, outer: number, angle: number): string {
  const start = pointAt(centre, inner, angle)
  const end = pointAt(centre, outer, angle)
  return `M${start.x} ${start.y}L${end.x} ${end.y}`
}

/** Hatching for a proposed arc. */
export function hatchPath(centre: number, radius: number, stroke: number, { from, to }: Sweep): string {
  const step = 8 / radius
  const slant = (stroke * 0.84) / radius
  let path = ''
  for (let angle = from + step * 0.4; angle + slant < to; angle += step) {
    const start = pointAt(centre, radius - stroke / 2, angle)
    const end = pointAt(centre, radius + stroke / 2, angle + slant)
    path += `M${start.x} ${start.y}L${end.x} ${end.y}`
  }
  return path
}

type Amounts = { readonly target: number | null; readonly amounts: readonly number[]; readonly proposed: number }

/**
 * Places amounts around the ring by their part of the target. Above the target all arcs shrink to one full turn; without a target nothing
 * is placed.
 */
export function placeArcs({ target, amounts, proposed }: Amounts): { arcs: Sweep[]; proposed: Sweep | null; rest: Sweep | null } {
  if (!target) return { arcs: [], proposed: null, rest: { from: 0, to: fullTurn } }
  const whole = Math.max(
    target,
    amounts.reduce((sum, amount) => sum + amount, proposed),
  )
  let taken = 0
  const next = (amount: number): Sweep => {
    const from = (taken / whole) * fullTurn
    taken += amount
    return { from, to: (taken / whole) * fullTurn }
  }
  const arcs = amounts.map(next)
  const offered = proposed > 0 ? next(proposed) : null
  return { arcs, proposed: offered, rest: taken < whole ? { from: (taken / whole) * fullTurn, to: fullTurn } : null }
}

/** The boundaries between free shares, without the ends of the free part. */
export function tickAngles(rest: Sweep, target: number, openPrices: readonly number[], proposed: number): number[] {
  const closing = openPrices.reduce((sum, price) => sum + price, 0)
  const angles: number[] = []
  let passed = 0
  for (const price of openPrices) {
    passed += price
    if (passed > proposed && passed < closing) angles.push(rest.from + ((passed - proposed) / target) * fullTurn)
  }
  return angles
}

/** Whole percent, rounded half up, at most 100. */
export const percentOf = (sum: number, target: number | null) => (target ? Math.min(100, Math.round((sum * 100) / target)) : null)
