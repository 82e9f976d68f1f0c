import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { placeList } from '#contract/locations.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { anyone, type Guard, signedIn } from '#server/http/guards.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { findPlaces } from './find-places.ts'

const params = z.object({ text: z.string().max(200) })

export function locationsRoutes({ db, limiter }: { db: Database; limiter: RateLimiter }): FastifyPluginAsyncZod {
  return async (app) => {
    const search = (url: string, guard: Guard) =>
      app.get(
        url,
        { config: { guard }, schema: { summary: 'Places by what someone types', refuses: [429], params, response: { 200: placeList } } },
        async (request) => {
          await limiter.take(db, 'location_search_address', request.ip)
          return ok(await findPlaces(db, request.params.text))
        },
      )
    search('/public/location-search/:text', anyone)
    search('/app/location-search/:text', signedIn)
  }
}
