import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import type { Question } from '#contract/questions.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import { mayReadQuestion, mayTakeAway, type QuestionState } from '#domain/questions.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findVisibleRelation, type Relation } from '#server/shared/circles/relation.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead, notify } from '#server/shared/notices/notify.ts'
import { writePost } from '#server/shared/posts/posts.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'
import type { QuestionServices } from './ask-question.ts'
import { readerOf, readQuestion } from './read-questions.ts'

type Row = {
  readonly id: string
  readonly circle_id: string
  readonly asked_by: string
  readonly state: QuestionState
  readonly removed_by: string | null
}
type Found = { readonly row: Row; readonly relation: Relation | null }

const selectQuestion = (db: Database | Tx, id: string) =>
  db.selectFrom('questions').select(['id', 'circle_id', 'asked_by', 'state', 'removed_by']).where('id', '=', id).$castTo<Row>()

/** The question, if this person may read it or has taken it away. An asker keeps theirs when the circle is hidden from them. */
async function findQuestion(db: Database | Tx, id: string, actor: Actor, lock: boolean): Promise<Found> {
  const row = isId(id)
    ? await selectQuestion(db, id)
        .$if(lock, (questions) => questions.forUpdate())
        .executeTakeFirst()
    : undefined
  const relation = row ? await findVisibleRelation(db, row.circle_id, actor) : null
  if (!row || (!relation && row.asked_by !== actor.id)) throw new Refusal('question_not_found')
  const isReadable = mayReadQuestion(row.state, readerOf(row.asked_by, actor, relation)) || row.removed_by === actor.id
  if (!isReadable) throw new Refusal('question_not_found')
  return { row, relation }
}

/** For `preValidation`: refuses those who may not read it, and for answering all but the owner. */
export async function requireQuestion(db: Database, id: string, actor: Actor, as: 'owner' | 'reader'): Promise<void> {
  const { relation } = await findQuestion(db, id, actor, false)
  if (as === 'owner' && !(relation && mayManageCircle(relation))) throw new Refusal('not_allowed')
}

/** Locks a question that waits for the owner's word. */
async function lockWaiting(tx: Tx, id: string, actor: Actor): Promise<{ readonly row: Row; readonly relation: Relation }> {
  const { row, relation } = await findQuestion(tx, id, actor, true)
  if (!relation || !mayManageCircle(relation)) throw new Refusal('not_allowed')
  if (row.state !== 'waiting') throw new Refusal('question_decided')
  await requireNotEnded(tx, row.circle_id)
  const asked = await tx.selectFrom('posts').select('hidden_at').where('question_id', '=', id).orderBy('id').executeTakeFirst()
  if (!asked || asked.hidden_at) throw new Refusal('question_decided')
  return { row, relation }
}

async function setState(tx: Tx, id: string, state: QuestionState, removedBy: string | null = null): Promise<void> {
  await tx.updateTable('questions').set({ state, removed_by: removedBy }).where('id', '=', id).execute()
}

/** The owner's notice has been followed once nothing waits any more. */
async function readOwnNotice(tx: Tx, circleId: string, actor: Actor): Promise<void> {
  const waiting = await tx
    .selectFrom('questions')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await markNoticesRead(tx, actor.id, { circleId }, ['question'])
}

export async function answerQuestion(
  tx: Tx,
  { limiter, publicUrl }: QuestionServices,
  actor: Actor,
  id: string,
  text: string,
): Promise<Question> {
  const { row, relation } = await lockWaiting(tx, id, actor)
  await setState(tx, id, 'answered')
  const answer = await writePost(
    tx,
    actor,
    { subject: { column: 'question_id', id }, circleId: row.circle_id },
    { text, isBroker: false, limiter },
  )
  await notify(tx, [row.asked_by], { kind: 'question_answered', circleId: row.circle_id })
  await mailAsker(tx, publicUrl, row, actor, answer)
  await readOwnNotice(tx, row.circle_id, actor)
  return readQuestion(tx, id, actor, relation)
}

async function mailAsker(tx: Tx, publicUrl: string, { id, circle_id, asked_by }: Row, owner: Actor, answer: Post): Promise<void> {
  const asker = await tx
    .selectFrom('users')
    .innerJoin('questions', 'questions.asked_by', 'users.id')
    .innerJoin('circles', 'circles.id', 'questions.circle_id')
    .innerJoin('posts', (join) => join.onRef('posts.question_id', '=', 'questions.id').onRef('posts.user_id', '=', 'users.id'))
    .select(['users.email', 'users.first_name', 'users.status', 'circles.title', 'posts.id as postId', 'posts.body'])
    .where('questions.id', '=', id)
    .orderBy('posts.id')
    .executeTakeFirst()
  if (!asker?.email || asker.status !== 'active') return
  const words = { firstName: asker.first_name, circleTitle: asker.title, question: asker.body, answer: answer.text }
  const link = `${publicUrl}${paths.circleQuestions(circle_id)}`
  await queueMail(tx, 'question-answered', { userId: asked_by, email: asker.email }, { ...words, link }, [
    owner.id,
    asker.postId,
    answer._id,
  ])
}

export async function declineQuestion(tx: Tx, actor: Actor, id: string): Promise<Question> {
  const { row, relation } = await lockWaiting(tx, id, actor)
  await setState(tx, id, 'declined')
  await writeAudit(tx, { act: 'question.declined', by: actor, subject: ['question', id], facts: { circle: row.circle_id } })
  await notify(tx, [row.asked_by], { kind: 'question_declined', circleId: row.circle_id })
  await readOwnNotice(tx, row.circle_id, actor)
  await publishCircleChange(tx, row.circle_id, 'thread')
  return readQuestion(tx, id, actor, relation)
}

/** Takes a question and its answer from the page. It is kept for Undo, for the person who took it away. */
export async function removeQuestion(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { row, relation } = await findQuestion(tx, id, actor, true)
  if (row.state === 'removed') return
  if (!mayTakeAway(row.state, readerOf(row.asked_by, actor, relation))) throw new Refusal('not_allowed')
  await setState(tx, id, 'removed', actor.id)
  await writeAudit(tx, { act: 'question.removed', by: actor, subject: ['question', id], facts: { circle: row.circle_id } })
  await publishCircleChange(tx, row.circle_id, 'thread')
}

/** Undo: back to what it was. Only the person who took it away can do that, so that nobody shows again what another withdrew. */
export async function restoreQuestion(tx: Tx, actor: Actor, id: string): Promise<Question> {
  const { row, relation } = await findQuestion(tx, id, actor, true)
  if (row.state !== 'removed' || row.removed_by !== actor.id || !relation) throw new Refusal('question_decided')
  const posts = await tx.selectFrom('posts').select('id').where('question_id', '=', id).execute()
  await setState(tx, id, posts.length > 1 ? 'answered' : 'waiting')
  await writeAudit(tx, { act: 'question.restored', by: actor, subject: ['question', id], facts: { circle: row.circle_id } })
  await publishCircleChange(tx, row.circle_id, 'thread')
  return readQuestion(tx, id, actor, relation)
}
