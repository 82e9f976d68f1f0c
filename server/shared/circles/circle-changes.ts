import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The ids of circles that have changed, and of people whose name or address has. */
export type Changes = ReadonlySet<string> | 'everything'

export type CircleChanges = {
  /** Await it before reading what is to be cached: from then on the listeners receive its changes. */
  start(): Promise<void>
  /** Resolves when the listeners have received every change that was committed before this call. */
  catchUp(): Promise<void>
  listen(listener: (changes: Changes) => void): void
  /** Call it if the database may have been replaced, for example by a restored backup. */
  forget(): void
}

/** Above this number of changes it is cheaper to read everything again. */
const mostListed = 10_000

/** Less than the hour for which changes are kept (see the sweep). By the database's clock, because this process may have been suspended. */
const longestGap = 45 * 60

/** In the table of changes, zeros mean everything: the content was replaced, as by a restored backup. */
const everything = '00000000-0000-0000-0000-000000000000'

type Seen = { readonly snapshot: string; readonly server: number; readonly at: number }

/** The changes that are not in the snapshot. Unlike a growing number, a snapshot does not miss transactions that commit out of order. */
async function readChanges(db: Database, snapshot: string) {
  // Transaction ids that don't exist yet are from another server, from a restored backup.
  const { rows } = await sql<Seen & { subjects: string[] | null }>`select pg_current_snapshot()::text as snapshot,
    extract(epoch from pg_postmaster_start_time())::float8 as server, extract(epoch from now())::float8 as at,
    (select json_agg(subject) from (select subject from circle_changes
      where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot) limit ${mostListed + 1}) as changes) as subjects`.execute(db)
  if (!rows[0]) throw new Error('a select without from answers one row')
  return rows[0]
}

/** Follows what other transactions change in circles, in every process. Callers at the same time share a query. */
export function followCircleChanges(db: Database): CircleChanges {
  const listeners: ((changes: Changes) => void)[] = []
  let seen: Seen | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  const publish = (changes: Changes) => {
    for (const listener of listeners) listener(changes)
  }

  const readAndPublish = async (): Promise<void> => {
    const before = seen
    const { subjects, ...now } = await readChanges(db, before?.snapshot ?? '1:1:')
    const isGap = seen !== before || !before || before.server !== now.server || now.at - before.at > longestGap
    seen = now
    if (isGap || (subjects && (subjects.length > mostListed || subjects.includes(everything)))) publish('everything')
    else if (subjects) publish(new Set(subjects))
  }

  const run = (): Promise<void> => {
    running = readAndPublish().finally(() => {
      running = null
    })
    return running
  }

  const catchUp = (): Promise<void> => {
    // The running query may have begun before the change that this caller knows of.
    if (running && !next) {
      next = running
        .catch(() => {})
        .then(() => {
          next = null
          return run()
        })
    }
    return next ?? run()
  }

  return {
    start: async () => {
      if (!seen) await (running ?? run())
    },
    catchUp,
    listen: (listener) => void listeners.push(listener),
    forget: () => {
      seen = null
      publish('everything')
    },
  }
}
