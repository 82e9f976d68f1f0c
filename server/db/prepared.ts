import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** There are as many texts of some statements as their lists are long: beyond this many they are sent as they are. */
const mostKept = 200

/** A table got or lost a column since the statement was prepared. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && /cached plan must not change result type/.test(error.message)

/** A pool whose connections parse and plan each statement once instead of every time: half of what a purchase costs the database. */
export function preparing(pool: pg.Pool): PostgresPool {
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
    const name = values.length > 0 ? nameOf(text) : undefined
    if (!name) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      names.delete(text)
      // Inside a transaction it is too late for that.
      return client.query(text, [...values]).catch(() => {
        throw error
      })
    }
  }
  return {
    // We open no cursors, the other thing that Kysely may ask for.
    query: query as PostgresPoolClient['query'],
    release: () => client.release(),
  }
}
