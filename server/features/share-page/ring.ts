/** Angles in radians from 12 o'clock, clockwise. */
type Sweep = { readonly from: number; readonly to: number }
export type Ring = { readonly x: number; readonly y: number; readonly radius: number; readonly stroke: number }

const fullTurn = Math.PI * 2

const round = (value: number): number => Math.round(value * 100) / 100

/** A stretch of the ring as SVG, with square ends. */
export function sweepSvg({ x, y, radius, stroke }: Ring, { from, to }: Sweep, colour: string, opacity = 1): string {
  const paint = `fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-opacity="${opacity}"`
  // An arc from a point to itself draws nothing.
  if (to - from >= fullTurn) return `<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`
  const point = (angle: number) => `${round(x + radius * Math.sin(angle))} ${round(y - radius * Math.cos(angle))}`
  const isLarge = to - from > Math.PI ? 1 : 0
  return `<path d="M${point(from)}A${radius} ${radius} 0 ${isLarge} 1 ${point(to)}" ${paint}/>`
}

export type Shares = { readonly target: number | null; readonly holdings: readonly number[]; readonly openPrices: readonly number[] }
type Laid = { readonly arcs: readonly Sweep[]; readonly track: Sweep | null; readonly ticks: readonly number[] }

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
