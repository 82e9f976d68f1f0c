import pg from 'pg'
import { EmbeddedPostgresError } from './failure.ts'
import type { Postmaster } from './postmaster.ts'

const role = 'arcstead'
const database = 'arcstead'
const patience = 120_000

/** Waits until the server accepts connections, creates the product's role and database, and returns the URL. */
export async function openDatabase(server: Postmaster, password: string): Promise<string> {
  const admin = await connect(server, password)
  try {
    await ensureRoleAndDatabase(admin, password)
  } finally {
    await admin.end()
  }
  return databaseUrl(server.port, password)
}

export const databaseUrl = (port: number, password: string): string => `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`

async function connect(server: Postmaster, password: string): Promise<pg.Client> {
  const deadline = Date.now() + patience
  for (;;) {
    const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres', password, ssl: false })
    // A connection lost between two queries emits this event; the next query fails anyway.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      const { code, message } = error as NodeJS.ErrnoException
      // 57P03: starting up, or recovering after a crash.
      const willPass = code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03'
      if (!willPass || server.ended() !== undefined || Date.now() > deadline)
        throw new EmbeddedPostgresError(`PostgreSQL does not answer: ${message}`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

async function ensureRoleAndDatabase(admin: pg.Client, password: string): Promise<void> {
  const { rows } = await admin.query<{ role: boolean; database: boolean; trigrams: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $2) as database,
            exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`,
    [role, database],
  )
  const found = rows[0]
  if (!found?.trigrams) throw new EmbeddedPostgresError('This PostgreSQL lacks the extension pg_trgm. Reinstall the npm packages.')
  // Not a superuser, so that the product only uses what a hosted server allows too.
  if (!found.role) await admin.query(`create role ${role} login createdb password '${password}'`)
  if (!found.database) await admin.query(`create database ${database} owner ${role}`)
}
