import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { areas, paths } from '#contract/paths.ts'
import { calendarDayOf, utc } from '#domain/dates.ts'
import type { Database } from '#server/db/connect.ts'
import { anyone } from '#server/http/guards.ts'
import { escaped } from './escape.ts'
import { countSitemapPages, readSitemapPage } from './sitemap.ts'

/** Crawlers accept up to 50,000 addresses in a file. */
const pageSize = 10_000
const hour = 3_600
const day = 24 * hour
/** RFC 9116 asks for a date within a year. */
const securityTextDays = 180

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const location = (url: string) => `<loc>${escaped(url)}</loc>`
const xml = (lines: readonly string[]) => `${['<?xml version="1.0" encoding="UTF-8"?>', ...lines].join('\n')}\n`

const pageParams = z.object({ file: z.string() })

type Services = { readonly db: Database; readonly publicUrl: string; readonly supportEmail: string }

/** Files that crawlers, browsers and password managers ask for by their usual names. */
export function siteFileRoutes({ db, publicUrl, supportEmail }: Services): FastifyPluginAsyncZod {
  const options = { config: { guard: anyone }, schema: { hide: true } }
  const securityText = '/.well-known/security.txt'
  return async (app) => {
    app.get('/robots.txt', options, async (_request, reply) => {
      const closed = ['/api/', '/dev/', areas.admin, areas.broker].map((path) => `Disallow: ${path}`)
      return reply
        .header('cache-control', `public, max-age=${day}`)
        .type('text/plain; charset=utf-8')
        .send(`${['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`)
    })

    app.get('/sitemap.xml', options, async (_request, reply) => {
      const pages = await countSitemapPages(db, pageSize)
      const entries = Array.from({ length: pages }, (_, index) => `<sitemap>${location(`${publicUrl}/sitemap/${index + 1}.xml`)}</sitemap>`)
      return reply
        .header('cache-control', `public, max-age=${hour}`)
        .type('application/xml; charset=utf-8')
        .send(xml([`<sitemapindex ${namespace}>`, ...entries, '</sitemapindex>']))
    })

    app.get('/sitemap/:file', { ...options, schema: { hide: true, params: pageParams } }, async (request, reply) => {
      const page = Number(/^([1-9]\d{0,4})\.xml$/.exec(request.params.file)?.[1] ?? 0)
      const circles = page === 0 ? [] : await readSitemapPage(db, page, pageSize)
      if (page === 0 || (circles.length === 0 && page > 1)) throw new Refusal('not_found')
      const site = page === 1 ? [paths.findCircles, paths.mapView, paths.help, paths.terms] : []
      const lines = [
        ...site.map((path) => `<url>${location(publicUrl + path)}</url>`),
        ...circles.map(
          ({ id, updatedAt }) =>
            `<url>${location(publicUrl + paths.circlePublic(id))}<lastmod>${calendarDayOf(updatedAt, utc)}</lastmod></url>`,
        ),
      ]
      return reply
        .header('cache-control', `public, max-age=${hour}`)
        .type('application/xml; charset=utf-8')
        .send(xml([`<urlset ${namespace}>`, ...lines, '</urlset>']))
    })

    app.get(securityText, options, async (_request, reply) => {
      const expires = new Date(Date.now() + securityTextDays * day * 1_000).toISOString()
      const lines = [
        `Contact: mailto:${supportEmail}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl}${securityText}`,
      ]
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
    })

    // Password managers open this address; https://w3c.github.io/webappsec-change-password-url/
    app.get('/.well-known/change-password', options, async (_request, reply) => reply.redirect(paths.changePassword, 302))

    // Anything else here is a question whether something exists, which the page would answer with 200.
    app.get('/.well-known/*', options, async () => {
      throw new Refusal('not_found')
    })
  }
}
