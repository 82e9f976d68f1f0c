import { largestTotal } from '#domain/pages.ts'

/** Where one way of searching becomes cheaper than another. The results are the same on both sides, which tests show with smaller limits. */
export type SearchLimits = {
  /** Counting stops here. */
  readonly total: number
  /** Up to this many matches of a text are collected and sorted; more are so dense that a scan in their order finds a page soon. */
  readonly few: number
  /** This many circles of an order are compared with a text for each page, before all its matches are sorted. */
  readonly scanned: number
  /** Above this number of circles a text is first looked for in the sample. */
  readonly sampledFrom: number
}

export const searchLimits: SearchLimits = { total: largestTotal, few: 3_000, scanned: 5_000, sampledFrom: 50_000 }
