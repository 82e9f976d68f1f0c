import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { pastCircleListReply, pastCircleReply } from '#contract/past-circles.ts'
import { isFormerMember } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { readPastCircle, readPastCircles } from './past-circles.ts'

const params = z.object({ circleId: z.string() })

/** What stays to those who left a circle: what they are owed, and what they signed. Statements and the record have their own calls. */
export function pastCirclesRoutes(db: Database): FastifyPluginAsyncZod {
  const config = { guard: signedIn }
  return async (app) => {
    app.get(
      '/app/past-circle',
      { config, schema: { summary: 'The circles that I was a member of', response: { 200: pastCircleListReply } } },
      async (request) => ok(await readPastCircles(db, actorOf(request))),
    )
    app.get(
      '/app/past-circle/:circleId',
      {
        config,
        preValidation: requireIn(db, 'circleId', isFormerMember),
        schema: {
          summary: 'What I am owed by a circle that I left, and what I signed there',
          refuses: [403],
          params,
          response: { 200: pastCircleReply },
        },
      },
      async (request) => ok(await snapshot(db, (tx) => readPastCircle(tx, request.params.circleId, actorOf(request)))),
    )
  }
}
