import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { inviteQuery } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { waitingReply } from '#contract/membership.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findVisibleRelation, inviteIn } from '#server/shared/circles/relation.ts'
import { enterWaitingList, leaveWaitingList, readWaiting } from './waiting-list.ts'

const params = z.object({ circleId: z.string() })

export function waitingListRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('preValidation', async (request) => {
      const { circleId } = request.params as z.infer<typeof params>
      const actor = actorOf(request)
      if (await findVisibleRelation(db, circleId, actor, inviteIn(request.query))) return
      // People waiting for a circle that was hidden meanwhile can still leave the list.
      const mayLeave = request.method !== 'POST' && (await readWaiting(db, circleId, actor.id)).isWaiting
      if (!mayLeave) throw new Refusal('circle_not_found')
    })
    const config = { guard: verifiedInvestor }
    const shape = { params, querystring: inviteQuery, response: { 200: waitingReply } }
    for (const group of ['app', 'public'] as const) {
      const url = `/${group}/request-join/:circleId`
      app.get(url, { config, schema: { summary: 'Whether I wait for shares, and how many people do', ...shape } }, async (request) =>
        ok(await readWaiting(db, request.params.circleId, actorOf(request).id)),
      )
      app.post(
        url,
        { config, schema: { summary: 'Enter the waiting list of a circle without shares', refuses: [409, 422], ...shape } },
        async (request) =>
          ok(
            await idempotentTransaction(db, request, (tx) =>
              enterWaitingList(tx, actorOf(request), request.params.circleId, inviteIn(request.query)),
            ),
          ),
      )
      app.delete(
        url,
        {
          config,
          schema: { summary: 'Leave the waiting list', refuses: [422], params, querystring: inviteQuery, response: { 204: z.null() } },
        },
        async (request, reply) => {
          await idempotentTransaction(db, request, (tx) => leaveWaitingList(tx, actorOf(request), request.params.circleId))
          return reply.code(204).send(null)
        },
      )
    }
  }
}
