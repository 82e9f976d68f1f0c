import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import type { CircleChanges } from '#server/shared/circles/circle-changes.ts'
import { type CircleIndex, circleIndex, isMostlyUnused, putCircles, removeCircle, type SearchedRow } from './circle-index.ts'

/** So many circles are read and added at once, between which other requests are answered: some hundredths of a second with ordinary texts. */
const batch = 500

/** If more have to be read, a search does not wait for all of them: those that wait would keep the process from other requests. About a second. */
const mostAwaited = 10_000

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

/** Null as soon as the result would be of no use. */
async function readAll(db: Database, isUseful: () => boolean, report: (read: number) => void): Promise<CircleIndex | null> {
  const index = circleIndex()
  let rows: SearchedRow[] = []
  do {
    rows = await selectSearched(db)
      .where('id', '>', rows.at(-1)?.id ?? firstId)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (!isUseful()) return null
    putCircles(index, rows)
    report(index.circles.length)
  } while (rows.length === batch)
  return index
}

const readSome = (db: Database, ids: readonly string[]): Promise<SearchedRow[]> =>
  selectSearched(db)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute()

/** Circles that are no longer visible have no row. */
function replaceCircles(index: CircleIndex, ids: readonly string[], rows: readonly SearchedRow[]): void {
  const found = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!found.has(id)) removeCircle(index, id)
  putCircles(index, rows)
}

export type FollowedCircles = {
  /** Reads all circles, however long it takes. */
  load(): Promise<void>
  /**
   * With every change that the listeners have received: call it after `catchUp`. Use it at once: later changes go into the same index. Refuses if
   * all circles have to be read again and there are many.
   */
  current(): Promise<CircleIndex>
}

/** Keeps all visible circles in memory: reads them once, and later those that have changed. */
export function followCircles(db: Database, changes: CircleChanges, most = mostAwaited): FollowedCircles {
  let index: CircleIndex | null = null
  const outdated = new Set<string>()
  /** How many messages about changes have come, how many of them the index contains, and how many said that everything has changed. */
  let [received, contained, resets] = [0, 0, 0]
  let renewal: Promise<void> | null = null
  /** How to refuse the searches that wait. */
  const refusals = new Set<(reason: Refusal) => void>()

  changes.listen((change) => {
    received += 1
    if (change === 'everything') {
      resets += 1
      index = null
      outdated.clear()
    } else for (const id of change) outdated.add(id)
  })

  const load = async (): Promise<void> => {
    await changes.start()
    const [receivedBefore, resetsBefore] = [received, resets]
    outdated.clear()
    const loaded = await readAll(
      db,
      () => resets === resetsBefore,
      (read) => {
        if (read <= most) return
        for (const refuse of refusals) refuse(new Refusal('busy', { retryAfter: 2 }))
        refusals.clear()
      },
    )
    if (!loaded) return
    index = loaded
    contained = receivedBefore
  }

  const update = async (known: CircleIndex): Promise<void> => {
    const receivedBefore = received
    const ids = [...outdated]
    outdated.clear()
    let isReplacing = false
    try {
      for (let from = 0; from < ids.length; from += batch) {
        const some = ids.slice(from, from + batch)
        const rows = await readSome(db, some)
        isReplacing = true
        replaceCircles(known, some, rows)
        isReplacing = false
      }
    } catch (error) {
      // A circle that is in a part of the index only would be taken for a known one.
      if (isReplacing) index = null
      else for (const id of ids) outdated.add(id)
      throw error
    }
    contained = receivedBefore
    if (index === known && isMostlyUnused(known)) index = null
  }

  const renew = (): Promise<void> => {
    renewal ??= (index ? update(index) : load()).finally(() => {
      renewal = null
    })
    return renewal
  }

  /** Rejects as soon as too many circles have been read; the renewal goes on. */
  const renewSoon = (): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      refusals.add(reject)
      renew()
        .then(resolve, reject)
        .finally(() => refusals.delete(reject))
    })

  return {
    load: async () => {
      while (!index) await renew()
    },
    current: async () => {
      const wanted = received
      while (!index || contained < wanted) await renewSoon()
      return index
    },
  }
}
