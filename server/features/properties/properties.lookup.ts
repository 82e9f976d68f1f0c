import { sql } from 'kysely'
import type { Property } from '#contract/properties.ts'
import type { ListingStatus, Preference } from '#domain/choices.ts'
import { tally, topChoice } from '#domain/votes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

type Vote = { user: string; preference: Preference }

/** Properties with their circle, who brought them and every vote, newest first. */
export function selectProperties(db: Database | Tx) {
  return db
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .innerJoin('users as uploader', 'uploader.id', 'properties.uploaded_by')
    .selectAll('properties')
    .select([
      'circles.title as circle_title',
      'uploader.first_name as uploader_first_name',
      'uploader.last_name as uploader_last_name',
      sql<Vote[]>`(select coalesce(json_agg(json_build_object('user', preferences.user_id, 'preference', preferences.preference)
        order by preferences.created_at, preferences.user_id), '[]') from preferences where preferences.property_id = properties.id)`.as(
        'votes',
      ),
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

export function toProperty(row: PropertyRow): Property {
  const counts = tally(row.votes)
  return {
    _id: row.id,
    circle: { _id: row.circle_id, title: row.circle_title },
    uploadedBy: { _id: row.uploaded_by, firstName: row.uploader_first_name, lastName: row.uploader_last_name },
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    url: row.url,
    price: row.price,
    listingStatus: row.listing_status as ListingStatus,
    listingImg: { imageUri: row.image_key },
    preferences: row.votes,
    tally: { ...counts, topChoice: topChoice(counts) },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
