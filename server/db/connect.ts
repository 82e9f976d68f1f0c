import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { isOutdatedPlan, withPreparedStatements } from './prepared.ts'
import type { DB } from './schema.generated.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>

// Dollars and counts stay far below 2^53, so bigint columns are plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day stays as it is written.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export type Connection = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> }

type ConnectOptions = {
  readonly max?: number
  /** How long to wait for a connection, in milliseconds. The page gets a 503 within two seconds instead of hanging. */
  readonly patience?: number
  readonly onError?: (error: Error) => void
}

/** Set after connecting: poolers such as PgBouncer refuse a connection that brings them along. */
const timeouts = 'set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000'

export function connect(url: string, options: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.patience ?? 2_000,
    application_name: 'arcstead',
    onConnect: (client) => client.query(timeouts),
    // Statements that a transaction does not wait for are sent at once (see transaction.ts).
    pipeline: true,
  })
  // A broken idle connection must not end the process: the pool replaces it.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  return { db, pool, close: () => db.destroy() }
}

/** Kysely on a connection whose transaction the caller has begun and commits. */
export function transactionOn(client: pg.ClientBase): Tx {
  // One after the other: this connection does not pipeline.
  let last: Promise<unknown> = Promise.resolve()
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
    const answer = last.then(() => client.query(text, [...values]))
    last = answer.catch(() => {})
    return answer
  }
  // Kysely only needs the other form of `query` for cursors, which we don't use.
  const connection: PostgresPoolClient = { query: query as PostgresPoolClient['query'], release: () => {} }
  const dialect = new PostgresDialect({ pool: { connect: async () => connection, end: async () => {} } })
  return new Kysely<DB>({ dialect }) as Tx
}

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']
/** Shutting down, crashed, starting, too many connections, or a read-only replica that is not promoted yet. */
const serverCodes = ['57P01', '57P02', '57P03', '53300', '25006']
const awayCodes = new Set([...networkCodes, ...serverCodes])

/** Whether the error means that the database is unavailable, not that a query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    awayCodes.has(code) ||
    code.startsWith('08') ||
    isOutdatedPlan(error) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/.test(
      error.message,
    )
  )
}
