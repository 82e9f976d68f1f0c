import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import {
  decideVerificationRequest,
  queuePlaceQuery,
  queuePlaceReply,
  verificationQueueQuery,
  verificationQueueReply,
  verificationReviewReply,
} from '#contract/verification.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { findUser } from '#server/shared/people/users.ts'
import { decideVerification } from './decide.ts'
import { readQueue, readQueuePlace } from './queue.ts'
import { readReview } from './review.ts'

type Services = {
  readonly db: Database
  readonly keys: Keys
  readonly site: { readonly publicUrl: string; readonly confirmEmail: 'required' | 'optional' }
}

const params = z.object({ id: z.string() })
const config = { guard: adminOnly }

/** The administrators' side: the queue, a person's review page and the decision. */
export function verificationAdminRoutes({ db, keys, site }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/admin/user-verification',
      {
        config,
        schema: {
          summary: 'Everyone who waits to be verified, longest first',
          querystring: verificationQueueQuery,
          response: { 200: verificationQueueReply },
        },
      },
      async (request) => ok(await readQueue(db, request.query)),
    )
    app.get(
      '/admin/user-verification/:id',
      { config, schema: { summary: 'A person and what they gave to go by', params, response: { 200: verificationReviewReply } } },
      async (request) => ok(await readReview(db, request.params.id)),
    )
    app.get(
      '/admin/user-verification/:id/queue',
      {
        config,
        schema: {
          summary: 'Where a person stands among those who wait to be verified, and who follows',
          params,
          querystring: queuePlaceQuery,
          response: { 200: queuePlaceReply },
        },
      },
      async (request) => ok(await readQueuePlace(db, request.params.id, request.query)),
    )
    app.post(
      '/admin/user-verification/:id',
      {
        config,
        preValidation: async (request) => {
          if (!(await findUser(db, (request.params as z.infer<typeof params>).id))) throw new Refusal('user_not_found')
        },
        schema: {
          summary: 'Verify, ask for more, decline or reopen, with a sentence that is mailed; undo a verification within ten minutes',
          refuses: [409, 422],
          params,
          body: decideVerificationRequest,
          response: { 200: verificationReviewReply },
        },
      },
      async (request) =>
        ok(
          await idempotentTransaction(db, request, (tx) =>
            decideVerification(tx, { ...site, keys }, actorOf(request), request.params.id, request.body),
          ),
        ),
    )
  }
}
