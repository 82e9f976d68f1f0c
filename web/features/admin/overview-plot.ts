import { addDays } from '#domain/dates.ts'

export type PlotPoint = { readonly day: string; readonly amount: number }
type Box = {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const dayMilliseconds = 86_400_000
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Four or five round ticks from 0 to just above the highest amount; steps are 1, 2, 2.5 or 5 times a power of ten. */
export function amountTicks(highest: number): number[] {
  if (highest <= 0) return [0]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}

/** This many days, evenly spaced from the first to the last. */
export function dayTicks(points: readonly PlotPoint[], count: number): string[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const span = (timeOf(last.day) - timeOf(first.day)) / dayMilliseconds
  const steps = Math.min(count - 1, span)
  if (steps <= 0) return [first.day]
  return Array.from({ length: steps + 1 }, (_, index) => addDays(first.day, Math.round((span * index) / steps)))
}

/** Maps days and amounts to pixels. */
export function plotScale(points: readonly PlotPoint[], { width, height, left, right, top, bottom }: Box) {
  const ticks = amountTicks(Math.max(0, ...points.map((point) => point.amount)))
  const most = ticks.at(-1) || 1
  const start = timeOf(points[0]?.day ?? '1970-01-01')
  const span = timeOf(points.at(-1)?.day ?? '1970-01-01') - start || 1
  return {
    ticks,
    x: (day: string) => left + ((timeOf(day) - start) / span) * (width - left - right),
    y: (amount: number) => height - bottom - (amount / most) * (height - top - bottom),
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** A step line, because an amount is constant until the day it changes. */
export function stepPath(points: readonly PlotPoint[], { x, y }: Pick<ReturnType<typeof plotScale>, 'x' | 'y'>): string {
  return points
    .map(({ day, amount }, index) =>
      index === 0 ? `M${rounded(x(day))} ${rounded(y(amount))}` : `H${rounded(x(day))}V${rounded(y(amount))}`,
    )
    .join('')
}

/** The last point of each month, for the plot's table version. */
export const monthEnds = (points: readonly PlotPoint[]): PlotPoint[] =>
  points.filter((point, index) => points[index + 1]?.day.slice(0, 7) !== point.day.slice(0, 7))
