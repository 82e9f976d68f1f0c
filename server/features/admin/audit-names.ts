import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

/** The display names of all ids in the log: a person's address, a circle's title. Of a motion its kind: only members read its title. */
const namedThings = sql`
  select id, email as name from users where email is not null
  union all select id, title from circles
  union all select id, address from properties
  union all select motions.id, concat_ws(' · ', 'motion ' || motions.kind, circles.title) from motions
    join circles on circles.id = motions.circle_id
  union all select id, to_address from mails
  union all select id, concat_ws(' · ', 'report of a ' || kind, snapshot->'circle'->>'name') from reports
  union all select sessions.id, users.email from sessions join users on users.id = sessions.user_id where users.email is not null
  union all select memberships.id, concat_ws(' · ', users.email, circles.title) from memberships
    join users on users.id = memberships.user_id join circles on circles.id = memberships.circle_id`

type Row = { readonly subject_id: string | null; readonly facts: unknown }

const idsIn = ({ subject_id, facts }: Row): string[] =>
  [subject_id, ...Object.values(facts as Record<string, unknown>)].filter((value) => typeof value === 'string').filter(isId)

/** The current display names of the ids in these rows. An erased person has none. */
export async function readAuditNames(db: Database, rows: readonly Row[]): Promise<(row: Row) => Record<string, string>> {
  const ids = [...new Set(rows.flatMap(idsIn))]
  if (ids.length === 0) return () => ({})
  const found = await sql<{ id: string; name: string }>`
    select id, name from (${namedThings}) as named where id = any(${ids}::uuid[])`.execute(db)
  const names = new Map(found.rows.map(({ id, name }) => [id, name]))
  return (row) => Object.fromEntries(idsIn(row).flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? '']] : [])))
}

/** Ids of subjects whose name matches the pattern. */
export const subjectsNamed = (pattern: string) => sql<string>`(select id::text from (${namedThings}) as named where name ilike ${pattern})`

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** A row's facts as shown, with the names of the ids in them. Only rows that have ids in their facts look names up. */
export const shownFacts = sql<string>`(
  select string_agg(fact.key || ': ' || coalesce(
    case when fact.value ~ ${uuid} then (select name from (${namedThings}) as named where id = fact.value::uuid limit 1) end,
    fact.value, 'null'), ', ' order by fact.place)
  from jsonb_each_text(audit_log.facts) with ordinality as fact (key, value, place))`
