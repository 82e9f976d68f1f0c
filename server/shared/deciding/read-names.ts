import { fullName } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

/** Names by id; people whose data were erased are former members. */
export async function readNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(isId)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}
