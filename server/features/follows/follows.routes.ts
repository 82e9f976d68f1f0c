import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { inviteQuery } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { followList, followReply } from '#contract/invitations.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findVisibleRelation, inviteIn } from '#server/shared/circles/relation.ts'
import { followCircle, isFollowing, readFollows, unfollowCircle } from './follows.ts'

const params = z.object({ circleId: z.string() })

export function followsRoutes(db: Database): FastifyPluginAsyncZod {
  const requireVisibleOrFollowed = async (request: FastifyRequest): Promise<void> => {
    const { circleId } = request.params as z.infer<typeof params>
    const actor = actorOf(request)
    if (await findVisibleRelation(db, circleId, actor, inviteIn(request.query))) return
    // People who follow a circle that was hidden meanwhile can still stop.
    const mayStop = request.method !== 'POST' && (await isFollowing(db, actor.id, circleId))
    if (!mayStop) throw new Refusal('circle_not_found')
  }
  const route = { config: { guard: signedIn }, preValidation: requireVisibleOrFollowed }
  const shape = { params, querystring: inviteQuery, response: { 200: followReply } }
  const url = '/app/follow/:circleId'

  return async (app) => {
    app.get(
      '/app/follow',
      { config: { guard: signedIn }, schema: { summary: 'The circles I follow', response: { 200: followList } } },
      async (request) => ok(await readFollows(db, actorOf(request))),
    )
    app.get(url, { ...route, schema: { summary: 'Whether I follow a circle', ...shape } }, async (request) =>
      ok({ isFollowing: await isFollowing(db, actorOf(request).id, request.params.circleId) }),
    )
    app.post(
      url,
      { ...route, schema: { summary: 'Follow a circle: be told when it changes', refuses: [409, 422], ...shape } },
      async (request) => {
        const { circleId } = request.params
        await idempotentTransaction(db, request, (tx) => followCircle(tx, actorOf(request), circleId, inviteIn(request.query)))
        return ok({ isFollowing: true })
      },
    )
    app.delete(
      url,
      {
        ...route,
        schema: { summary: 'Stop following a circle', refuses: [422], params, querystring: inviteQuery, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await idempotentTransaction(db, request, (tx) => unfollowCircle(tx, actorOf(request), request.params.circleId))
        return reply.code(204).send(null)
      },
    )
  }
}
