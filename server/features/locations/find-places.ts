import { sql } from 'kysely'
import type { FoundPlace } from '#contract/locations.ts'
import type { Database } from '#server/db/connect.ts'
import { foldName } from '#server/db/places/spellings.ts'
import { splitState } from '#server/db/places/states.ts'

const mostPlaces = 10
// One place has several spellings, of which up to twelve may match a prefix.
const enoughNames = mostPlaces * 12
// Shorter texts are similar to too many names.
const leastToCompare = 4
// With this many prefix matches, or an exact match, the text is hardly a typo.
const enoughBegun = 5

/** Suggestions for a typed text: prefix matches, larger first, then similar names. */
export async function findPlaces(db: Database, text: string): Promise<FoundPlace[]> {
  const wanted = foldName(text)
  if (wanted === '') return []
  const begun = await findByPrefix(db, wanted)
  const isNoSlip = begun.length >= enoughBegun || begun.some(({ is_exact }) => is_exact) || wanted.length < leastToCompare
  if (isNoSlip) return begun.map(shown)
  const alike = await findSimilarPlaces(db, wanted)
  const known = new Set(begun.map(({ id }) => id))
  return [...begun, ...alike.filter(({ id }) => !known.has(id))].slice(0, mostPlaces).map(shown)
}

type PlaceRow = Omit<FoundPlace, 'stateCode'> & { readonly id: number; readonly state_code: string; readonly is_exact?: boolean }

const shown = ({ id: _id, is_exact: _exact, state_code, ...place }: PlaceRow): FoundPlace => ({ ...place, stateCode: state_code })

const columns = sql.raw('p.id, p.city, p.state, p.state_code, p.county, p.country, p.lat, p.lng, p.population')

async function findByPrefix(db: Database, wanted: string): Promise<PlaceRow[]> {
  // Up to three letters are stored as prefixes, ordered by size; longer prefixes match few names, which are sorted.
  const begins = wanted.length <= 3 ? sql`left(name, ${sql.raw(String(wanted.length))}) = ${wanted}` : sql`name like ${`${wanted}%`}`
  const { rows } = await sql<PlaceRow>`
    select ${columns}, is_exact from (
      select rank, place_id, bool_or(name = ${wanted}) as is_exact
      from (select rank, place_id, name from place_names where ${begins} order by rank limit ${enoughNames}) names
      group by rank, place_id
    ) found join places p on p.id = found.place_id
    order by rank limit ${mostPlaces}`.execute(db)
  return rows
}

async function findSimilarPlaces(db: Database, wanted: string): Promise<PlaceRow[]> {
  const stated = splitState(wanted)
  const inState = stated && stated.name.length >= leastToCompare ? await findSimilarNames(db, stated.name, stated.stateCode) : []
  return inState.length > 0 ? inState : findSimilarNames(db, wanted)
}

/** Sorts by similarity; population only decides between about equally similar names: ten times the people weigh less than a letter. */
async function findSimilarNames(db: Database, wanted: string, stateCode?: string): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select ${columns} from place_names n join places p on p.id = n.place_id
    where n.is_plain and n.name % ${wanted} ${stateCode ? sql`and p.state_code = ${stateCode}` : sql``}
    group by p.id
    order by max(similarity(n.name, ${wanted})) + 0.06 * log((p.population + 10)::float8) desc, p.id
    limit ${mostPlaces}`.execute(db)
  return rows
}
