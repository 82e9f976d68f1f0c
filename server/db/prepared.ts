import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** Some statements have as many texts as their lists have lengths; beyond this number they are not prepared. */
const mostKept = 200

const mark = '/* planned each time */'

/** Begins a statement whose best plan depends on its values, such as a search: a prepared one would soon get one plan for all values. */
export const plannedEachTime: RawBuilder<unknown> = sql.raw(mark)

/** A column was added or removed since the statement was prepared. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && /cached plan must not change result type/.test(error.message)

/** A pool whose connections prepare each statement once: that halves the database's cost of a purchase. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const prepared = known.get(client) ?? prepareOn(client)
      known.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  }
}

function prepareOn(client: pg.PoolClient): PostgresPoolClient {
  const names = new Map<string, string>()
  let made = 0
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < mostKept) names.set(text, `arcstead_${made++}`)
    return names.get(text)
  }
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const name = values.length > 0 && !text.startsWith(mark) ? nameOf(text) : undefined
    if (!name) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      names.delete(text)
      // Inside a transaction the statement cannot be retried.
      return client.query(text, [...values]).catch(() => {
        throw error
      })
    }
  }
  return {
    // Kysely only needs this for cursors, which we don't use.
    query: query as PostgresPoolClient['query'],
    release: () => client.release(),
  }
}
