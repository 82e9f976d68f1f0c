import { formatCount } from '#domain/money.ts'

type Location = { readonly city: string; readonly state: string | null }

export const placeText = ({ city, state }: Location): string => (state ? `${city}, ${state}` : city)

/** How large a circle's own radius is drawn on its mini map: never to scale between cards, yet larger for a wider reach. */
export const radiusPixels = (miles: number): number => Math.min(60, 24 + 2 * miles)

/** `14 circles`, `1 circle`, and `10,000+ circles` where counting stopped. */
export const countText = (count: number, isAtLeast = false): string =>
  `${formatCount(count)}${isAtLeast ? '+' : ''} ${count === 1 && !isAtLeast ? 'circle' : 'circles'}`
