import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { circleReply, createCircleRequest, inviteQuery, saveCircleRequest } from '#contract/circles.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { json, ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyone, signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import { serializeOnce, serializerOf } from '#server/http/serializer.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { CircleCache, KnownCircle } from '#server/shared/circles/circle-cache.ts'
import { toCircle, type View } from '#server/shared/circles/circles.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import {
  findVisibleCircle,
  findVisitorRelation,
  inviteIn,
  type Relation,
  readVisibleCircle,
  relationAlongside,
  relationIn,
  requireIn,
} from '#server/shared/circles/relation.ts'
import { createCircle } from './create-circle.ts'
import { updateCircle } from './update-circle.ts'

const params = z.object({ id: z.string() })

const write = serializerOf(circleReply)
const toReply = ({ row, charter }: KnownCircle, view: View) => write(ok({ ...toCircle(row, view), charter }))
const replyToOutsiders = serializeOnce((known: KnownCircle) => toReply(known, 'outside'))

type Services = { readonly db: Database; readonly circles: CircleCache; readonly publicUrl: string }

export function circlesRoutes({ db, circles, publicUrl }: Services): FastifyPluginAsyncZod {
  const sendCircle = async (
    reply: FastifyReply,
    id: string,
    actor: Actor | null,
    relation: Relation | Promise<Relation | null>,
  ): Promise<FastifyReply> => {
    const { known, view } = await findVisibleCircle(circles, id, actor, relation)
    return reply.type(json).send(view === 'outside' ? replyToOutsiders(known) : toReply(known, view))
  }

  return async (app) => {
    app.get(
      '/public/circle/:id',
      {
        config: { guard: anyone },
        schema: { summary: 'One visible circle', params, querystring: inviteQuery, response: { 200: circleReply } },
      },
      async (request, reply) =>
        sendCircle(reply, request.params.id, null, findVisitorRelation(db, request.params.id, inviteIn(request.query))),
    )
    app.get(
      '/app/circle/:id',
      {
        config: { guard: signedIn, alongside: relationAlongside('id') },
        schema: { summary: 'One circle', params, querystring: inviteQuery, response: { 200: circleReply } },
      },
      async (request, reply) => sendCircle(reply, request.params.id, actorOf(request), relationIn(request)),
    )
    for (const group of ['app', 'public'] as const) {
      for (const url of [`/${group}/circle`, `/${group}/circle/new`]) {
        app.post(
          url,
          {
            config: { guard: verifiedInvestor },
            preValidation: async (request) => refuseForeignPerson(request, ['createdBy']),
            schema: {
              summary: 'Create a circle with its owner’s arcs',
              refuses: [404, 422],
              body: createCircleRequest,
              response: { 200: circleReply },
            },
          },
          async (request) =>
            ok(
              await idempotentTransaction(db, request, async (tx) => {
                const id = await createCircle(tx, actorOf(request), request.body)
                return readVisibleCircle(tx, id, actorOf(request))
              }),
            ),
        )
      }
      app.route({
        method: ['PUT', 'POST'],
        url: `/${group}/circle/:id`,
        config: { guard: signedIn },
        preValidation: requireIn(db, 'id', mayManageCircle),
        schema: {
          summary: 'Change one’s own circle',
          refuses: [403, 409, 422],
          params,
          body: saveCircleRequest,
          response: { 200: circleReply },
        },
        handler: async (request) =>
          ok(
            await idempotentTransaction(db, request, async (tx) => {
              await lockCircleAs(tx, request.params.id, actorOf(request), mayManageCircle)
              await updateCircle(tx, { actor: actorOf(request), publicUrl }, request.params.id, request.body)
              return readVisibleCircle(tx, request.params.id, actorOf(request))
            }),
          ),
      })
    }
  }
}
