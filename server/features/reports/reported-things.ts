import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import type { ReportSnapshot } from '#contract/reports.ts'
import type { ReportedPlace } from '#domain/may/report.ts'
import { readableText } from '#domain/mentions.ts'
import { formatDollars } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { knownFacts, ofEachFact } from '#domain/property-facts.ts'
import type { ReportKind } from '#domain/reports.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Subject } from '#server/shared/posts/posts.ts'

/** Something that can be reported, as it is now. */
export type ReportedThing = {
  readonly kind: ReportKind
  readonly id: string
  readonly state: 'shown' | 'hidden' | 'deleted'
  readonly snapshot: ReportSnapshot
  /** When its words were last changed. */
  readonly changedAt: Date | null
  /** Who can see it. A person is seen in the circles they belong to. */
  readonly sight: { readonly circleId: string; readonly place: ReportedPlace } | 'person'
  /** Where administrators see it. */
  readonly path: string | null
}

type Db = Database | Tx
type Name = { readonly first_name: string; readonly last_name: string }
type Post = Name & { readonly user_id: string; readonly body: string; readonly created_at: Date; readonly mentions: readonly Mentioned[] }
type Mentioned = Name & { readonly id: string }

const nameOf = ({ first_name: firstName, last_name: lastName }: Name): string => fullName({ firstName, lastName })
const nothingElse = { name: null, lines: [], pictures: [], before: null, after: null, mentions: [], wasHidden: false }

const selectPosts = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .selectAll('posts')
    .select(['users.first_name', 'users.last_name'])
    .select(
      sql<
        Mentioned[]
      >`coalesce((select json_agg(json_build_object('id', people.id, 'first_name', people.first_name, 'last_name', people.last_name))
        from post_mentions join users as people on people.id = post_mentions.user_id where post_mentions.post_id = posts.id), '[]')`.as(
        'mentions',
      ),
    )

const mentionsOf = ({ mentions }: Post) => mentions.map((person) => ({ _id: person.id, name: nameOf(person) }))
const wordsOf = (post: Post): string => readableText(post.body, mentionsOf(post))
const authorOf = (post: Post) => ({ _id: post.user_id, name: nameOf(post) })
const toSnapshotPost = (post: Post | undefined) =>
  post ? { author: authorOf(post), text: wordsOf(post), at: post.created_at.toISOString() } : null

const stateOf = ({ deleted_at, hidden_at }: { readonly deleted_at: Date | null; readonly hidden_at: Date | null }) => {
  if (deleted_at) return 'deleted'
  return hidden_at ? 'hidden' : 'shown'
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPosts>['executeTakeFirstOrThrow']>>

/** The post's subject with its circle, and who reads it. */
async function findTopic(db: Db, row: Row) {
  const { property_id, motion_id, question_id, circle_id } = row
  const { rows } = await sql<{ id: string; title: string; question_state: string | null }>`
    select circles.id, circles.title, (select state from questions where questions.id = ${question_id}) as question_state
    from circles where circles.id = coalesce(${circle_id}::uuid, (select circle_id from properties where properties.id = ${property_id}::uuid),
      (select circle_id from motions where motions.id = ${motion_id}::uuid), (select circle_id from questions where questions.id = ${question_id}::uuid))
      and circles.deleted_at is null`.execute(db)
  const [circle] = rows
  if (!circle) return null
  const topic = { circle: { _id: circle.id, name: circle.title } }
  if (property_id)
    return { ...topic, column: 'property_id', id: property_id, place: 'inside', path: paths.adminCircleProperties(circle.id) } as const
  if (motion_id) return { ...topic, column: 'motion_id', id: motion_id, place: 'motion', path: null } as const
  if (question_id)
    return {
      ...topic,
      column: 'question_id',
      id: question_id,
      place: placeOfQuestion(circle.question_state),
      path: paths.circleQuestions(circle.id),
    } as const
  return { ...topic, column: 'circle_id', id: circle.id, place: 'conversation', path: null } as const
}

const placeOfQuestion = (state: string | null): ReportedPlace => (state === 'answered' ? 'answered_question' : 'open_question')

const shownPostsOf = (db: Db, { column, id }: Subject) =>
  selectPosts(db).where(`posts.${column}`, '=', id).where('posts.deleted_at', 'is', null).where('posts.hidden_at', 'is', null)

async function findPost(db: Db, id: string): Promise<ReportedThing | null> {
  const row = await selectPosts(db).where('posts.id', '=', id).executeTakeFirst()
  const topic = row && (await findTopic(db, row))
  if (!row || !topic) return null
  const before = await shownPostsOf(db, topic).where('posts.id', '<', id).orderBy('posts.id', 'desc').limit(1).executeTakeFirst()
  return {
    kind: 'post',
    id,
    state: stateOf(row),
    changedAt: row.edited_at,
    sight: { circleId: topic.circle._id, place: topic.place },
    path: topic.path,
    snapshot: {
      ...nothingElse,
      circle: topic.circle,
      person: authorOf(row),
      text: wordsOf(row),
      mentions: [...mentionsOf(row), ...(before ? mentionsOf(before) : [])],
      at: row.created_at.toISOString(),
      before: toSnapshotPost(before),
    },
  }
}

async function findQuestion(db: Db, id: string): Promise<ReportedThing | null> {
  const question = await db
    .selectFrom('questions')
    .innerJoin('circles', 'circles.id', 'questions.circle_id')
    .innerJoin('users', 'users.id', 'questions.asked_by')
    .select(['questions.circle_id', 'questions.state', 'questions.asked_by', 'questions.created_at', 'circles.title'])
    .select(['users.first_name', 'users.last_name'])
    .where('questions.id', '=', id)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!question) return null
  const posts = await selectPosts(db).where('posts.question_id', '=', id).orderBy('posts.id').execute()
  const asked = posts.find((post) => post.user_id === question.asked_by)
  const answer = posts.findLast((post) => post.user_id !== question.asked_by)
  const isGone = question.state === 'removed' || !asked || asked.deleted_at !== null
  return {
    kind: 'question',
    id,
    state: isGone ? 'deleted' : stateOf(asked),
    changedAt: asked?.edited_at ?? null,
    sight: { circleId: question.circle_id, place: placeOfQuestion(question.state) },
    path: paths.circleQuestions(question.circle_id),
    snapshot: {
      ...nothingElse,
      circle: { _id: question.circle_id, name: question.title },
      person: { _id: question.asked_by, name: nameOf(question) },
      text: asked ? wordsOf(asked) : '',
      at: question.created_at.toISOString(),
      after: toSnapshotPost(answer),
    },
  }
}

