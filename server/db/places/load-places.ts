import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { copyRows } from '#server/db/copy.ts'
import { spellingsOf } from './spellings.ts'

const lockId = 74_210_553
/** Increase when `spellingsOf` changes, so that every database gets the new spellings. */
const spellingsVersion = 1

export type GazetteerPlace = {
  readonly id: number
  readonly city: string
  readonly state: string
  readonly stateCode: string
  readonly county: string
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly population: number
  readonly also: readonly string[]
}

function parsePlaces(text: string): GazetteerPlace[] {
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [id, city = '', state = '', stateCode = '', county = '', country = '', lat, lng, population, also = ''] = line.split('\t')
    const figures = { id: Number(id), lat: Number(lat), lng: Number(lng), population: Number(population) }
    return { ...figures, city, state, stateCode, county, country, also: also.split('|').filter(Boolean) }
  })
}

/** The shipped places, largest first, and a version that changes with them. */
export async function readGazetteer(root: string): Promise<{ version: string; places(): Promise<GazetteerPlace[]> }> {
  const bytes = await readFile(path.join(root, 'server/db/places/places.tsv.gz'))
  const print = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return {
    version: `${print}-${spellingsVersion}`,
    places: async () => parsePlaces((await promisify(gunzip)(bytes)).toString('utf8')),
  }
}

/** Loads this version's places into the database in one transaction. */
export async function loadPlaces(databaseUrl: string, root: string): Promise<'loaded' | 'there_already'> {
  const gazetteer = await readGazetteer(root)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'arcstead-places' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockId])
    const { rows } = await client.query<{ version: string }>('select version from gazetteer')
    if (rows[0]?.version === gazetteer.version) return 'there_already'
    await client.query('truncate place_names, places')
    // Building an index over all rows at once takes a fifth of the time.
    await client.query('drop index place_names_trigram')
    await writePlaces(client, await gazetteer.places())
    await client.query('create index place_names_trigram on place_names using gin (name gin_trgm_ops) where is_plain')
    await client.query(
      `insert into gazetteer (version) values ($1)
       on conflict (is_the_one) do update set version = excluded.version, loaded_at = now()`,
      [gazetteer.version],
    )
    await client.query('commit')
    await client.query('analyze places, place_names')
    return 'loaded'
  } finally {
    await client.end()
  }
}

async function writePlaces(client: pg.ClientBase, places: readonly GazetteerPlace[]): Promise<void> {
  const rows = places.map(({ also: _also, stateCode, ...place }) => ({ ...place, state_code: stateCode }))
  const names = places.flatMap((place, index) =>
    spellingsOf(place).map((spelling) => ({ ...spelling, place_id: place.id, rank: index + 1 })),
  )
  // In alphabetical order names with a common prefix are stored together.
  names.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.rank - b.rank))
  await copyRows(client, 'places', rows)
  await copyRows(client, 'place_names', names)
}
