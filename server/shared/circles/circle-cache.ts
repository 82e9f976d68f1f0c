import type { Charter } from '#contract/deciding.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { charterOf, currentCharter } from '#server/shared/deciding/charters.ts'
import { changeAwareCache } from './change-aware-cache.ts'
import type { CircleChanges } from './circle-changes.ts'
import { type CircleRow, selectCircles } from './circles.ts'

/** A circle that is not deleted, as it is in the database. Shared by requests, so it must not be changed. */
export type KnownCircle = { readonly row: CircleRow; readonly charter: Charter }

export type CircleCache = {
  /** Contains every change that was committed before this call. */
  find(id: string): Promise<KnownCircle | undefined>
  /** In the given order, without those that don't exist. The ids may still be on their way. */
  findAll(ids: readonly string[] | Promise<readonly string[]>): Promise<KnownCircle[]>
  /** The same for a caller that has awaited `catchUp` for this request. */
  findCaughtUp(ids: readonly string[]): Promise<KnownCircle[]>
}

/** About 5 kB each. */
const mostKept = 2_000

/**
 * For a list of unknown length PostgreSQL plans with ten values. A shorter one seems cheaper to it with a plan of its own, which it would then
 * make for every query, and that takes longer than reading the circles. So an id is repeated.
 */
const atLeastTen = (ids: readonly string[]): string[] =>
  Array.from({ length: Math.max(10, ids.length) }, (_, index) => ids[index] ?? ids[0] ?? '')

type ReadCircles = (ids: readonly string[]) => Promise<Map<string, KnownCircle>>

/** Reads circles and their charters from the database, in one query. It is made once, because that takes a tenth of the time of an answer. */
function readCirclesFrom(db: Database): ReadCircles {
  const query = selectCircles(db)
    .select(currentCharter.as('charter'))
    .where((where) => where('circles.id', '=', where.fn.any(where.val<string[]>([]))))
    .where('circles.deleted_at', 'is', null)
    .compile()
  return async (ids) => {
    const asked: typeof query = { ...query, parameters: [atLeastTen(ids)] }
    const { rows } = await db.executeQuery(asked)
    return new Map(rows.map(({ charter, ...row }) => [row.id, { row, charter: charterOf(charter) }]))
  }
}

/** The people whose names and addresses the circle shows. */
const showsAny = ({ row }: KnownCircle, changed: ReadonlySet<string>): boolean =>
  changed.has(row.id) || changed.has(row.created_by) || row.brokers.some(({ id }) => changed.has(id))

/** Circles in memory. The database is asked only what has changed, and many requests share that query. */
export function circleCache(db: Database, changes: CircleChanges): CircleCache {
  const cache = changeAwareCache<KnownCircle>(changes, { most: mostKept, isAffected: showsAny })
  const readCircles = readCirclesFrom(db)
  const load = (ids: readonly string[]) => cache.load(() => readCircles(ids))

  const find = async (id: string): Promise<KnownCircle | undefined> => {
    if (!isId(id)) return undefined
    const key = id.toLowerCase()
    if (cache.peek(key)) {
      await changes.catchUp()
      const known = cache.peek(key)
      if (known) return known
    }
    return (await load([key])).get(key)
  }

  const findCaughtUp = async (ids: readonly string[]): Promise<KnownCircle[]> => {
    const known = new Map(ids.map((id) => [id, cache.peek(id)]))
    const missing = ids.filter((id) => !known.get(id))
    const loaded = missing.length === 0 ? undefined : await load(missing)
    return ids.flatMap((id) => known.get(id) ?? loaded?.get(id) ?? [])
  }

  return {
    find,
    findCaughtUp,
    findAll: async (wanted) => {
      const [ids] = await Promise.all([wanted, changes.catchUp()])
      return findCaughtUp(ids)
    },
  }
}
