import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** What a reader has seen. Snapshots of another server don't compare: its transaction numbers are its own. */
type Seen = { readonly snapshot: string; readonly server: number }

type CachedValue<Value> = {
  readonly value: Value
  readonly seen: Seen
  readonly builtAt: number
  readonly checkedAt: number
  readonly writes: number
}

/** Slightly under the second within which every process must see other processes' writes. */
const checkAfter = 900

/** Far less than the time for which changes are kept (see the sweep). */
const longestLife = 10 * 60_000

const serverStart = sql<number>`extract(epoch from pg_postmaster_start_time())::float8`

async function takeSnapshot(db: Database): Promise<Seen> {
  const { rows } = await sql<Seen>`select pg_current_snapshot()::text as snapshot, ${serverStart} as server`.execute(db)
  if (!rows[0]) throw new Error('the database did not tell its snapshot')
  return rows[0]
}

/** Whether a transaction that the snapshot did not see has changed a circle, an arc, a membership or a name. */
async function hasChangedSince(db: Database, { snapshot, server }: Seen): Promise<boolean> {
  // Transaction ids that don't exist yet are from another server, from a restored backup.
  const { rows } = await sql<{ changed: boolean; server: number }>`select ${serverStart} as server, exists (select from circle_changes
    where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)) as changed`.execute(db)
  return rows[0]?.changed !== false || rows[0].server !== server
}

type FreshCache<Value> = {
  current(): Promise<Value>
}

export type Freshness = {
  readonly db: Database
  /** How many writes this process has answered; all of them must be visible in its next answer. */
  readonly answeredWrites: () => number
}

/**
 * Caches a value that is expensive to build from circles. It includes every write that this process has answered and is never more than a
 * second behind other processes; it is rebuilt only after a change, once for all callers.
 */
export function freshCache<Value>({ db, answeredWrites }: Freshness, build: () => Promise<Value>): FreshCache<Value> {
  let kept: CachedValue<Value> | null = null
  let renewal: Promise<void> | null = null

  const renew = async (): Promise<void> => {
    const checkedAt = performance.now()
    const writes = answeredWrites()
    if (kept && checkedAt - kept.builtAt < longestLife && !(await hasChangedSince(db, kept.seen))) {
      kept = { ...kept, checkedAt, writes }
      return
    }
    // Taken before reading, so that commits in between are detected as changes.
    const seen = await takeSnapshot(db)
    kept = { value: await build(), seen, builtAt: checkedAt, checkedAt, writes }
  }

  const isFresh = ({ checkedAt, writes }: CachedValue<Value>, oldest: number, wanted: number) => checkedAt >= oldest && writes >= wanted

  return {
    current: async () => {
      const oldest = performance.now() - checkAfter
      const writes = answeredWrites()
      while (!kept || !isFresh(kept, oldest, writes)) {
        renewal ??= renew().finally(() => {
          renewal = null
        })
        await renewal
      }
      return kept.value
    },
  }
}
