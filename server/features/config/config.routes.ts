import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type PublicConfig, publicConfigReply } from '#contract/config.ts'
import { ok } from '#server/http/answers.ts'
import { anyone } from '#server/http/guards.ts'
import { fromElsewhere } from '#server/http/this-machine.ts'

export function configRoutes(config: PublicConfig): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/public/config',
      { config: { guard: anyone }, schema: { summary: 'How this server is set up', response: { 200: publicConfigReply } } },
      async (request, reply) => {
        // Constant until the server restarts, so browsers may cache it.
        reply.header('cache-control', 'public, max-age=300')
        return ok({ ...config, isDemo: config.isDemo && !fromElsewhere(request) })
      },
    )
  }
}
