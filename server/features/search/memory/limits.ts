import { largestTotal } from '#domain/pages.ts'

/** Tests use smaller ones. */
export type SearchLimits = {
  /** Counting stops here. */
  readonly total: number
  /** At most this many matches are scored for the best fit: the newest ones, and the newest near the person. */
  readonly scored: number
  /** Up to so many candidates are all tested. Of more, the first in an order are found sooner along that order; results don't depend on it. */
  readonly few: number
}

export const searchLimits: SearchLimits = { total: largestTotal, scored: 10_000, few: 2_000 }
