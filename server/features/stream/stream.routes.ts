import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { liveQuery } from '#contract/live.ts'
import type { Database } from '#server/db/connect.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import type { LiveFeed } from '#server/shared/live/live-feed.ts'
import { createStreams } from './streams.ts'

export function streamRoutes({ db, live }: { db: Database; live: LiveFeed }): FastifyPluginAsyncZod {
  return async (app) => {
    const streams = createStreams(db, live)
    app.addHook('preClose', async () => streams.close())
    for (const group of ['app', 'public'] as const) {
      app.get(
        `/${group}/stream`,
        {
          config: { guard: signedIn },
          schema: {
            summary: 'What changes in my circles, and in those I look at, as server-sent events',
            produces: ['text/event-stream'],
            querystring: liveQuery,
            response: { 200: z.string() },
          },
        },
        async (request, reply) => {
          const { circle = [], invite, after, list } = request.query
          const lastSeen = request.headers['last-event-id'] ?? after
          const watch = { circles: [circle].flat(), invite, list: list === 'true' }
          // A stream is sent as it is; the schema sees it as text.
          const body: unknown = await streams.open(actorOf(request), watch, typeof lastSeen === 'string' ? lastSeen : undefined)
          return reply
            .type('text/event-stream; charset=utf-8')
            .header('x-accel-buffering', 'no')
            .send(body as string)
        },
      )
    }
  }
}