async function findProperty(db: Db, id: string): Promise<ReportedThing | null> {
  const row = await db
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .innerJoin('users', 'users.id', 'properties.uploaded_by')
    .selectAll('properties')
    .select(['circles.title', 'users.first_name', 'users.last_name'])
    .select(
      sql<string[]>`coalesce((select json_agg(image_key order by position) from property_pictures
        where property_id = properties.id), '[]')`.as('pictures'),
    )
    .where('properties.id', '=', id)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const facts = knownFacts(ofEachFact((_, column) => row[column])).map(({ label, words }) => `${label}: ${words}`)
  return {
    kind: 'property',
    id,
    state: stateOf(row),
    changedAt: null,
    sight: { circleId: row.circle_id, place: 'inside' },
    path: paths.adminCircleProperties(row.circle_id),
    snapshot: {
      ...nothingElse,
      circle: { _id: row.circle_id, name: row.title },
      person: { _id: row.uploaded_by, name: nameOf(row) },
      name: row.address,
      text: '',
      lines: [`${row.address}, ${row.city}, ${row.state} ${row.zip_code}`, formatDollars(row.price), row.url, ...facts],
      pictures: row.pictures,
      at: row.created_at.toISOString(),
    },
  }
}

async function findCircle(db: Db, id: string): Promise<ReportedThing | null> {
  const row = await db
    .selectFrom('circles')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.circle_id', '=', 'circles.id').on('memberships.is_owner', '=', true).on('memberships.ended_at', 'is', null),
    )
    .innerJoin('users', (join) => join.on(sql<boolean>`users.id = coalesce(memberships.user_id, circles.created_by)`))
    .select(['circles.title', 'circles.description', 'circles.city', 'circles.created_at', 'circles.deleted_at', 'circles.hidden_by_admin'])
    .select(['circles.hide_circle', 'users.id as owner_id', 'users.first_name', 'users.last_name'])
    .where('circles.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const shown = row.hidden_by_admin ? 'hidden' : 'shown'
  return {
    kind: 'circle',
    id,
    state: row.deleted_at ? 'deleted' : shown,
    changedAt: null,
    sight: { circleId: id, place: 'circle' },
    path: paths.adminCircle(id),
    snapshot: {
      ...nothingElse,
      circle: { _id: id, name: row.title },
      person: { _id: row.owner_id, name: nameOf(row) },
      text: row.description,
      lines: [row.title, row.city],
      at: row.created_at.toISOString(),
      wasHidden: row.hide_circle,
    },
  }
}

async function findPerson(db: Db, id: string): Promise<ReportedThing | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) return null
  return {
    kind: 'person',
    id,
    state: 'shown',
    changedAt: null,
    sight: 'person',
    path: paths.adminManageUser(id),
    snapshot: {
      ...nothingElse,
      circle: null,
      person: { _id: id, name: nameOf(row) },
      name: nameOf(row),
      text: row.about,
      at: row.created_at.toISOString(),
    },
  }
}

const finders: Readonly<Record<ReportKind, (db: Db, id: string) => Promise<ReportedThing | null>>> = {
  person: findPerson,
  circle: findCircle,
  property: findProperty,
  post: findPost,
  question: findQuestion,
}

/** Null if there is no such thing, or its circle was deleted. */
export const findReported = async (db: Db, kind: ReportKind, id: string): Promise<ReportedThing | null> =>
  isId(id) ? finders[kind](db, id) : null
