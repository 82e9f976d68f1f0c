import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import type { Subject } from '#server/shared/posts/posts.ts'

const noticeSubjectOf = (column: Subject['column'], id: string) =>
  column === 'property_id' ? { propertyId: id } : column === 'motion_id' ? { motionId: id } : { circleId: id }

/**
 * Records the newest post that the person has seen, never an older one than before, and marks the thread's notices as read. Their other
 * open pages are told.
 */
export async function visitThread(tx: Tx, actor: Actor, { column, id }: Subject, lastPostId: string): Promise<void> {
  const post = isId(lastPostId)
    ? await tx.selectFrom('posts').select('id').where('id', '=', lastPostId).where(column, '=', id).executeTakeFirst()
    : undefined
  if (!post) throw new Refusal('post_not_found')
  const visited = await tx
    .insertInto('thread_visits')
    .values({ user_id: actor.id, [column]: id, last_post_id: post.id })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'property_id', 'motion_id', 'circle_id'])
        .doUpdateSet({ last_post_id: post.id, at: sql<Date>`now()` })
        .whereRef('thread_visits.last_post_id', '<', 'excluded.last_post_id'),
    )
    .returning('user_id')
    .execute()
  // Also if no post is new: one that was seen before may have been changed to mention the person.
  await markNoticesRead(tx, actor.id, noticeSubjectOf(column, id), ['answer', 'mention'])
  if (visited.length > 0) await publishNoticeChange(tx, actor.id)
}
