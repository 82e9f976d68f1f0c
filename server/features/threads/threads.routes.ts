import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { circlePeopleReply, postReply, postRequest, threadQuery, threadReply, visitRequest } from '#contract/posts.ts'
import { done } from '#contract/reply.ts'
import { mayReadInside, mayReadMotions, mayWriteInConversation } from '#domain/may/circle.ts'
import { mayAddProperty } from '#domain/may/property.ts'
import { editMinutes } from '#domain/thread.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { findVisibleRelation, requireIn, requireVisible } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { changePost, deletePost, readPosts } from '#server/shared/posts/posts.ts'
import { readUnread } from '#server/shared/posts/unread-posts.ts'
import { readCirclePeople } from './read-circle-people.ts'
import { visitThread } from './visit-thread.ts'
import { type ThreadTopic, writeInThread } from './write-in-thread.ts'

const params = z.object({ id: z.string() })
const postParams = params.extend({ postId: z.string() })
const config = { guard: signedIn }

type Services = { readonly db: Database; readonly limiter: RateLimiter }
type Found = { readonly topic: ThreadTopic; readonly mayRead: boolean; readonly mayWrite: boolean; readonly isBroker: boolean }

/** A property's thread is for members and the circle's brokers; administrators read it. */
async function findPropertyTopic(db: Database, request: FastifyRequest, id: string): Promise<Found> {
  const place = await findPropertyCircle(db, id)
  const relation = place && (await findVisibleRelation(db, place.circleId, actorOf(request)))
  if (!place || !relation) throw new Refusal('property_not_found')
  const topic = { subject: { column: 'property_id', id: place.propertyId }, circleId: place.circleId, author: place.uploadedBy } as const
  return {
    topic,
    mayWrite: mayAddProperty(relation),
    mayRead: mayReadInside(relation),
    isBroker: relation.isAssignedBroker && !relation.isMember,
  }
}

/** A motion's thread is for members only. */
async function findMotionTopic(db: Database, request: FastifyRequest, id: string): Promise<Found> {
  const place = isId(id)
    ? await db.selectFrom('motions').select(['id', 'circle_id', 'proposed_by']).where('id', '=', id).executeTakeFirst()
    : undefined
  const relation = place && (await findVisibleRelation(db, place.circle_id, actorOf(request)))
  if (!place || !relation || !mayReadMotions(relation)) throw new Refusal('motion_not_found')
  const topic = { subject: { column: 'motion_id', id: place.id }, circleId: place.circle_id, author: place.proposed_by } as const
  return { topic, mayWrite: true, mayRead: true, isBroker: false }
}

/** A circle's conversation is for members and the circle's brokers; administrators read it. */
async function findConversation(db: Database, request: FastifyRequest, id: string): Promise<Found> {
  const relation = await findVisibleRelation(db, id, actorOf(request))
  if (!relation) throw new Refusal('circle_not_found')
  return {
    topic: { subject: { column: 'circle_id', id }, circleId: id, author: null },
    mayWrite: mayWriteInConversation(relation),
    mayRead: mayReadInside(relation),
    isBroker: relation.isAssignedBroker && !relation.isMember,
  }
}

const subjects = [
  { url: '/app/property/:id/thread', findTopic: findPropertyTopic, about: 'a property' },
  { url: '/app/motion-thread/:id', findTopic: findMotionTopic, about: 'a motion' },
  { url: '/app/circle/:id/conversation', findTopic: findConversation, about: 'a circle, in its conversation' },
] as const

/** Questions and answers about a property or a motion, and a circle's conversation. */
export function threadsRoutes({ db, limiter }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/app/circle/:id/people',
      {
        config,
        preValidation: requireIn(db, 'id', mayReadInside),
        schema: {
          summary: 'Who reads what a circle discusses, and can be mentioned in it',
          refuses: [403],
          params,
          response: { 200: circlePeopleReply },
        },
      },
      async (request) => {
        const relation = await requireVisible(db, request.params.id, actorOf(request))
        return ok(await readCirclePeople(db, request.params.id, mayReadMotions(relation)))
      },
    )
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
        async (request) => {
          const { topic } = await find(request)
          const reader = actorOf(request).id
          return ok({ ...(await readPosts(db, topic.subject, request.query, reader)), unread: await readUnread(db, topic, reader) })
        },
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
          return ok(
            await idempotentTransaction(db, request, (tx) =>
              writeInThread(tx, actor, topic, { text: request.body.text, isBroker, limiter }),
            ),
          )
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
            refuses: [403, 409, 422, 429],
            params: postParams,
            body: postRequest,
            response: { 200: postReply },
          },
        },
        async (request) => {
          // A change may mention people, who get a mail.
          await limiter.take(db, 'post_account', actorOf(request).id)
          const { topic } = await find(request)
          const change = { postId: request.params.postId, text: request.body.text, limiter }
          return ok(await idempotentTransaction(db, request, (tx) => changePost(tx, actorOf(request), topic, change)))
        },
      )
      app.delete(
        `${url}/:postId`,
        {
          config,
          preValidation: requireWriter,
          schema: {
            summary: `Delete one’s own post about ${about}; it keeps its place`,
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
