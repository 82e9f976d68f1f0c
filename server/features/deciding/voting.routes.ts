import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { voteReply, voteRequest } from '#contract/properties.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { castVote } from './cast-vote.ts'

const params = z.object({ propertyId: z.string() })

export function votingRoutes({ db, limiter, publicUrl }: { db: Database; limiter: RateLimiter; publicUrl: string }): FastifyPluginAsyncZod {
  return async (app) => {
    for (const group of ['app', 'public'] as const) {
      app.route({
        method: ['POST', 'PUT'],
        url: `/${group}/property-preference/:propertyId`,
        config: { guard: verifiedInvestor },
        preValidation: async (request) => {
          refuseForeignPerson(request, ['user'])
          const place = await findPropertyCircle(db, (request.params as z.infer<typeof params>).propertyId)
          const relation = place && (await findRelation(db, place.circleId, actorOf(request)))
          if (!relation?.isMember) throw new Refusal('property_not_found')
        },
        schema: {
          summary: 'Vote on a property, or clear the vote',
          refuses: [409, 422, 429],
          params,
          body: voteRequest,
          response: { 200: voteReply },
        },
        handler: async (request) => {
          await limiter.take(db, 'vote_account', actorOf(request).id)
          const { preference, reason, version } = request.body
          const ballot = { preference: preference === 'none' ? null : preference, reason, version }
          return ok(
            await idempotentTransaction(db, request, (tx) =>
              castVote(tx, actorOf(request), request.params.propertyId, ballot, { publicUrl }),
            ),
          )
        },
      })
    }
  }
}
