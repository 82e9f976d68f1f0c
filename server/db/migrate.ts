import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Processes that start at the same time share this lock: the first migrates, the others wait. */
const lockId = 74_210_551
const tryEvery = 250
const sayEvery = 30_000

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

type MigrateOptions = {
  /** Says that another process is waited for. */
  readonly log?: (line: string) => void
  /** Ends waiting for another process, and migrating before the next file. */
  readonly signal?: AbortSignal
}

/** Each file runs in one transaction together with its row in schema_migrations, so a killed process leaves no partial change. */
export async function migrate(url: string, folder: string, options: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'arcstead-migrate', connectionTimeoutMillis: 10_000 })
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    while (await runNext(client, migrations, options));
  } finally {
    await client.end()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Runs the first migration that has not run yet; false when all have. */
async function runNext(client: pg.Client, migrations: readonly Migration[], options: MigrateOptions): Promise<boolean> {
  await beginLocked(client, options)
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const next = migrations.find(({ name, checksum }) => applied.get(name) !== checksum)
    if (next && applied.has(next.name)) throw new Error(`Migration ${next.name} was changed after it had run. Add a new migration instead.`)
    if (next) {
      await client.query(next.sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [next.name, next.checksum])
    }
    await client.query('commit')
    return next !== undefined
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Begins a transaction that holds the lock. The lock ends with the transaction: a lock of the session would stay with the pooler's connection.
 * Tried again and again, because a statement that waits for the lock could not be interrupted by a signal.
 */
async function beginLocked(client: pg.Client, { log, signal }: MigrateOptions): Promise<void> {
  for (let waited = 0; ; waited += tryEvery) {
    signal?.throwIfAborted()
    await client.query('begin')
    // A pooler's connection may have the timeout of earlier requests.
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_xact_lock($1) as "isHeld"', [lockId])
    if (rows[0]?.isHeld) return
    await client.query('rollback')
    if (waited % sayEvery === 0) log?.('Waiting for another process, which is migrating the database.')
    await wait(tryEvery, undefined, signal ? { signal } : {})
  }
}
