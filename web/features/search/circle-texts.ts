import { formatCount } from '#domain/money.ts'

type Location = { readonly city: string; readonly state: string | null }

export const placeText = ({ city, state }: Location): string => (state ? `${city}, ${state}` : city)

/** Radius of the ring on the mini map, in pixels. Not to scale, but larger for a larger radius. */
export const radiusPixels = (miles: number): number => Math.min(60, 24 + 2 * miles)

/** `14 circles`, `1 circle`, and `10,000+ circles` where the server stopped counting. */
export const countText = (count: number, isAtLeast = false): string =>
  `${formatCount(count)}${isAtLeast ? '+' : ''} ${count === 1 && !isAtLeast ? 'circle' : 'circles'}`
