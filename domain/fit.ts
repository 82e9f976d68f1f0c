import type { OpenRange } from './criteria.ts'
import { type Dollars, formatMoney } from './money.ts'

/** Whether a price lies within what a circle looks for, in words. */
export function priceFit(price: Dollars, range: OpenRange | null): string {
  if (!range) return 'The circle set no range'
  if (price < range.min) return `${formatMoney(range.min - price)} below the circle’s range`
  if (range.max !== 'any' && price > range.max) return `${formatMoney(price - range.max)} above the circle’s range`
  return 'Within the circle’s range'
}

/** How a price stands to what the circle pools, in words. */
export function targetFit(price: Dollars, target: Dollars | null): string {
  if (!target) return 'The circle has no target yet'
  const percent = Math.round((price / target) * 100)
  if (price <= target) return `${percent}% of the target: the pooled amount covers it`
  return `${percent}% of the target: ${formatMoney(price - target)} would have to come from elsewhere`
}

/** Whether a property stands where the circle looks, as far as its city says. */
export const placeFit = (city: string, circleCity: string): string =>
  city.trim().toLowerCase() === circleCity.trim().toLowerCase()
    ? `In ${circleCity}, where the circle looks`
    : `In ${city}; the circle looks around ${circleCity}`
