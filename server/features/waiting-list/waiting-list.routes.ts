import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { inviteQuery } from '#contract/circles.ts'
import { waitingPlace } from '#contract/membership.ts'
import type { Database } from '#server/db/connect.ts'
import { inviteIn, requireVisible } from '#server/features/circles/access.lookup.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { verifiedInvestor } from '#server/http/guards.ts'
import { once } from '#server/http/once.ts'
import { enterLine, leaveLine, placeInLine } from './waiting-list.ts'

const params = z.object({ circleId: z.string() })

/** The waiting list of a circle without shares. */
export function waitingListRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('preValidation', async (request) => {
      const { circleId } = request.params as z.infer<typeof params>
      await requireVisible(db, circleId, actorOf(request), inviteIn(request.query))
    })
    const config = { guard: verifiedInvestor }
    const place = { params, querystring: inviteQuery, response: { 200: waitingPlace } }
    for (const group of ['app', 'public'] as const) {
      const url = `/${group}/request-join/:circleId`
      app.get(url, { config, schema: { summary: 'My place on the waiting list', ...place } }, async (request) =>
        ok(await placeInLine(db, request.params.circleId, actorOf(request).id)),
      )
      app.post(url, { config, schema: { summary: 'Enter the waiting list of a circle without shares', ...place } }, async (request) =>
        ok(await once(db, request, (tx) => enterLine(tx, actorOf(request), request.params.circleId))),
      )
      app.delete(
        url,
        { config, schema: { summary: 'Leave the waiting list', params, querystring: inviteQuery, response: { 204: z.null() } } },
        async (request, reply) => {
          await once(db, request, (tx) => leaveLine(tx, actorOf(request), request.params.circleId))
          return reply.code(204).send(null)
        },
      )
    }
  }
}
