import { formatCount } from '#domain/money.ts'
import { isCapped, largestTotal } from '#domain/pages.ts'

type Location = { readonly city: string; readonly state: string | null }

export const placeText = ({ city, state }: Location): string => (state ? `${city}, ${state}` : city)

/** Radius of the ring on the mini map, in pixels. Not to scale, but larger for a larger radius. */
export const radiusPixels = (miles: number): number => Math.min(60, 24 + 2 * miles)

/** `14 circles`, `1 circle`. */
export const countText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'circle' : 'circles'}`

/** As `foundText`, of a number that was counted to its end. */
export const cappedText = (count: number): string =>
  foundText(count > largestTotal ? { total: largestTotal, totalIsAtLeast: true } : { total: count })

/** Also `more than 1,000 circles` where the server stopped counting, and `at least 14 circles` where it did not look at every circle. */
export function foundText(found: { readonly total: number; readonly totalIsAtLeast?: boolean | undefined }): string {
  if (!found.totalIsAtLeast) return countText(found.total)
  return `${isCapped(found) ? 'more than' : 'at least'} ${countText(found.total)}`
}
