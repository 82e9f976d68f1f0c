import type { Circle } from '#contract/circles.ts'
import { bareListLimit } from '#contract/search.ts'
import type { Database } from '#server/db/connect.ts'
import { selectCircles, toCircle } from '#server/features/circles/circles.lookup.ts'
import { isVisible } from './circle-filter.ts'

export type BareList = { readonly circles: readonly Circle[]; readonly isTruncated: boolean }

/** The whole public list, newest first, cut off where it grows too long to be read at once. */
export async function readBareList(db: Database, limit = bareListLimit): Promise<BareList> {
  const rows = await selectCircles(db)
    .where(isVisible)
    .orderBy('circles.created_at', 'desc')
    .orderBy('circles.id')
    .limit(limit + 1)
    .execute()
  return { circles: rows.slice(0, limit).map((row) => toCircle(row, 'outside')), isTruncated: rows.length > limit }
}
