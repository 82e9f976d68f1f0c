import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { anyone } from './guards.ts'

const day = 86_400

/** Serves the built page: hashed assets for a year, the page itself on every path that is not the API's. */
export async function servePage(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  const hasPage = existsSync(path.join(folder, 'index.html'))

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { guard: anyone },
    schema: { hide: true },
    handler: async (request, reply) => {
      const file = decodeURIComponent(request.url.split('?')[0] ?? '/').slice(1)
      if (file.startsWith('api/')) throw new Refusal('not_found')
      if (!hasPage) throw new Refusal('starting', { error: 'The page is not built yet: npm run build' })
      if (file.startsWith('assets/')) return reply.header('cache-control', `public, max-age=${365 * day}, immutable`).sendFile(file)
      if (/\.[a-z0-9]+$/i.test(file)) return reply.header('cache-control', `public, max-age=${day}`).sendFile(file)
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    },
  })
  app.setNotFoundHandler(async () => {
    throw new Refusal('not_found')
  })
}
