import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { circle } from '#contract/circles.ts'
import { introductionReply } from '#contract/introduction.ts'
import {
  bareCircleList,
  type CirclePage,
  circleMapReply,
  circlePageReply,
  filterOf,
  mapClustersReply,
  mapPointsReply,
  type SearchQuery,
  searchOf,
  searchQuery,
} from '#contract/search.ts'
import type { IntroducedCircle } from '#domain/introduction.ts'
import { mapStart } from '#domain/map.ts'
import type { CircleSearch } from '#domain/search.ts'
import { json, ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { type Encoded, encode, sendEncoded } from '#server/http/encoded.ts'
import { anyone, signedIn } from '#server/http/guards.ts'
import { serializeOnce, serializerOf } from '#server/http/serializer.ts'
import { isLoopback } from '#server/http/this-machine.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { changeAwareCache } from '#server/shared/circles/change-aware-cache.ts'
import type { CircleCache, KnownCircle } from '#server/shared/circles/circle-cache.ts'
import type { CircleChanges } from '#server/shared/circles/circle-changes.ts'
import { toCircle } from '#server/shared/circles/circles.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { readBareList, readOwnHidden } from './bare-list.ts'
import { sqlConditionsOf } from './circle-filter.ts'
import { type Freshness, freshCache } from './fresh-cache.ts'
import { partOfMapLimit, readMapOfCircles, wholeMapLimit } from './map-of-circles.ts'
import { findPage } from './memory/find-page.ts'
import type { FollowedCircles } from './memory/follow-circles.ts'

const write = {
  list: serializerOf(bareCircleList),
  page: serializerOf(circlePageReply),
  circle: serializerOf(circle),
  points: serializerOf(mapPointsReply),
  clusters: serializerOf(mapClustersReply),
}

/** An empty parameter is absent, a repeated one is a list: forms and hand-written links send both. */
function tidyQuery(request: FastifyRequest): void {
  const said = Object.entries(request.query as Record<string, string | string[]>)
  request.query = Object.fromEntries(said.map(([name, value]) => [name, String(value)]).filter(([, value]) => value !== ''))
}

const dataStart = '"data":['

/** Concatenates two serialized lists without parsing them. */
function withFirst(first: string, rest: string): string {
  const at = rest.indexOf(dataStart) + dataStart.length
  const data = first.slice(first.indexOf(dataStart) + dataStart.length, first.lastIndexOf(']'))
  return `${rest.slice(0, at)}${data}${rest.startsWith(']', at) ? '' : ','}${rest.slice(at)}`
}

const circleText = serializeOnce(({ row }: KnownCircle) => write.circle(toCircle(row, 'outside')))

const noItems = '"items":[]'

/** As `write.page` would write it, from circles that are serialized already. */
const pageText = (page: Omit<CirclePage, 'items'>, circles: readonly KnownCircle[]): string =>
  write.page(ok({ items: [], ...page })).replace(noItems, () => `"items":[${circles.map(circleText).join(',')}]`)

/** About 20 kB each. */
const mostPages = 200

type Services = Freshness & {
  readonly changes: CircleChanges
  readonly circles: CircleCache
  readonly searched: FollowedCircles
  readonly findIntroduced: () => Promise<IntroducedCircle | null>
  readonly limiter: RateLimiter
}

export function searchRoutes({ db, answeredWrites, changes, circles, searched, findIntroduced, limiter }: Services): FastifyPluginAsyncZod {
  const bareList = freshCache({ db, answeredWrites }, async () => {
    const { circles, isTruncated } = await readBareList(db)
    const text = write.list({ ...ok(circles), ...(isTruncated ? { truncated: true } : {}) })
    return { text, encoded: encode(json, text) }
  })

  const limitVisitor = async ({ ip }: FastifyRequest): Promise<void> => {
    // Without a trusted proxy this machine's address may be the proxy's, shared by everyone.
    if (!isLoopback(ip)) await limiter.take(db, 'circle_search_address', ip)
  }

  /** Any change of a circle may change any page. */
  const pages = changeAwareCache<Encoded>(changes, { most: mostPages, isAffected: () => true })

  async function buildPage(search: CircleSearch): Promise<Encoded> {
    const { ids, ...page } = findPage(await searched.current(), search)
    const known = await circles.findCaughtUp(ids)
    return encode(
      json,
      pageText(
        page,
        known.filter(({ row }) => !row.hide_circle),
      ),
    )
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, query: SearchQuery): Promise<FastifyReply> {
    const search = searchOf(query)
    return sendEncoded(request, reply, await pages.read(JSON.stringify(search), () => buildPage(search)))
  }

  /** Sends the public list's bytes, preceded by the hidden circles that this person may see. */
  async function sendListTo(actor: Actor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [own, shared] = [await readOwnHidden(db, actor), await bareList.current()]
    return sendEncoded(request, reply, own.length === 0 ? shared.encoded : encode(json, withFirst(write.list(ok(own)), shared.text)))
  }

  /** Null if there are more circles than one answer can contain. */
  const wholeMap = freshCache({ db, answeredWrites }, async () => {
    const map = await readMapOfCircles(db, {}, mapStart.zoom, wholeMapLimit)
    return map.form === 'points' ? encode(json, write.points(ok(map))) : null
  })

  async function sendMap(request: FastifyRequest, reply: FastifyReply, query: SearchQuery): Promise<FastifyReply> {
    const filter = filterOf(query)
    if (query.view === 'map' && sqlConditionsOf(filter).length === 0) {
      const kept = await wholeMap.current()
      if (kept) return sendEncoded(request, reply, kept)
    }
    const map = await readMapOfCircles(db, filter, query.zoom ?? mapStart.zoom, query.view === 'map' ? wholeMapLimit : partOfMapLimit)
    const text = map.form === 'points' ? write.points(ok(map)) : write.clusters(ok(map))
    return sendEncoded(request, reply, encode(json, text))
  }

  return async (app) => {
    app.get(
      '/public/circle',
      {
        config: { guard: anyone },
        preValidation: async (request) => tidyQuery(request),
        schema: {
          summary: 'Every visible circle; with parameters, a search for them',
          refuses: [429],
          querystring: searchQuery,
          response: { 200: z.union([bareCircleList, circlePageReply, circleMapReply]) },
        },
      },
      async (request, reply) => {
        const { query } = request
        if (Object.keys(query).length === 0) return sendEncoded(request, reply, (await bareList.current()).encoded)
        await limitVisitor(request)
        if (query.view) return sendMap(request, reply, query)
        return sendPage(request, reply, query)
      },
    )
    app.get(
      '/public/introduction',
      {
        config: { guard: anyone },
        schema: { summary: 'The circle that visitors are shown as an example', response: { 200: introductionReply } },
      },
      async () => ok({ circle: await findIntroduced() }),
    )
    app.get(
      '/app/circle',
      {
        config: { guard: signedIn },
        preValidation: async (request) => tidyQuery(request),
        schema: {
          summary: 'Every visible circle, and hidden ones that I am inside of; with parameters, a search for visible ones',
          refuses: [429],
          querystring: searchQuery,
          response: { 200: z.union([bareCircleList, circlePageReply, circleMapReply]) },
        },
      },
      async (request, reply) => {
        const { query } = request
        await limiter.take(db, 'circle_list_account', actorOf(request).id)
        if (Object.keys(query).length === 0) return sendListTo(actorOf(request), request, reply)
        if (query.view) return sendMap(request, reply, query)
        return sendPage(request, reply, query)
      },
    )
  }
}
