import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import type { Subject } from './thread.ts'

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
        .columns(['user_id', 'property_id', 'motion_id'])
        .doUpdateSet({ last_post_id: post.id, at: sql<Date>`now()` })
        .whereRef('thread_visits.last_post_id', '<', 'excluded.last_post_id'),
    )
    .returning('user_id')
    .execute()
  if (visited.length === 0) return
  await markNoticesRead(tx, actor.id, column === 'property_id' ? { propertyId: id } : { motionId: id }, ['answer'])
  await publishNoticeChange(tx, actor.id)
}
