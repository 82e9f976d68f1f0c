import { Refusal } from '#contract/errors.ts'
import type { BeforeJoining, Question } from '#contract/questions.ts'
import { belongsToCircle } from '#domain/may/circle.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import { askingState, mayReadQuestion, mayTakeAway, type QuestionReader, type QuestionState } from '#domain/questions.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Relation } from '#server/shared/circles/relation.ts'
import { attemptsLeft } from '#server/shared/limits/rate-limits.ts'
import { readPostsOfAll } from '#server/shared/posts/posts.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { findCircleOwner } from './circle-owner.ts'

type QuestionRow = { readonly id: string; readonly asked_by: string; readonly state: string }

export const readerOf = (askedBy: string, actor: Actor | null, relation: Relation | null): QuestionReader => ({
  isAsker: askedBy === actor?.id,
  isOwner: relation?.isOwner === true,
  readsEverything: relation !== null && mayReadEverything(relation),
})

type Context = { readonly actor: Actor | null; readonly relation: Relation; readonly owner: Awaited<ReturnType<typeof findCircleOwner>> }

/** Questions as this reader sees them. One whose words or answer were erased with their writer is left out. */
async function toQuestions(db: Database | Tx, rows: readonly QuestionRow[], { actor, relation, owner }: Context): Promise<Question[]> {
  const posts = await readPostsOfAll(
    db,
    'question_id',
    rows.map(({ id }) => id),
    actor?.id ?? null,
  )
  return rows.flatMap((row) => {
    const [asked, answered] = posts.get(row.id) ?? []
    const state = row.state as QuestionState
    if (!asked || (state === 'answered' && !answered)) return []
    const reader = readerOf(row.asked_by, actor, relation)
    const isByOwner = answered?.author != null && answered.author._id === owner?.id
    return [
      {
        _id: row.id,
        state,
        isMine: reader.isAsker,
        asked: { state: asked.state, text: asked.text, at: asked.createdAt, by: asked.author?.firstName ?? null },
        answered: answered
          ? {
              state: answered.state,
              text: answered.text,
              at: answered.createdAt,
              by: isByOwner ? (owner?.owner.shown?.firstName ?? null) : null,
            }
          : null,
        mayAnswer: reader.isOwner && state === 'waiting' && asked.state === 'shown' && relation.isOwner,
        mayTakeAway: mayTakeAway(state, reader),
      },
    ]
  })
}

/** The newest questions that this reader may read: answered ones, and their own; all for the owner and for administrators. */
async function readQuestions(db: Database, circleId: string, context: Context, most: number) {
  const { actor, relation } = context
  const all = db
    .selectFrom('questions')
    .where('circle_id', '=', circleId)
    .where('state', '<>', 'removed')
    .$if(!relation.isOwner && !mayReadEverything(relation), (questions) =>
      questions.where(({ or, eb }) => or([eb('state', '=', 'answered'), ...(actor ? [eb('asked_by', '=', actor.id)] : [])])),
    )
  const [rows, { count }] = await Promise.all([
    all.select(['id', 'asked_by', 'state']).orderBy('id', 'desc').limit(most).execute(),
    all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { questions: await toQuestions(db, rows.reverse(), context), earlier: Math.max(0, Number(count) - most) }
}

export async function isAddressConfirmed(db: Database | Tx, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('email_confirmed_at').where('id', '=', userId).executeTakeFirst()
  return row?.email_confirmed_at != null
}

type Reading = { readonly actor: Actor | null; readonly relation: Relation; readonly most: number }

/** Who is behind a circle, what was asked, and whether this reader can ask. */
export async function readBeforeJoining(db: Database, circleId: string, { actor, relation, most }: Reading): Promise<BeforeJoining> {
  const [owner, stage, emailConfirmed, left] = await Promise.all([
    findCircleOwner(db, circleId),
    readStage(db, circleId),
    actor ? isAddressConfirmed(db, actor.id) : false,
    actor ? attemptsLeft(db, 'question_account', actor.id) : 0,
  ])
  const facts = { person: actor && { emailConfirmed, left }, belongs: belongsToCircle(relation), isEnded: stage === 'ended' }
  return {
    owner: owner?.owner ?? null,
    ...(await readQuestions(db, circleId, { actor, relation, owner }, most)),
    asking: { state: askingState(facts), left },
  }
}

/** One question, after it was written or changed. */
export async function readQuestion(tx: Tx, questionId: string, actor: Actor, relation: Relation): Promise<Question> {
  const row = await tx
    .selectFrom('questions')
    .select(['id', 'asked_by', 'state', 'circle_id'])
    .where('id', '=', questionId)
    .executeTakeFirstOrThrow()
  const reader = readerOf(row.asked_by, actor, relation)
  const owner = await findCircleOwner(tx, row.circle_id)
  const [question] = await toQuestions(tx, [row], { actor, relation, owner })
  if (!question || !mayReadQuestion(question.state, reader)) throw new Refusal('question_not_found')
  return question
}
