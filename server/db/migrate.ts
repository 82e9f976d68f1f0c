import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** Processes that start at the same time share this lock: the first migrates, the others wait. */
const lockId = 74_210_551

/** Each file runs in one transaction together with its row in schema_migrations, so a killed process leaves no partial change. */
export async function migrate(url: string, folder: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'arcstead-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const sql = await readFile(path.join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const known = applied.get(name)
      if (known === checksum) continue
      if (known) throw new Error(`Migration ${name} was changed after it had run. Add a new migration instead.`)
      await runOne(client, name, sql, checksum)
      log(`migrated ${name}`)
    }
  } finally {
    await client.end()
  }
}

async function runOne(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
