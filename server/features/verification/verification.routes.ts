import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { giveDetailsRequest, ownVerificationReply } from '#contract/verification.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { giveDetails } from './give-details.ts'
import { readOwnVerification } from './own-verification.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly files: FileStore }

/** The waiting person's side; asking to be verified is in the profile's routes. */
export function verificationRoutes({ db, ...services }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    for (const group of ['app', 'public'] as const) {
      app.get(
        `/${group}/user-verification`,
        {
          config: { guard: signedIn },
          schema: { summary: 'One’s own request to be verified', response: { 200: ownVerificationReply } },
        },
        async (request) => ok(await readOwnVerification(db, actorOf(request).id)),
      )
      app.put(
        `/${group}/user-verification`,
        {
          config: { guard: signedIn },
          schema: {
            summary: 'Give administrators something to go by: phone, note, documents',
            refuses: [409, 422, 429],
            body: giveDetailsRequest,
            response: { 200: ownVerificationReply },
          },
        },
        async (request) => ok(await idempotentTransaction(db, request, (tx) => giveDetails(tx, services, actorOf(request), request.body))),
      )
    }
  }
}
