import type { Circle } from '#contract/circles.ts'
import { bareListLimit } from '#contract/search.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { selectOwnCircles } from '#server/shared/circle-people/circle-people.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { isVisible } from './circle-filter.ts'

type BareList = { readonly circles: readonly Circle[]; readonly isTruncated: boolean }

/** The whole public list, newest first, truncated at a limit. */
export async function readBareList(db: Database, limit = bareListLimit): Promise<BareList> {
  const rows = await selectCircles(db)
    .where(isVisible)
    .orderBy('circles.created_at', 'desc')
    .orderBy('circles.id')
    .limit(limit + 1)
    .execute()
  return { circles: rows.slice(0, limit).map((row) => toCircle(row, 'outside')), isTruncated: rows.length > limit }
}

/** Hidden circles that this person may see: as a member, an assigned broker or an administrator. Ended ones are in no list of circles. */
export async function readOwnHidden(db: Database, actor: Actor): Promise<Circle[]> {
  const hidden = selectCircles(db)
    .where('circles.deleted_at', 'is', null)
    .where('circles.hide_circle', '=', true)
    .where('circles.ended_at', 'is', null)
  const readsAll = mayReadEverything(actor)
  const rows = await (readsAll ? hidden : hidden.where('circles.id', 'in', selectOwnCircles(db, actor.id)))
    .orderBy('circles.created_at', 'desc')
    .orderBy('circles.id')
    .limit(bareListLimit)
    .execute()
  return rows.map((row) => toCircle(row, readsAll ? 'admin' : 'outside'))
}
