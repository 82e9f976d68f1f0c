import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { postReply, postRequest, threadQuery, threadReply } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { belongsToCircle, type CircleRelation, isInsider } from '#domain/circle-relation.ts'
import { editMinutes } from '#domain/thread.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { findVisibleRelation } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { changePost, deletePost, readThread, type Topic, writePost } from './thread.ts'

const params = z.object({ id: z.string() })
const postParams = params.extend({ postId: z.string() })
const config = { guard: signedIn }

type Services = { readonly db: Database; readonly limiter: RateLimiter }

/** Questions and answers of members and brokers about a property. */
export function threadRoutes({ db, limiter }: Services): FastifyPluginAsyncZod {
  const findTopic = async (request: FastifyRequest): Promise<{ topic: Topic; relation: CircleRelation }> => {
    const topic = await findPropertyCircle(db, (request.params as z.infer<typeof params>).id)
    const relation = topic && (await findVisibleRelation(db, topic.circleId, actorOf(request)))
    if (!topic || !relation) throw new Refusal('property_not_found')
    return { topic, relation }
  }
  const requireReader = async (request: FastifyRequest): Promise<void> => {
    if (!isInsider((await findTopic(request)).relation)) throw new Refusal('not_allowed')
  }
  const requireWriter = async (request: FastifyRequest): Promise<void> => {
    if (!belongsToCircle((await findTopic(request)).relation)) throw new Refusal('not_allowed')
  }

  return async (app) => {
    app.get(
      '/app/property/:id/thread',
      {
        config,
        preValidation: requireReader,
        schema: {
          summary: 'What was asked and answered about a property',
          params,
          querystring: threadQuery,
          response: { 200: threadReply },
        },
      },
      async (request) => ok(await readThread(db, request.params.id, request.query.before, actorOf(request).id)),
    )
    app.post(
      '/app/property/:id/thread',
      {
        config,
        preValidation: requireWriter,
        schema: { summary: 'Ask or answer something about a property', params, body: postRequest, response: { 200: postReply } },
      },
      async (request) => {
        const actor = actorOf(request)
        await limiter.take(db, 'post_account', actor.id)
        const { topic, relation } = await findTopic(request)
        const asBroker = relation.isAssignedBroker && !relation.isMember
        return ok(await idempotentTransaction(db, request, (tx) => writePost(tx, actor, topic, request.body.text, asBroker)))
      },
    )
    app.put(
      '/app/property/:id/thread/:postId',
      {
        config,
        preValidation: requireWriter,
        schema: {
          summary: `Change one’s own post, for ${editMinutes} minutes`,
          params: postParams,
          body: postRequest,
          response: { 200: postReply },
        },
      },
      async (request) => {
        const { topic } = await findTopic(request)
        return ok(
          await idempotentTransaction(db, request, (tx) =>
            changePost(tx, actorOf(request), topic, request.params.postId, request.body.text),
          ),
        )
      },
    )
    app.delete(
      '/app/property/:id/thread/:postId',
      {
        config,
        preValidation: requireWriter,
        schema: { summary: `Delete one’s own post, for ${editMinutes} minutes`, params: postParams, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { topic } = await findTopic(request)
        await idempotentTransaction(db, request, (tx) => deletePost(tx, actorOf(request), topic, request.params.postId))
        return reply.code(204).send(null)
      },
    )
  }
}
