import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

/** What is compared with dates in the database is read from its clock; those of the processes may differ. */
export async function readDatabaseClock(db: Database | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
