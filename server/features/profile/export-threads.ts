import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Tx } from '#server/db/connect.ts'
import { addressFor, titleFor } from './export-visible.ts'

const readPosts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('posts')
    .leftJoin('properties', 'properties.id', 'posts.property_id')
    .leftJoin('motions', 'motions.id', 'posts.motion_id')
    .innerJoin('circles', (join) => join.on(sql<boolean>`circles.id = coalesce(properties.circle_id, motions.circle_id, posts.circle_id)`))
    .select(['properties.id', addressFor(userId), 'posts.motion_id', 'circles.id as circle_id', titleFor(userId)])
    .select(['posts.body', 'posts.created_at'])
    .where('posts.user_id', '=', userId)
    .orderBy('posts.id')
    .execute()

const readThreadVisits = (tx: Tx, userId: string) =>
  tx
    .selectFrom('thread_visits')
    .leftJoin('properties', 'properties.id', 'thread_visits.property_id')
    .leftJoin('motions', 'motions.id', 'thread_visits.motion_id')
    .innerJoin('circles', (join) =>
      join.on(sql<boolean>`circles.id = coalesce(properties.circle_id, motions.circle_id, thread_visits.circle_id)`),
    )
    .select(['properties.id', addressFor(userId), 'thread_visits.motion_id', 'circles.id as circle_id', titleFor(userId)])
    .select('thread_visits.at')
    .where('thread_visits.user_id', '=', userId)
    .orderBy('thread_visits.at')
    .execute()

/** Posts, and when the person last read a thread. */
export const readThreadData = async (tx: Tx, userId: string): Promise<Pick<Export, 'posts' | 'threadVisits'>> => ({
  posts: (await readPosts(tx, userId)).map((row) => ({
    property: row.id,
    address: row.address,
    motion: row.motion_id,
    circle: row.circle_id,
    circleTitle: row.title,
    text: row.body,
    createdAt: row.created_at.toISOString(),
  })),
  threadVisits: (await readThreadVisits(tx, userId)).map((row) => ({
    property: row.id,
    address: row.address,
    motion: row.motion_id,
    circle: row.circle_id,
    circleTitle: row.title,
    at: row.at.toISOString(),
  })),
})
