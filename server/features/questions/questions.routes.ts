import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { inviteQuery } from '#contract/circles.ts'
import { answerRequest, beforeJoiningQuery, beforeJoiningReply, questionReply, questionRequest } from '#contract/questions.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyone, signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { inviteIn, requireVisible } from '#server/shared/circles/relation.ts'
import { askQuestion, type QuestionServices } from './ask-question.ts'
import { answerQuestion, declineQuestion, removeQuestion, requireQuestion, restoreQuestion } from './decide-question.ts'
import { readBeforeJoining } from './read-questions.ts'

const circleParams = z.object({ id: z.string() })
const params = z.object({ questionId: z.string() })
const idOf = (request: FastifyRequest) => (request.params as z.infer<typeof params>).questionId
const config = { guard: signedIn }

/** What people read and ask before they join a circle. */
export function questionsRoutes({ db, limiter, publicUrl }: QuestionServices & { readonly db: Database }): FastifyPluginAsyncZod {
  const requireReader = (request: FastifyRequest) => requireQuestion(db, idOf(request), actorOf(request), 'reader')
  const requireOwner = (request: FastifyRequest) => requireQuestion(db, idOf(request), actorOf(request), 'owner')
  const requireSight = async (request: FastifyRequest): Promise<void> => {
    const { id } = request.params as z.infer<typeof circleParams>
    await requireVisible(db, id, actorOf(request), inviteIn(request.query))
  }

  return async (app) => {
    for (const group of ['public', 'app'] as const) {
      app.get(
        `/${group}/circle/:id/before-joining`,
        {
          config: { guard: group === 'app' ? signedIn : anyone },
          schema: {
            summary: 'Who is behind a circle, and what people asked before joining',
            params: circleParams,
            querystring: beforeJoiningQuery,
            response: { 200: beforeJoiningReply },
          },
        },
        async (request) => {
          const actor = group === 'app' ? actorOf(request) : null
          const relation = await requireVisible(db, request.params.id, actor, inviteIn(request.query))
          return ok(await readBeforeJoining(db, request.params.id, { actor, relation, most: request.query.most }))
        },
      )
    }
    app.post(
      '/app/circle/:id/question',
      {
        config,
        preValidation: requireSight,
        schema: {
          summary: 'Ask the owner of a circle something before joining',
          refuses: [403, 409, 422, 429],
          params: circleParams,
          querystring: inviteQuery,
          body: questionRequest,
          response: { 200: questionReply },
        },
      },
      async (request) => {
        const asked = { circleId: request.params.id, text: request.body.text, invite: inviteIn(request.query) }
        return ok(await idempotentTransaction(db, request, (tx) => askQuestion(tx, { limiter, publicUrl }, actorOf(request), asked)))
      },
    )
    app.post(
      '/app/question/:questionId/answer',
      {
        config,
        preValidation: requireOwner,
        schema: {
          summary: 'Answer a question about one’s own circle; both then stand on its public page',
          refuses: [403, 409, 422, 429],
          params,
          body: answerRequest,
          response: { 200: questionReply },
        },
      },
      async (request) => {
        const actor = actorOf(request)
        await limiter.take(db, 'post_account', actor.id)
        return ok(
          await idempotentTransaction(db, request, (tx) =>
            answerQuestion(tx, { limiter, publicUrl }, actor, idOf(request), request.body.text),
          ),
        )
      },
    )
    app.post(
      '/app/question/:questionId/decline',
      {
        config,
        preValidation: requireOwner,
        schema: {
          summary: 'Decline to answer a question about one’s own circle',
          refuses: [403, 409, 422],
          params,
          response: { 200: questionReply },
        },
      },
      async (request) => ok(await idempotentTransaction(db, request, (tx) => declineQuestion(tx, actorOf(request), idOf(request)))),
    )
    app.delete(
      '/app/question/:questionId',
      {
        config,
        preValidation: requireReader,
        schema: {
          summary: 'Take a question and its answer from the public page, as its asker or the owner',
          refuses: [403, 422],
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await idempotentTransaction(db, request, async (tx) => removeQuestion(tx, actorOf(request), idOf(request)).then(() => null))
        return reply.code(204).send(null)
      },
    )
    app.post(
      '/app/question/:questionId/restore',
      {
        config,
        preValidation: requireReader,
        schema: {
          summary: 'Undo: put back a question that one has taken away',
          refuses: [409, 422],
          params,
          response: { 200: questionReply },
        },
      },
      async (request) => ok(await idempotentTransaction(db, request, (tx) => restoreQuestion(tx, actorOf(request), idOf(request)))),
    )
  }
}
