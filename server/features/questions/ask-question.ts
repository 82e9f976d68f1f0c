import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import type { Question } from '#contract/questions.ts'
import { belongsToCircle } from '#domain/may/circle.ts'
import { decideAsking } from '#domain/questions.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { bindInvite, requireVisible } from '#server/shared/circles/relation.ts'
import { attemptsLeft, isWithinLimit, type RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { findOwner } from '#server/shared/membership/notify-owner.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { writePost } from '#server/shared/posts/posts.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { isAddressConfirmed, readQuestion } from './read-questions.ts'

export type QuestionServices = { readonly limiter: RateLimiter; readonly publicUrl: string }

type NewQuestion = { readonly circleId: string; readonly text: string; readonly invite: string | undefined }

/** Asks the circle's owner something. Counted only if it is asked. */
export async function askQuestion(
  tx: Tx,
  services: QuestionServices,
  actor: Actor,
  { circleId, text, invite }: NewQuestion,
): Promise<Question> {
  const relation = await requireVisible(tx, circleId, actor, invite)
  const person = {
    emailConfirmed: await isAddressConfirmed(tx, actor.id),
    left: await attemptsLeft(tx, 'question_account', actor.id),
  }
  const isEnded = (await readStage(tx, circleId)) === 'ended'
  const decision = decideAsking({ person, belongs: belongsToCircle(relation), isEnded })
  if (!decision.ok) throw new Refusal(decision.reason)
  // Another request may have taken the last one meanwhile.
  if (!(await isWithinLimit(services.limiter, tx, 'question_account', actor.id))) throw new Refusal('questions_used_up')

  const id = newId()
  const inviteId = relation.isHidden ? await bindInvite(tx, circleId, actor, invite) : null
  await tx.insertInto('questions').values({ id, circle_id: circleId, asked_by: actor.id, invite_id: inviteId }).execute()
  const post = await writePost(
    tx,
    actor,
    { subject: { column: 'question_id', id }, circleId },
    { text, isBroker: false, limiter: services.limiter },
  )
  await tellOwner(tx, services.publicUrl, actor, circleId, post)
  return readQuestion(tx, id, actor, relation)
}

async function tellOwner(tx: Tx, publicUrl: string, asker: Actor, circleId: string, post: Post): Promise<void> {
  const owner = await findOwner(tx, circleId)
  if (!owner) return
  await notify(tx, [owner.id], { kind: 'question', circleId })
  if (!owner.email || owner.status !== 'active') return
  const { first_name } = await tx.selectFrom('users').select('first_name').where('id', '=', asker.id).executeTakeFirstOrThrow()
  const words = { firstName: owner.first_name, circleTitle: owner.title, asker: first_name, question: post.text }
  const link = `${publicUrl}${paths.circleQuestions(circleId)}`
  await queueMail(tx, 'question-asked', { userId: owner.id, email: owner.email }, { ...words, link }, [asker.id, post._id])
}
