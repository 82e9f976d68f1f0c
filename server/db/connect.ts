import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { isOutdatedPlan, preparing } from './prepared.ts'
import type { DB } from './schema.generated.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>

// Dollars and counts stay far below 2^53, so bigint columns are plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Connection = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> }

type ConnectOptions = {
  readonly max?: number
  /** How long one waits for a connection, in milliseconds. A page that asks is told within two seconds, as 503; it never hangs. */
  readonly patience?: number
  readonly onError?: (error: Error) => void
}

export function connect(url: string, options: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.patience ?? 2_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'arcstead',
  })
  // An idle connection that breaks must not end the process: the pool replaces it.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  return { db, pool, close: () => db.destroy() }
}

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']
/** Shut down, crashed, starting, too many connections; and a replica that has not been promoted yet, which only reads. */
const serverCodes = ['57P01', '57P02', '57P03', '53300', '25006']
const awayCodes = new Set([...networkCodes, ...serverCodes])

/** Whether the error says that the database is away or is being changed, rather than that a query was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    awayCodes.has(code) ||
    code.startsWith('08') ||
    isOutdatedPlan(error) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(error.message)
  )
}
