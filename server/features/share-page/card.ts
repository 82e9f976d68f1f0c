import type { Shares } from './ring.ts'

/** What the picture of a link shows: the product's own words, or a circle's. */
export type Card = {
  readonly title: string
  readonly place: string
  readonly lines: readonly string[]
  readonly ring: Shares
  /** Inside the ring: how much of a circle is funded, or the product's logo. */
  readonly centre: 'percent' | 'arch'
}

/** The size that every reader of Open Graph tags shows uncut. */
export const cardSize = { width: 1_200, height: 630 } as const
