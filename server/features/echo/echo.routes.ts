import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { echoReply } from '#contract/echo.ts'
import { Refusal } from '#contract/errors.ts'
import { ok } from '#server/http/answers.ts'
import { anyone, signedIn } from '#server/http/guards.ts'

/** A body may be nested too deeply to be serialized. */
function writable(sent: unknown): unknown {
  try {
    JSON.stringify(sent)
    return sent
  } catch {
    throw new Refusal('malformed')
  }
}

export function echoRoutes(version: string): FastifyPluginAsyncZod {
  return async (app) => {
    const echo = (sent: unknown) => ok({ sent: writable(sent), time: new Date().toISOString(), version })
    const schema = { summary: 'What was sent, the time, the version', response: { 200: echoReply } }
    for (const [url, guard] of [
      ['/public/echo', anyone],
      ['/app/echo', signedIn],
    ] as const) {
      app.get(url, { config: { guard }, schema }, async (request) => echo(request.query))
      app.post(url, { config: { guard }, bodyLimit: 64 * 1024, schema: { ...schema, body: z.unknown() } }, async (request) =>
        echo(request.body ?? null),
      )
    }
  }
}
