import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { circleReply, handOverRequest, inviteReply } from '#contract/circles.ts'
import { paths, withInvite } from '#contract/paths.ts'
import { mayHandOver, mayManageCircle } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { inviteToken } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { readVisibleCircle, requireIn } from '#server/shared/circles/relation.ts'
import { requireFreeArcs, requireNotEnded } from '#server/shared/stages/stages.ts'
import { deleteOwnCircle } from './delete-circles.ts'
import { handOver } from './hand-over.ts'
import { createInvite, findInvite, type Invite, revokeInvite } from './invites.ts'

type Services = { readonly db: Database; readonly keys: Keys; readonly publicUrl: string }

const params = z.object({ id: z.string() })

/** An owner's actions on a circle other than editing it. */
export function ownershipRoutes({ db, keys, publicUrl }: Services): FastifyPluginAsyncZod {
  const show = (circleId: string, invite: Invite) => {
    const token = inviteToken(keys, invite)
    return { token, link: `${publicUrl}${withInvite(paths.circlePublic(circleId), token)}`, createdAt: invite.createdAt }
  }
  const route = { config: { guard: signedIn }, preValidation: requireIn(db, 'id', mayManageCircle) }

  return async (app) => {
    for (const group of ['app', 'public'] as const) {
      const url = `/${group}/circle/:id`
      app.post(
        `${url}/owner`,
        {
          ...route,
          preValidation: requireIn(db, 'id', mayHandOver),
          schema: {
            summary: 'Hand a circle to another member',
            refuses: [403, 409, 422],
            params,
            body: handOverRequest,
            response: { 200: circleReply },
          },
        },
        async (request) =>
          ok(
            await idempotentTransaction(db, request, async (tx) => {
              const circleId = request.params.id
              await lockCircleAs(tx, circleId, actorOf(request), mayHandOver)
              await handOver(tx, actorOf(request), { circleId, userId: request.body.user, publicUrl })
              return readVisibleCircle(tx, circleId, actorOf(request))
            }),
          ),
      )
      app.get(
        `${url}/invite`,
        { ...route, schema: { summary: 'The invite to my circle, if one is out', refuses: [403], params, response: { 200: inviteReply } } },
        async (request) => {
          const invite = await findInvite(db, request.params.id)
          return ok(invite && show(request.params.id, invite))
        },
      )
      app.post(
        `${url}/invite`,
        {
          ...route,
          schema: { summary: 'Make a new invite; an earlier one ends', refuses: [403, 409, 422], params, response: { 200: inviteReply } },
        },
        async (request) => {
          const circleId = request.params.id
          // The token is derived here, so that not even a stored idempotent answer contains it.
          const invite = await idempotentTransaction(db, request, async (tx) => {
            await lockCircleAs(tx, circleId, actorOf(request), mayManageCircle)
            await requireNotEnded(tx, circleId)
            await requireFreeArcs(tx, circleId)
            return createInvite(tx, keys, actorOf(request), circleId)
          })
          return ok(show(circleId, invite))
        },
      )
      app.delete(
        `${url}/invite`,
        { ...route, schema: { summary: 'End the invite', refuses: [403, 422], params, response: { 204: z.null() } } },
        async (request, reply) => {
          await idempotentTransaction(db, request, async (tx) => {
            await lockCircleAs(tx, request.params.id, actorOf(request), mayManageCircle)
            await revokeInvite(tx, actorOf(request), request.params.id)
          })
          return reply.code(204).send(null)
        },
      )
      app.delete(
        url,
        {
          ...route,
          schema: {
            summary: 'Delete my circle, while it is not fully funded',
            refuses: [403, 409, 422],
            params,
            response: { 204: z.null() },
          },
        },
        async (request, reply) => {
          await idempotentTransaction(db, request, (tx) => deleteOwnCircle(tx, actorOf(request), request.params.id, { publicUrl }))
          return reply.code(204).send(null)
        },
      )
    }
  }
}
