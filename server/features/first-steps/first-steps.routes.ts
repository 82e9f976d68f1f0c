import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { firstStepsReply, firstStepsRequest } from '#contract/first-steps.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { readFirstSteps, saveFirstSteps } from './first-steps.ts'

const params = z.object({ id: z.string() })

/** For the present owner: a circle that was handed over shows its new owner what is done. */
export function firstStepsRoutes(db: Database): FastifyPluginAsyncZod {
  const route = { config: { guard: signedIn }, preValidation: requireIn(db, 'id', mayManageCircle) }
  const url = '/app/circle/:id/first-steps'
  return async (app) => {
    app.get(
      url,
      { ...route, schema: { summary: 'My first steps as the owner', refuses: [403], params, response: { 200: firstStepsReply } } },
      async (request) => ok(await readFirstSteps(db, request.params.id)),
    )
    app.put(
      url,
      {
        ...route,
        schema: {
          summary: 'Tick one of my first steps, put them away or bring them back',
          refuses: [403, 422],
          params,
          body: firstStepsRequest,
          response: { 200: firstStepsReply },
        },
      },
      async (request) => {
        const circleId = request.params.id
        return ok(
          await idempotentTransaction(db, request, async (tx) => {
            await lockCircleAs(tx, circleId, actorOf(request), mayManageCircle)
            await saveFirstSteps(tx, circleId, request.body)
            return readFirstSteps(tx, circleId)
          }),
        )
      },
    )
  }
}
