import { sql } from 'kysely'
import type { Property } from '#contract/properties.ts'
import type { ListingStatus, Preference } from '#domain/choices.ts'
import { type FactColumn, factColumns, ofEachFact } from '#domain/property-facts.ts'
import { hiddenByAdmin } from '#domain/reports.ts'
import { tally, topChoice } from '#domain/votes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

type Vote = { user: string; preference: Preference }

const liveVotes = sql`select json_agg(json_build_object('user', preferences.user_id, 'preference', preferences.preference)
  order by preferences.created_at, preferences.user_id) from preferences where preferences.property_id = properties.id`
const recordedVotes = sql`select json_agg(json_build_object('user', record_votes.user_id, 'preference', record_votes.preference)
  order by record_votes.user_id) from record_votes where record_votes.record_id = closing.id and record_votes.preference is not null`
const pictures = sql`select json_agg(property_pictures.image_key order by property_pictures.position)
  from property_pictures where property_pictures.property_id = properties.id`

/** Of a closed property the fact at the closing time, which may be none. */
const factThen = (column: FactColumn) =>
  sql<number | null>`case when closing.id is null then ${sql.ref(`properties.${column}`)} else ${sql.ref(`closing.${column}`)} end`

/**
 * Properties with their circle, uploader and votes, newest first. A closed one is shown from the decision record: details and votes at the
 * closing time. Its pictures cannot have changed since.
 */
export function selectProperties(db: Database | Tx) {
  return db
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .innerJoin('users as uploader', 'uploader.id', 'properties.uploaded_by')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .leftJoin('decision_record as closing', 'closing.id', 'decisions.closed_by_record')
    .selectAll('properties')
    .select(factColumns.map((column) => factThen(column).as(`${column}_then` as const)))
    .select([
      'circles.title as circle_title',
      'uploader.first_name as uploader_first_name',
      'uploader.last_name as uploader_last_name',
      'closing.address as closing_address',
      'closing.price as closing_price',
      'closing.city as closing_city',
      'closing.state_name as closing_state',
      'closing.zip_code as closing_zip_code',
      'closing.url as closing_url',
      sql<string[]>`coalesce((${pictures}), '[]')`.as('pictures'),
      sql<Vote[]>`coalesce(case when closing.id is null then (${liveVotes}) else (${recordedVotes}) end, '[]')`.as('votes'),
    ])
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .orderBy('properties.created_at', 'desc')
    .orderBy('properties.id', 'desc')
}

export type PropertyRow = Awaited<ReturnType<ReturnType<typeof selectProperties>['executeTakeFirstOrThrow']>>

export async function findProperty(db: Database | Tx, id: string): Promise<PropertyRow | undefined> {
  return isId(id) ? selectProperties(db).where('properties.id', '=', id).executeTakeFirst() : undefined
}

/** What a hidden property says of itself. Its votes stay, and the circle decides on it as before. */
const hiddenDetails = {
  isHidden: true,
  address: hiddenByAdmin,
  city: '',
  state: '',
  zipCode: '',
  url: '',
  price: 0,
  ...ofEachFact(() => null),
  listingImg: { imageUri: null },
  pictures: [],
}

export function toProperty(row: PropertyRow): Property {
  const counts = tally(row.votes)
  return {
    _id: row.id,
    version: row.version,
    circle: { _id: row.circle_id, title: row.circle_title },
    uploadedBy: { _id: row.uploaded_by, firstName: row.uploader_first_name, lastName: row.uploader_last_name },
    address: row.closing_address ?? row.address,
    city: row.closing_city ?? row.city,
    state: row.closing_state ?? row.state,
    zipCode: row.closing_zip_code ?? row.zip_code,
    url: row.closing_url ?? row.url,
    price: row.closing_price ?? row.price,
    listingStatus: row.listing_status as ListingStatus,
    ...ofEachFact((_, column) => row[`${column}_then`]),
    listingImg: { imageUri: row.pictures[0] ?? null },
    pictures: row.pictures.map((imageUri) => ({ imageUri })),
    isHidden: false,
    ...(row.hidden_at && hiddenDetails),
    preferences: row.votes,
    tally: { ...counts, topChoice: topChoice(counts) },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
