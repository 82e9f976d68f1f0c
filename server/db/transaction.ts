import { CompiledQuery, type DatabaseConnection, PostgresDialect, Transaction } from 'kysely'
import type { Database, Tx } from './connect.ts'
import type { DB } from './schema.generated.ts'

/** Kysely asks for one; a transaction has its connection already. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction does not connect')) })

/** Thrown by an act that must not be judged before something else is committed by itself. `transaction` does that and begins again. */
export class CommitFirst extends Error {
  readonly first: (tx: Tx) => Promise<void>

  constructor(first: (tx: Tx) => Promise<void>) {
    super('something has to be committed before this act: run it in `transaction`')
    this.first = first
  }
}

/**
 * A transaction in which statements may be sent before earlier ones are answered (`sendTogether`). Kysely's own transaction waits for each
 * answer, which takes a round trip per statement.
 */
export async function transaction<Result>(db: Database, act: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, act)
    } catch (error) {
      if (!(error instanceof CommitFirst) || attempt === mostAttempts) throw error
      await runOnce(db, error.first)
    }
  }
}

/** A person's deletion commits something first in each of their circles. More than that is a mistake in the code. */
const mostAttempts = 1_000

/** Reads of one moment: what is committed between two of the statements is in none of them. */
export const snapshot = <Result>(db: Database, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  runOnce(db, read, 'begin isolation level repeatable read read only')

function runOnce<Result>(db: Database, act: (tx: Tx) => Promise<Result>, begin = 'begin'): Promise<Result> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    let isOver = false
    const provideConnection = async <Answer>(send: (connection: DatabaseConnection) => Promise<Answer>): Promise<Answer> => {
      if (isOver) throw new Error('the transaction of this statement has ended')
      return send(connection)
    }
    const tx = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver: dialect.createDriver(),
      executor: executor.withConnectionProvider({ provideConnection }),
    })
    const run = (command: string) => connection.executeQuery(CompiledQuery.raw(command))
    // Waited for: without a transaction the statements would be committed one by one.
    await run(begin)
    try {
      const result = await act(tx)
      isOver = true
      await run('commit')
      return result
    } catch (error) {
      isOver = true
      await run('rollback')
      throw error
    }
  })
}

/**
 * Statements of one transaction in one round trip. PostgreSQL runs them in this order, each with its own snapshot, so a statement after a
 * lock sees what was committed while it waited. Of a function with several statements only those before its first `await` are in the order.
 * If one fails, waits for the others before failing: none may be sent after the rollback.
 */
export async function sendTogether<Sent extends readonly unknown[] | []>(
  statements: Sent,
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  try {
    return await Promise.all(statements)
  } finally {
    await Promise.allSettled(statements)
  }
}
