import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Post } from '#contract/posts.ts'
import { mentionedIn } from '#domain/mentions.ts'
import { fullName } from '#domain/person.ts'
import { editableUntil, mayEdit, mostPosts, type PostState } from '#domain/thread.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { selectCirclePeople } from '#server/shared/circle-people/circle-people.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'
import { cancelPostMails, tellMentioned } from './tell-mentioned.ts'
import { type Subject, subjectNames, type Topic } from './topic.ts'

export type { Subject, Topic }

const selectPosts = (db: Database | Tx) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .selectAll('posts')
    .select(['users.first_name as firstName', 'users.last_name as lastName'])
    .select(
      sql<{ id: string; first_name: string; last_name: string }[]>`coalesce((
        select json_agg(json_build_object('id', people.id, 'first_name', people.first_name, 'last_name', people.last_name) order by people.id)
        from post_mentions join users as people on people.id = post_mentions.user_id where post_mentions.post_id = posts.id), '[]')`.as(
        'mentions',
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>>

function stateOf({ deleted_at, hidden_at }: Pick<Row, 'deleted_at' | 'hidden_at'>): PostState {
  if (deleted_at) return 'deleted'
  return hidden_at ? 'hidden' : 'shown'
}

function toPost(row: Row, readerId: string): Post {
  const state = stateOf(row)
  const isMine = row.user_id === readerId
  const isShown = state === 'shown'
  return {
    _id: row.id,
    state,
    text: isShown ? row.body : '',
    mentions: isShown
      ? row.mentions.map(({ id, first_name: firstName, last_name: lastName }) => ({ _id: id, name: fullName({ firstName, lastName }) }))
      : [],
    author: state === 'hidden' ? null : { _id: row.user_id, firstName: row.firstName, lastName: row.lastName },
    // A circle may have one broker only, so this would name the author of a hidden post.
    isBroker: state !== 'hidden' && row.is_broker,
    isMine,
    editableUntil: isMine && isShown ? editableUntil(row.created_at).toISOString() : null,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  }
}

const readPost = async (tx: Tx, postId: string, readerId: string): Promise<Post> =>
  toPost(await selectPosts(tx).where('posts.id', '=', postId).executeTakeFirstOrThrow(), readerId)

/** The newest posts, or those before a given one, oldest first. */
export async function readPosts(
  db: Database | Tx,
  { column, id }: Subject,
  { before, most = mostPosts }: { readonly before?: string | undefined; readonly most?: number | undefined },
  readerId: string,
): Promise<{ items: Post[]; hasEarlier: boolean }> {
  const rows = await selectPosts(db)
    .where(`posts.${column}`, '=', id)
    .$if(isId(before), (query) => query.where('posts.id', '<', before ?? ''))
    .orderBy('posts.id', 'desc')
    .limit(most + 1)
    .execute()
  const items = rows.slice(0, most).reverse()
  return { items: items.map((row) => toPost(row, readerId)), hasEarlier: rows.length > most }
}

/** The posts of several subjects of one kind, oldest first in each. Only for subjects with few posts. */
export async function readPostsOfAll(
  db: Database | Tx,
  column: Subject['column'],
  ids: readonly string[],
  readerId: string | null,
): Promise<ReadonlyMap<string, readonly Post[]>> {
  if (ids.length === 0) return new Map()
  const rows = await selectPosts(db)
    .where(`posts.${column}`, 'in', [...ids])
    .orderBy('posts.id')
    .execute()
  const posts = new Map<string, Post[]>()
  for (const row of rows) {
    const subject = row[column] ?? ''
    posts.set(subject, [...(posts.get(subject) ?? []), toPost(row, readerId ?? '')])
  }
  return posts
}

const noticeSubject = ({ column, id }: Subject) => ({
  propertyId: column === 'property_id' ? id : null,
  motionId: column === 'motion_id' ? id : null,
})
const auditSubject = ({ column, id }: Subject): [string, string] => [subjectNames[column], id]

type Written = { readonly postId: string; readonly text: string; readonly limiter: RateLimiter }

/**
 * Stores whom a post mentions: people of the circle, for a motion its members only, and people whom it mentioned before, who may have left.
 * Tells those who were not mentioned before, except the writer. Returns everyone who was told.
 */
async function saveMentions(tx: Tx, actor: Actor, topic: Topic, { postId, text, limiter }: Written): Promise<string[]> {
  const { subject, circleId } = topic
  const before = await tx.deleteFrom('post_mentions').where('post_id', '=', postId).returning('user_id').execute()
  const asked = subject.column === 'question_id' ? [] : mentionedIn(text)
  if (asked.length === 0) return []
  const people = await selectCirclePeople(tx, circleId).execute()
  const members = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .execute()
  const known = new Set([...(subject.column === 'motion_id' ? members : people), ...before].map((row) => row.user_id))
  const mentioned = asked.filter((id) => known.has(id))
  if (mentioned.length === 0) return []
  await tx
    .insertInto('post_mentions')
    .values(mentioned.map((id) => ({ post_id: postId, user_id: id })))
    .execute()
  const untold = mentioned.filter((id) => id !== actor.id && !before.some((row) => row.user_id === id))
  await tellMentioned(tx, actor, topic, { postId, text, mentioned, untold, limiter })
  return untold
}

type NewPost = {
  readonly text: string
  readonly isBroker: boolean
  readonly tells?: readonly string[]
  /** Counts mails to people it mentions. */
  readonly limiter: RateLimiter
}

/** Writes a post. `tells`: who gets a notice of it; people it mentions get one of that instead. */
export async function writePost(tx: Tx, actor: Actor, topic: Topic, { text, isBroker, tells = [], limiter }: NewPost): Promise<Post> {
  await requireNotEnded(tx, topic.circleId)
  const id = newId()
  await tx
    .insertInto('posts')
    .values({ id, [topic.subject.column]: topic.subject.id, user_id: actor.id, is_broker: isBroker, body: text })
    .execute()
  const told = await saveMentions(tx, actor, topic, { postId: id, text, limiter })
  await writeAudit(tx, { act: 'post.written', by: actor, subject: auditSubject(topic.subject), facts: { post: id } })
  const others = tells.filter((person) => person !== actor.id && !told.includes(person))
  await notify(tx, others, { kind: 'answer', circleId: topic.circleId, ...noticeSubject(topic.subject) })
  await publishCircleChange(tx, topic.circleId, 'thread')
  return readPost(tx, id, actor.id)
}

/** Locks the author's own post; other people's posts and posts that are not shown any more cannot be changed. */
async function lockOwnPost(tx: Tx, actor: Actor, topic: Topic, postId: string) {
  await requireNotEnded(tx, topic.circleId)
  const row = isId(postId)
    ? await tx
        .selectFrom('posts')
        .select(['user_id', 'created_at', 'deleted_at', 'hidden_at'])
        .where('id', '=', postId)
        .where(topic.subject.column, '=', topic.subject.id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row || stateOf(row) !== 'shown') throw new Refusal('post_not_found')
  if (row.user_id !== actor.id) throw new Refusal('not_allowed')
  return row
}

export async function changePost(tx: Tx, actor: Actor, topic: Topic, { postId, text, limiter }: Written): Promise<Post> {
  const post = await lockOwnPost(tx, actor, topic, postId)
  if (!mayEdit(post.created_at, new Date())) throw new Refusal('too_late_to_edit')
  await tx.updateTable('posts').set({ body: text, edited_at: new Date() }).where('id', '=', postId).execute()
  await saveMentions(tx, actor, topic, { postId, text, limiter })
  await writeAudit(tx, { act: 'post.changed', by: actor, subject: auditSubject(topic.subject), facts: { post: postId } })
  await publishCircleChange(tx, topic.circleId, 'thread')
  return readPost(tx, postId, actor.id)
}

/** The post keeps its place and loses its words. */
export async function deletePost(tx: Tx, actor: Actor, topic: Topic, postId: string): Promise<void> {
  await lockOwnPost(tx, actor, topic, postId)
  await tx.deleteFrom('post_mentions').where('post_id', '=', postId).execute()
  await cancelPostMails(tx, [postId])
  await tx.updateTable('posts').set({ body: '', deleted_at: sql<Date>`now()` }).where('id', '=', postId).execute()
  await writeAudit(tx, { act: 'post.deleted', by: actor, subject: auditSubject(topic.subject), facts: { post: postId } })
  await publishCircleChange(tx, topic.circleId, 'thread')
}
