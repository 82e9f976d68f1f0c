import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { calendarReply } from '#contract/motions.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyone, signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { calendarSecret } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { revokeCalendar } from '#server/shared/people/revoke-calendar.ts'
import { findCalendar, findCalendarOwner, makeCalendar } from './calendar-feed.ts'
import { writeCalendar } from './write-calendar.ts'

type Services = { readonly db: Database; readonly keys: Keys; readonly limiter: RateLimiter; readonly publicUrl: string }

const url = '/app/calendar'
const config = { guard: signedIn }

/** A person's calendar of closings, at a secret address for their calendar program. */
export function calendarRoutes({ db, keys, limiter, publicUrl }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      url,
      {
        config,
        schema: {
          summary: 'Since when I have a calendar address; the address itself is not shown again',
          response: { 200: calendarReply },
        },
      },
      async (request) => ok({ link: null, since: await findCalendar(db, actorOf(request).id) }),
    )
    app.post(
      url,
      {
        config,
        schema: { summary: 'Make my calendar address; an earlier one ends', refuses: [422, 429], response: { 200: calendarReply } },
      },
      async (request) => {
        const actor = actorOf(request)
        await limiter.take(db, 'calendar_account', actor.id)
        // The secret is derived here, so that not even a stored idempotent answer contains it.
        const since = await idempotentTransaction(db, request, (tx) => makeCalendar(tx, keys, actor))
        return ok({ link: `${publicUrl}/api/public/calendar/${calendarSecret(keys, { userId: actor.id, since })}.ics`, since })
      },
    )
    app.delete(
      url,
      { config, schema: { summary: 'End my calendar address', refuses: [422], response: { 204: z.null() } } },
      async (request, reply) => {
        await idempotentTransaction(db, request, (tx) => revokeCalendar(tx, actorOf(request)))
        return reply.code(204).send(null)
      },
    )
    app.get(
      '/public/calendar/:secret.ics',
      {
        config: { guard: anyone },
        schema: {
          summary: 'A person’s calendar of closings, as iCalendar',
          refuses: [429],
          produces: ['text/calendar'],
          params: z.object({ secret: z.string() }),
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        await limiter.take(db, 'calendar_address', request.ip)
        const userId = await findCalendarOwner(db, request.params.secret)
        if (!userId) throw new Refusal('not_found')
        return reply.type('text/calendar; charset=utf-8').send(await writeCalendar(db, userId, publicUrl))
      },
    )
  }
}
