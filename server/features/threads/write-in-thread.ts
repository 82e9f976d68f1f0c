import type { Post } from '#contract/posts.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { type Topic, writePost } from '#server/shared/posts/posts.ts'

export type ThreadTopic = Topic & {
  /** Who brought the property or proposed the motion; nobody for a conversation. */
  readonly author: string | null
}

/**
 * Who gets a notice of a new post: people who wrote in the thread, the author of its subject and, for a property, the circle's brokers, if
 * they are still in the circle. Nobody for a conversation, which would fill the inbox: needs-you says that there are unread posts.
 */
async function findRecipients(tx: Tx, { subject, circleId, author }: ThreadTopic): Promise<string[]> {
  if (author === null) return []
  const wrote = tx.selectFrom('posts').select('user_id').where(subject.column, '=', subject.id)
  const people = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('user_id', 'in', wrote), where('user_id', '=', author)]))
    .$if(subject.column === 'property_id', (members) =>
      members.union(tx.selectFrom('broker_assignments').select('broker_id as user_id').where('circle_id', '=', circleId)),
    )
    .execute()
  return people.map((row) => row.user_id)
}

type NewPost = { readonly text: string; readonly isBroker: boolean; readonly limiter: RateLimiter }

/** Asks or answers something about a property or a motion, or writes in a circle's conversation. */
export async function writeInThread(tx: Tx, actor: Actor, topic: ThreadTopic, post: NewPost): Promise<Post> {
  return writePost(tx, actor, topic, { ...post, tells: await findRecipients(tx, topic) })
}
