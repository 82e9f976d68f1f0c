import type { Post } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { editableUntil, mayEdit } from '#domain/thread.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

/** What a thread is about. */
export type Subject = { readonly column: 'property_id' | 'motion_id'; readonly id: string }

const pageSize = 100

const selectPosts = (db: Database | Tx) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .selectAll('posts')
    .select(['users.first_name as firstName', 'users.last_name as lastName'])

type Row = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>>

const toPost = (row: Row, readerId: string): Post => ({
  _id: row.id,
  text: row.body,
  author: { _id: row.user_id, firstName: row.firstName, lastName: row.lastName },
  isBroker: row.is_broker,
  isMine: row.user_id === readerId,
  editableUntil: row.user_id === readerId ? editableUntil(row.created_at).toISOString() : null,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
})

/** The newest posts, or those before a given one, oldest first. */
export async function readThread(db: Database, { column, id }: Subject, before: string | undefined, readerId: string) {
  const rows = await selectPosts(db)
    .where(`posts.${column}`, '=', id)
    .$if(isId(before), (query) => query.where('posts.id', '<', before ?? ''))
    .orderBy('posts.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const items = rows.slice(0, pageSize).reverse()
  return { items: items.map((row) => toPost(row, readerId)), hasEarlier: rows.length > pageSize }
}

export type Topic = {
  readonly subject: Subject
  readonly circleId: string
  /** Who brought the property or proposed the motion. */
  readonly author: string
}

const noticeSubject = ({ column, id }: Subject) => (column === 'property_id' ? { propertyId: id } : { motionId: id })
const auditSubject = ({ column, id }: Subject): [string, string] => [column === 'property_id' ? 'property' : 'motion', id]

/**
 * Who gets a notice of a new post: people who wrote in the thread, the author of its subject and, for a property, the circle's brokers, if
 * they are still in the circle.
 */
async function findPostRecipients(tx: Tx, { subject, circleId, author }: Topic, writerId: string): Promise<string[]> {
  const wrote = tx.selectFrom('posts').select('user_id').where(subject.column, '=', subject.id)
  const members = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('user_id', 'in', wrote), where('user_id', '=', author)]))
    .$if(subject.column === 'property_id', (people) =>
      people.union(tx.selectFrom('broker_assignments').select('broker_id as user_id').where('circle_id', '=', circleId)),
    )
    .execute()
  return members.map((row) => row.user_id).filter((id) => id !== writerId)
}

export async function writePost(tx: Tx, actor: Actor, topic: Topic, text: string, isBroker: boolean): Promise<Post> {
  await requireNotEnded(tx, topic.circleId)
  const id = newId()
  const recipients = await findPostRecipients(tx, topic, actor.id)
  await tx
    .insertInto('posts')
    .values({ id, [topic.subject.column]: topic.subject.id, user_id: actor.id, is_broker: isBroker, body: text })
    .execute()
  await writeAudit(tx, { act: 'post.written', by: actor, subject: auditSubject(topic.subject), facts: { post: id } })
  await notify(tx, recipients, { kind: 'answer', circleId: topic.circleId, ...noticeSubject(topic.subject) })
  await publishCircleChange(tx, topic.circleId, 'thread')
  return toPost(await selectPosts(tx).where('posts.id', '=', id).executeTakeFirstOrThrow(), actor.id)
}

/** Locks the author's own post while it may be changed; other people's posts are not found. */
async function lockOwnPost(tx: Tx, actor: Actor, topic: Topic, postId: string): Promise<void> {
  await requireNotEnded(tx, topic.circleId)
  const row = isId(postId)
    ? await tx
        .selectFrom('posts')
        .select(['user_id', 'created_at'])
        .where('id', '=', postId)
        .where(topic.subject.column, '=', topic.subject.id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('post_not_found')
  if (row.user_id !== actor.id) throw new Refusal('not_allowed')
  if (!mayEdit(row.created_at, new Date())) throw new Refusal('too_late_to_edit')
}

export async function changePost(tx: Tx, actor: Actor, topic: Topic, postId: string, text: string): Promise<Post> {
  await lockOwnPost(tx, actor, topic, postId)
  await tx.updateTable('posts').set({ body: text, edited_at: new Date() }).where('id', '=', postId).execute()
  await writeAudit(tx, { act: 'post.changed', by: actor, subject: auditSubject(topic.subject), facts: { post: postId } })
  await publishCircleChange(tx, topic.circleId, 'thread')
  return toPost(await selectPosts(tx).where('posts.id', '=', postId).executeTakeFirstOrThrow(), actor.id)
}

export async function deletePost(tx: Tx, actor: Actor, topic: Topic, postId: string): Promise<void> {
  await lockOwnPost(tx, actor, topic, postId)
  await tx.deleteFrom('posts').where('id', '=', postId).execute()
  await writeAudit(tx, { act: 'post.deleted', by: actor, subject: auditSubject(topic.subject), facts: { post: postId } })
  await publishCircleChange(tx, topic.circleId, 'thread')
}
