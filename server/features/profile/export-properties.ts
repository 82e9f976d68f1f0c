import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Preference } from '#domain/choices.ts'
import { ofEachFact } from '#domain/property-facts.ts'
import type { Tx } from '#server/db/connect.ts'
import { addressFor, maySee, titleFor } from './export-visible.ts'

const ofProperty = (userId: string) => ['properties.id', addressFor(userId), 'circles.id as circle_id', titleFor(userId)] as const

const readProperties = (tx: Tx, userId: string) =>
  tx
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .selectAll('properties')
    .select('circles.title')
    .select(
      sql<string[]>`coalesce((select json_agg(image_key order by position) from property_pictures
        where property_id = properties.id), '[]')`.as('pictures'),
    )
    .where('properties.uploaded_by', '=', userId)
    .where(maySee(userId))
    .where('properties.deleted_at', 'is', null)
    .orderBy('properties.created_at')
    .execute()

const readVotes = (tx: Tx, userId: string) =>
  tx
    .selectFrom('preferences')
    .innerJoin('properties', 'properties.id', 'preferences.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .select([...ofProperty(userId), 'preferences.preference', 'preferences.updated_at'])
    .where('preferences.user_id', '=', userId)
    .orderBy('preferences.created_at')
    .execute()

const readVoteHistory = (tx: Tx, userId: string) =>
  tx
    .selectFrom('votes_cast')
    .innerJoin('properties', 'properties.id', 'votes_cast.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .leftJoin('vote_reasons', 'vote_reasons.vote_id', 'votes_cast.id')
    .select([...ofProperty(userId), 'votes_cast.preference', 'vote_reasons.reason', sql<Date>`votes_cast.at`.as('at')])
    .where('votes_cast.user_id', '=', userId)
    .orderBy('votes_cast.at')
    .execute()

/** Properties that the person added, and their votes on properties. */
export const readPropertyData = async (tx: Tx, userId: string): Promise<Pick<Export, 'votes' | 'voteHistory' | 'properties'>> => ({
  votes: (await readVotes(tx, userId)).map((row) => ({
    property: row.id,
    address: row.address,
    circle: row.circle_id,
    circleTitle: row.title,
    preference: row.preference as Preference,
    updatedAt: row.updated_at.toISOString(),
  })),
  voteHistory: (await readVoteHistory(tx, userId)).map((row) => ({
    property: row.id,
    address: row.address,
    circle: row.circle_id,
    circleTitle: row.title,
    preference: row.preference as Preference | null,
    reason: row.reason,
    at: row.at.toISOString(),
  })),
  properties: (await readProperties(tx, userId)).map((row) => ({
    _id: row.id,
    circle: row.circle_id,
    circleTitle: row.title,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    url: row.url,
    price: row.price,
    ...ofEachFact((_, column) => row[column]),
    pictures: row.pictures,
    listingStatus: row.listing_status,
    createdAt: row.created_at.toISOString(),
  })),
})
