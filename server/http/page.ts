import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { encode, sendEncoded } from './encoded.ts'
import { anyone } from './guards.ts'
import { readManifest, routePreloads } from './route-preloads.ts'

const day = 86_400

/** The title, meta tags and first content of the page at this path; null for the page as built. */
type PageOpening = (path: string, query: URLSearchParams) => Promise<{ readonly head: string; readonly body: string } | null>

/** Replaces the built title, tags and first content with the page's own. */
function opened(page: string, { head, body }: NonNullable<Awaited<ReturnType<PageOpening>>>): string {
  const bare = page.replace(/\s*<meta name="description"[^>]*>/, '')
  const titled = bare.replace(/<title>[^<]*<\/title>/, () => head)
  return body === '' ? titled : titled.replace(/<!--opening-->.*<!--\/opening-->/s, () => body)
}

/** Serves the built page: hashed assets for a year, index.html on every path outside the API. */
export async function servePage(app: FastifyInstance, folder: string, openingOf: PageOpening): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  const index = path.join(folder, 'index.html')
  const hasPage = existsSync(index)
  const page = hasPage ? readFileSync(index, 'utf8') : ''
  const manifest = readManifest(folder)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { guard: anyone },
    schema: { hide: true },
    handler: async (request, reply) => {
      const [address = '/', query] = request.url.split('?')
      const file = decodeURIComponent(address).slice(1)
      if (file.startsWith('api/')) throw new Refusal('not_found')
      if (!hasPage) throw new Refusal('starting', { error: 'The page is not built yet: npm run build' })
      if (file.startsWith('assets/')) return reply.header('cache-control', `public, max-age=${365 * day}, immutable`).sendFile(file)
      // A worker of the version before must not stay for a day.
      if (file === 'worker.js') return reply.header('cache-control', 'no-cache').sendFile(file)
      if (/\.[a-z0-9]+$/i.test(file)) return reply.header('cache-control', `public, max-age=${day}`).sendFile(file)
      const opening = await openingOf(`/${file}`, new URLSearchParams(query)).catch((err: unknown) => {
        // The page works without it and shows the error itself.
        request.log.warn({ err }, 'page served without its own head and body')
        return null
      })
      const files = routePreloads(manifest, `/${file}`)
      if (opening || files) {
        const whole = (opening ? opened(page, opening) : page).replace('</head>', () => `  ${files}\n  </head>`)
        return sendEncoded(request, reply, encode('text/html; charset=utf-8', whole))
      }
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    },
  })
  app.setNotFoundHandler(async () => {
    throw new Refusal('not_found')
  })
}
