import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { CircleChanges } from '#server/shared/circles/circle-changes.ts'
import { type CircleIndex, circleIndex, dropCircle, isMostlyUnused, putCircles, type SearchedRow } from './circle-index.ts'

/** So many are read at once that other requests wait for some hundredths of a second at most. */
const batch = 1_000

const firstId = '00000000-0000-0000-0000-000000000000'

const selectSearched = (db: Database) =>
  db
    .selectFrom('circles')
    .select(['id', 'title', 'city', 'state', 'description', 'total_target_size', 'geographic_radius', 'lat', 'lng'])
    .select(['property_investment_min', 'property_investment_max', 'minimum_share_size'])
    .select(sql<number>`(extract(epoch from created_at) * 1000)::float8`.as('created_at'))
    .select(sql<string>`array_to_string(traits, ' ')`.as('traits'))
    .where('hide_circle', '=', false)
    .where('deleted_at', 'is', null)

async function readAll(db: Database): Promise<CircleIndex> {
  const index = circleIndex()
  let rows: SearchedRow[] = []
  do {
    rows = await selectSearched(db)
      .where('id', '>', rows.at(-1)?.id ?? firstId)
      .orderBy('id')
      .limit(batch)
      .execute()
    putCircles(index, rows)
  } while (rows.length === batch)
  return index
}

export type FollowedCircles = {
  /** With every change that the listeners have received: call it after `catchUp`. Use it at once: later changes go into the same index. */
  current(): Promise<CircleIndex>
}

/** Keeps all visible circles in memory: reads them with the first search, and later those that have changed. */
export function followCircles(db: Database, changes: CircleChanges): FollowedCircles {
  let index: CircleIndex | null = null
  const outdated = new Set<string>()
  /** How many messages about changes have come, and how many of them the index contains. */
  let [received, contained, dropped] = [0, 0, 0]
  let renewal: Promise<void> | null = null

  changes.listen((change) => {
    received += 1
    if (change === 'everything') {
      index = null
      dropped += 1
      outdated.clear()
    } else for (const id of change) outdated.add(id)
  })

  const load = async (): Promise<void> => {
    await changes.start()
    const [receivedBefore, droppedBefore] = [received, dropped]
    outdated.clear()
    const loaded = await readAll(db)
    if (dropped !== droppedBefore) return
    index = loaded
    contained = receivedBefore
  }

  const update = async (known: CircleIndex): Promise<void> => {
    const receivedBefore = received
    const ids = [...outdated]
    outdated.clear()
    try {
      const rows = await selectSearched(db)
        .where((where) => where('id', '=', where.fn.any(where.val(ids))))
        .execute()
      const found = new Set(rows.map(({ id }) => id))
      for (const id of ids) if (!found.has(id)) dropCircle(known, id)
      putCircles(known, rows)
      contained = receivedBefore
    } catch (error) {
      for (const id of ids) outdated.add(id)
      throw error
    }
    if (index === known && isMostlyUnused(known)) index = null
  }

  return {
    current: async () => {
      const wanted = received
      while (!index || contained < wanted) {
        renewal ??= (index ? update(index) : load()).finally(() => {
          renewal = null
        })
        await renewal
      }
      return index
    },
  }
}
