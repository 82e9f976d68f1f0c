import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

type Kept<Value> = {
  readonly value: Value
  readonly snapshot: string
  readonly builtAt: number
  readonly checkedAt: number
  readonly writes: number
}

/** A little under the second within which every process has to follow the others. */
const checkAfter = 900

/** Far less than the time for which changes are remembered (see the sweep). */
const longestLife = 10 * 60_000

async function takeSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot ?? ''
}

/** Whether a transaction that the snapshot did not yet see has changed a circle, an arc, a membership or a name. */
async function hasChangedSince(db: Database, snapshot: string): Promise<boolean> {
  // Numbers that no transaction has had yet are those of another server, out of a restored backup.
  const { rows } = await sql<{ changed: boolean }>`select exists (select from circle_changes
    where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)) as changed`.execute(db)
  return rows[0]?.changed ?? true
}

export type KeptFresh<Value> = {
  current(): Promise<Value>
}

export type Freshness = {
  readonly db: Database
  /** How many writes this process has answered: none of them may be missing from what it answers next. */
  readonly answeredWrites: () => number
}

/**
 * Keeps what is costly to build from the circles. Asked for, it is as new as the last write that this process
 * answered and never a second behind the others; it is built only when something changed, once for all who wait.
 */
export function keepFresh<Value>({ db, answeredWrites }: Freshness, build: () => Promise<Value>): KeptFresh<Value> {
  let kept: Kept<Value> | null = null
  let renewal: Promise<void> | null = null

  const renew = async (): Promise<void> => {
    const checkedAt = performance.now()
    const writes = answeredWrites()
    if (kept && checkedAt - kept.builtAt < longestLife && !(await hasChangedSince(db, kept.snapshot))) {
      kept = { ...kept, checkedAt, writes }
      return
    }
    // Taken before reading, so that whatever commits in between is seen as a change and never as known.
    const snapshot = await takeSnapshot(db)
    kept = { value: await build(), snapshot, builtAt: checkedAt, checkedAt, writes }
  }

  const isFresh = ({ checkedAt, writes }: Kept<Value>, oldest: number, wanted: number) => checkedAt >= oldest && writes >= wanted

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
