import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { welcomeReply } from '#contract/welcome.ts'
import { mayDecide } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { markWelcomed, readWelcome } from './welcome.ts'

const params = z.object({ circleId: z.string() })

export function welcomeRoutes(db: Database): FastifyPluginAsyncZod {
  const route = { config: { guard: signedIn }, preValidation: requireIn(db, 'circleId', mayDecide) }
  const url = '/app/circle-membership/:circleId/welcome'
  return async (app) => {
    app.get(
      url,
      {
        ...route,
        schema: { summary: 'What I hold in a circle, and what comes next', refuses: [403], params, response: { 200: welcomeReply } },
      },
      async (request) => ok(await readWelcome(db, request.params.circleId, actorOf(request).id)),
    )
    app.put(
      url,
      {
        ...route,
        schema: { summary: 'I have seen what I hold after joining', refuses: [403, 422], params, response: { 200: welcomeReply } },
      },
      async (request) => {
        const { circleId } = request.params
        const { id } = actorOf(request)
        return ok(
          await idempotentTransaction(db, request, async (tx) => {
            await markWelcomed(tx, circleId, id)
            return readWelcome(tx, circleId, id)
          }),
        )
      },
    )
  }
}
