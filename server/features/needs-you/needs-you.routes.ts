import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { needsReply } from '#contract/needs.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { readNeeds } from './read-needs.ts'

export function needsYouRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/app/needs-you',
      { config: { guard: signedIn }, schema: { summary: 'What waits for me, soonest first', response: { 200: needsReply } } },
      async (request) => ok(await readNeeds(db, actorOf(request))),
    )
  }
}
