import type { Outline } from './canvas.ts'

/** Angles in radians from 12 o'clock, clockwise. */
export type Sweep = { readonly from: number; readonly to: number }
export type Ring = { readonly x: number; readonly y: number; readonly radius: number; readonly stroke: number }

const fullTurn = Math.PI * 2

/** A stretch of the ring as an outline with square ends. */
export function sweepOutline({ x, y, radius, stroke }: Ring, { from, to }: Sweep): Outline {
  const pieces = Math.max(2, Math.ceil((to - from) * 60))
  const along = (distance: number, angle: number) => [x + distance * Math.sin(angle), y - distance * Math.cos(angle)]
  const angles = Array.from({ length: pieces + 1 }, (_, piece) => from + ((to - from) * piece) / pieces)
  return [
    ...angles.flatMap((angle) => along(radius + stroke / 2, angle)),
    ...angles.reverse().flatMap((angle) => along(radius - stroke / 2, angle)),
  ]
}

export type Shares = { readonly target: number | null; readonly holdings: readonly number[]; readonly openPrices: readonly number[] }
export type Laid = { readonly arcs: readonly Sweep[]; readonly track: Sweep | null; readonly ticks: readonly number[] }

/** Places what each member holds around the ring, then what is open, with a tick at each open share. `gap` is an angle. */
export function layRing({ target, holdings, openPrices }: Shares, gap: number): Laid {
  if (!target) return { arcs: [], track: { from: 0, to: fullTurn }, ticks: [] }
  const held = holdings.reduce((sum, amount) => sum + amount, 0)
  const whole = Math.max(target, held)
  const pieces = holdings.length + (held < whole ? 1 : 0)
  const trim = ({ from, to }: Sweep): Sweep =>
    pieces === 1 ? { from: 0, to: fullTurn } : { from: Math.min(from + gap / 2, to - 0.02), to: Math.max(to - gap / 2, from + 0.02) }
  let taken = 0
  const next = (amount: number): Sweep => {
    const from = (taken / whole) * fullTurn
    taken += amount
    return { from, to: (taken / whole) * fullTurn }
  }
  const arcs = holdings.map((amount) => trim(next(amount)))
  if (held >= whole) return { arcs, track: null, ticks: [] }
  const ticks: number[] = []
  for (const price of openPrices.slice(0, -1)) ticks.push(next(price).to)
  return { arcs, track: trim({ from: (held / whole) * fullTurn, to: fullTurn }), ticks }
}
