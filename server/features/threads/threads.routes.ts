import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { postReply, postRequest, threadQuery, threadReply, visitRequest } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { done } from '#contract/reply.ts'
import { belongsToCircle, isInsider } from '#domain/circle-relation.ts'
import { editMinutes } from '#domain/thread.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { findVisibleRelation } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { changePost, deletePost, readThread, type Topic, writePost } from './thread.ts'
import { visitThread } from './visit-thread.ts'

const params = z.object({ id: z.string() })
const postParams = params.extend({ postId: z.string() })
const config = { guard: signedIn }

type Services = { readonly db: Database; readonly limiter: RateLimiter }
type Found = { readonly topic: Topic; readonly mayRead: boolean; readonly mayWrite: boolean; readonly isBroker: boolean }

/** A property's thread is for members and the circle's brokers; administrators read it. */
async function findPropertyTopic(db: Database, request: FastifyRequest, id: string): Promise<Found> {
  const place = await findPropertyCircle(db, id)
  const relation = place && (await findVisibleRelation(db, place.circleId, actorOf(request)))
  if (!place || !relation) throw new Refusal('property_not_found')
  const topic = { subject: { column: 'property_id', id: place.propertyId }, circleId: place.circleId, author: place.uploadedBy } as const
  return {
    topic,
    mayWrite: belongsToCircle(relation),
    mayRead: isInsider(relation),
    isBroker: relation.isAssignedBroker && !relation.isMember,
  }
}

/** A motion's thread is for members only. */
async function findMotionTopic(db: Database, request: FastifyRequest, id: string): Promise<Found> {
  const place = isId(id)
    ? await db.selectFrom('motions').select(['id', 'circle_id', 'proposed_by']).where('id', '=', id).executeTakeFirst()
    : undefined
  const relation = place && (await findVisibleRelation(db, place.circle_id, actorOf(request)))
  if (!place || !relation?.isMember) throw new Refusal('motion_not_found')
  const topic = { subject: { column: 'motion_id', id: place.id }, circleId: place.circle_id, author: place.proposed_by } as const
  return { topic, mayWrite: true, mayRead: true, isBroker: false }
}

const subjects = [
  { url: '/app/property/:id/thread', findTopic: findPropertyTopic, about: 'a property' },
  { url: '/app/motion-thread/:id', findTopic: findMotionTopic, about: 'a motion' },
] as const

/** Questions and answers about a property or a motion. */
export function threadsRoutes({ db, limiter }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    for (const { url, findTopic, about } of subjects) {
      const find = (request: FastifyRequest) => findTopic(db, request, (request.params as z.infer<typeof params>).id)
      const requireReader = async (request: FastifyRequest): Promise<void> => {
        if (!(await find(request)).mayRead) throw new Refusal('not_allowed')
      }
      const requireWriter = async (request: FastifyRequest): Promise<void> => {
        if (!(await find(request)).mayWrite) throw new Refusal('not_allowed')
      }
      app.get(
        url,
        {
          config,
          preValidation: requireReader,
          schema: {
            summary: `What was asked and answered about ${about}`,
            refuses: [403],
            params,
            querystring: threadQuery,
            response: { 200: threadReply },
          },
        },
        async (request) => ok(await readThread(db, (await find(request)).topic.subject, request.query.before, actorOf(request).id)),
      )
      app.post(
        url,
        {
          config,
          preValidation: requireWriter,
          schema: {
            summary: `Ask or answer something about ${about}`,
            refuses: [403, 409, 422, 429],
            params,
            body: postRequest,
            response: { 200: postReply },
          },
        },
        async (request) => {
          const actor = actorOf(request)
          await limiter.take(db, 'post_account', actor.id)
          const { topic, isBroker } = await find(request)
          return ok(await idempotentTransaction(db, request, (tx) => writePost(tx, actor, topic, request.body.text, isBroker)))
        },
      )
      app.put(
        `${url}/visit`,
        {
          config,
          preValidation: requireReader,
          schema: {
            summary: `Say up to which post I have read about ${about}`,
            refuses: [403, 422],
            params,
            body: visitRequest,
            response: { 200: done },
          },
        },
        async (request) => {
          const { topic } = await find(request)
          await idempotentTransaction(db, request, (tx) => visitThread(tx, actorOf(request), topic.subject, request.body.lastPost))
          return ok({})
        },
      )
      app.put(
        `${url}/:postId`,
        {
          config,
          preValidation: requireWriter,
          schema: {
            summary: `Change one’s own post about ${about}, for ${editMinutes} minutes`,
            refuses: [403, 409, 422],
            params: postParams,
            body: postRequest,
            response: { 200: postReply },
          },
        },
        async (request) => {
          const { topic } = await find(request)
          const change = { postId: request.params.postId, text: request.body.text }
          return ok(await idempotentTransaction(db, request, (tx) => changePost(tx, actorOf(request), topic, change.postId, change.text)))
        },
      )
      app.delete(
        `${url}/:postId`,
        {
          config,
          preValidation: requireWriter,
          schema: {
            summary: `Delete one’s own post about ${about}, for ${editMinutes} minutes`,
            refuses: [403, 409, 422],
            params: postParams,
            response: { 204: z.null() },
          },
        },
        async (request, reply) => {
          const { topic } = await find(request)
          await idempotentTransaction(db, request, (tx) => deletePost(tx, actorOf(request), topic, request.params.postId))
          return reply.code(204).send(null)
        },
      )
    }
  }
}
