import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Topic } from './topic.ts'

type Column = Topic['subject']['column']
type Value = string | RawBuilder<unknown>

/** Since when someone has belonged to a circle; null for everyone else. */
const belongsSince = (circleId: Value, userId: string): RawBuilder<Date | null> => sql`(
  select min(at) from (
    select created_at as at from memberships where circle_id = ${circleId} and user_id = ${userId} and ended_at is null
    union all select assigned_at from broker_assignments where circle_id = ${circleId} and broker_id = ${userId}) as belongs)`

/**
 * The ids of posts that the reader has not seen: shown posts of others, newer than their last visit and their own last post. What was written
 * before they came does not count.
 */
export const unreadPosts = (
  { column, id, circleId }: { readonly column: Column; readonly id: Value; readonly circleId: Value },
  userId: string,
): RawBuilder<{ id: string }> => sql`
  select posts.id from posts
  where ${sql.ref(`posts.${column}`)} = ${id} and posts.user_id <> ${userId} and posts.deleted_at is null and posts.hidden_at is null
    and posts.created_at >= ${belongsSince(circleId, userId)}
    and posts.id > coalesce(greatest(
      (select last_post_id from thread_visits where thread_visits.user_id = ${userId} and ${sql.ref(`thread_visits.${column}`)} = ${id}),
      (select own.id from posts as own where ${sql.ref(`own.${column}`)} = ${id} and own.user_id = ${userId} order by own.id desc limit 1)
    ), '00000000-0000-0000-0000-000000000000')`

/** How many posts the reader has not seen, and the oldest of them. */
export async function readUnread(
  db: Database,
  { subject, circleId }: Topic,
  userId: string,
): Promise<{ count: number; first: string | null }> {
  const { rows } = await sql<{ count: number; first: string | null }>`
    select count(*) as count, (array_agg(id order by id))[1] as first
    from (${unreadPosts({ ...subject, circleId }, userId)}) as unread`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), first: rows[0]?.first ?? null }
}
