import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { deskReply } from '#contract/brokers.ts'
import { circleList } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { toCircle } from '#server/shared/circles/circles.ts'
import { readDesk, selectBrokerCircles } from './read-desk.ts'

/** The circles of a broker. */
export function brokersRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    for (const url of ['/app/broker-circles/:brokerId', '/public/broker-circles', '/public/broker-circles/:brokerId']) {
      app.get(
        url,
        {
          config: { guard: signedIn },
          preValidation: async (request) => {
            const actor = actorOf(request)
            const { brokerId = actor.id } = request.params as { brokerId?: string }
            if (brokerId !== actor.id) throw new Refusal('not_yourself')
            if (!actor.isBroker) throw new Refusal('not_allowed')
          },
          schema: { summary: 'Your assigned circles', refuses: [403], response: { 200: circleList } },
        },
        async (request) => {
          const rows = await selectBrokerCircles(db, actorOf(request).id).execute()
          return ok(rows.map((row) => toCircle(row, 'broker')))
        },
      )
    }
    app.get(
      '/app/broker-desk',
      {
        config: { guard: signedIn },
        preValidation: async (request) => {
          if (!actorOf(request).isBroker) throw new Refusal('not_allowed')
        },
        schema: { summary: 'Your assigned circles, with what waits for you in each', refuses: [403], response: { 200: deskReply } },
      },
      async (request) => ok(await readDesk(db, actorOf(request))),
    )
  }
}
