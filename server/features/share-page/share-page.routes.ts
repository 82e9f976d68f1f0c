import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { matchesEtag } from '#server/http/encoded.ts'
import { anyone } from '#server/http/guards.ts'
import type { Card } from './card.ts'
import { findShare, homeShare } from './share-card.ts'

const params = z.object({ file: z.string() })

/** Some hundred kilobytes each. */
const keptPictures = 50

/** Imported with the first picture: the renderer takes 7 MB, and not every process draws one. */
async function renderCard(card: Card): Promise<Buffer> {
  const renderer = await import('./render-card.ts')
  return renderer.renderCard(card)
}

/** Draws one picture after the other, so that a crawler's hundred do not keep people waiting, and keeps the latest. */
function pictureKeeper() {
  const kept = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  return (tag: string, card: Card): Promise<Buffer> => {
    const known = kept.get(tag)
    if (known) return known
    const picture = last.then(() => renderCard(card))
    last = picture.catch(() => kept.delete(tag))
    kept.set(tag, picture)
    for (const oldest of kept.keys()) if (kept.size > keptPictures) kept.delete(oldest)
    return picture
  }
}

/** The pictures that shared links show. */
export function sharePageRoutes(db: Database): FastifyPluginAsyncZod {
  const pictureOf = pictureKeeper()

  async function sendCard(request: FastifyRequest, reply: FastifyReply, card: Card): Promise<FastifyReply> {
    const tag = `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 27)}"`
    reply.header('etag', tag).header('cache-control', 'public, max-age=300')
    if (matchesEtag(request, tag)) return reply.code(304).send()
    // Pages that show what a link leads to are on other hosts.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.type('image/png').send(await pictureOf(tag, card))
  }

  return async (app) => {
    app.get('/og/arcstead.png', { config: { guard: anyone }, schema: { hide: true } }, async (request, reply) =>
      sendCard(request, reply, homeShare.card),
    )
    app.get('/og/circle/:file', { config: { guard: anyone }, schema: { hide: true, params } }, async (request, reply) => {
      const [, circleId = ''] = /^(.+)\.png$/.exec(request.params.file) ?? []
      const share = await findShare(db, circleId)
      if (!share) throw new Refusal('circle_not_found')
      return sendCard(request, reply, share.card)
    })
  }
}
