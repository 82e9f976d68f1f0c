import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Refusal } from '#contract/errors.ts'
import { unsubscribeQuery, unsubscribeReply, unsubscribeRequest } from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { originOf } from '#server/http/authenticate.ts'
import { anyone } from '#server/http/guards.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { readSubscription, switchMails } from './unsubscribe.ts'

type Services = { readonly db: Database; readonly keys: Keys; readonly limiter: RateLimiter }

const url = '/public/unsubscribe'
const config = { guard: anyone }

/** For the page that the link of a mail opens. Reading changes nothing: mail scanners open links too. */
export function unsubscribeRoutes({ db, keys, limiter }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      url,
      {
        config,
        schema: {
          summary: 'Which mails a link in a mail is about, and whether they are sent',
          refuses: [404, 429],
          querystring: unsubscribeQuery,
          response: { 200: unsubscribeReply },
        },
      },
      async (request) => {
        await limiter.take(db, 'unsubscribe_address', request.ip)
        return ok(await readSubscription(db, keys, request.query.token))
      },
    )
    app.post(
      url,
      {
        config,
        schema: {
          summary: 'Switch the mails of such a link off or on, without signing in',
          refuses: [404, 429],
          body: unsubscribeRequest,
          response: { 200: unsubscribeReply },
        },
      },
      async (request) => {
        await limiter.take(db, 'unsubscribe_address', request.ip)
        return ok(await switchMails(db, keys, { ...request.body, origin: originOf(request) }))
      },
    )
  }
}

/** A form of one field; larger bodies are not what RFC 8058 describes. */
const largestForm = 2_048
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** `List-Unsubscribe=One-Click`, as either kind of form. */
const isOneClick = (form: string): boolean => /List-Unsubscribe/.test(form) && /One-Click/.test(form)

/** One click in a mail program (RFC 8058) posts to the page's own address, which the mail's header names. */
export function oneClickRoute({ db, keys, limiter }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.addContentTypeParser(formTypes, { parseAs: 'string', bodyLimit: largestForm }, (_request, body, parsed) => parsed(null, body))
    app.post(
      paths.unsubscribe,
      { config, schema: { hide: true, querystring: unsubscribeQuery, response: { 200: unsubscribeReply } } },
      async (request) => {
        await limiter.take(db, 'unsubscribe_address', request.ip)
        if (typeof request.body !== 'string' || !isOneClick(request.body)) throw new Refusal('malformed')
        return ok(await switchMails(db, keys, { token: request.query.token, isOn: false, origin: originOf(request) }))
      },
    )
  }
}
