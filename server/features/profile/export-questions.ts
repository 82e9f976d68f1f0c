import type { Export } from '#contract/export.ts'
import type { QuestionState } from '#domain/questions.ts'
import type { Tx } from '#server/db/connect.ts'
import { titleFor } from './export-visible.ts'

/** What the person asked and answered before people joined; also what was taken away, because its words are kept. */
export async function readQuestionData(tx: Tx, userId: string): Promise<Pick<Export, 'questionsAsked' | 'questionsAnswered'>> {
  const rows = await tx
    .selectFrom('posts')
    .innerJoin('questions', 'questions.id', 'posts.question_id')
    .innerJoin('circles', 'circles.id', 'questions.circle_id')
    .select(['circles.id', titleFor(userId), 'posts.body', 'posts.created_at', 'questions.asked_by', 'questions.state'])
    .where('posts.user_id', '=', userId)
    .orderBy('posts.id')
    .execute()
  const posts = rows.map((row) => ({
    isAsker: row.asked_by === userId,
    state: row.state as QuestionState,
    of: { circle: row.id, circleTitle: row.title, text: row.body, createdAt: row.created_at.toISOString() },
  }))
  return {
    questionsAsked: posts.filter(({ isAsker }) => isAsker).map(({ of, state }) => ({ ...of, state })),
    questionsAnswered: posts.filter(({ isAsker }) => !isAsker).map(({ of }) => of),
  }
}
