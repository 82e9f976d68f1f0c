import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Circle } from '#contract/circles.ts'
import { introductionReply } from '#contract/introduction.ts'
import {
  bareCircleList,
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
import type { Database } from '#server/db/connect.ts'
import { json, ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { type Encoded, encode, sendEncoded } from '#server/http/encoded.ts'
import { anyone, signedIn } from '#server/http/guards.ts'
import { serializerOf } from '#server/http/serializer.ts'
import { isLoopback } from '#server/http/this-machine.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { changeAwareCache } from '#server/shared/circles/change-aware-cache.ts'
import type { CircleCache } from '#server/shared/circles/circle-cache.ts'
import type { CircleChanges } from '#server/shared/circles/circle-changes.ts'
import { toCircle } from '#server/shared/circles/circles.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { readBareList, readOwnHidden } from './bare-list.ts'
import { conditionsOf } from './circle-filter.ts'
import { findCircles } from './find-circles.ts'
import { partOfMapLimit, readMapOfCircles, wholeMapLimit } from './map-of-circles.ts'

const write = {
  list: serializerOf(bareCircleList),
  page: serializerOf(circlePageReply),
  points: serializerOf(mapPointsReply),
  clusters: serializerOf(mapClustersReply),
}

/** An empty parameter is absent, a repeated one is a list: forms and hand-written links send both. */
function tidyQuery(request: FastifyRequest): void {
  const said = Object.entries(request.query as Record<string, string | string[]>)
  request.query = Object.fromEntries(said.map(([name, value]) => [name, String(value)]).filter(([, value]) => value !== ''))
}

/** Pages of about 20 kB, the list of all circles and the map of all. */
const mostPages = 200

type Services = {
  readonly db: Database
  readonly changes: CircleChanges
  readonly circles: CircleCache
  readonly findIntroduced: () => Promise<IntroducedCircle | null>
  readonly limiter: RateLimiter
}

export function searchRoutes({ db, changes, circles, findIntroduced, limiter }: Services): FastifyPluginAsyncZod {
  const limitVisitor = async ({ ip }: FastifyRequest): Promise<void> => {
    // Without a trusted proxy this machine's address may be the proxy's, shared by everyone.
    if (!isLoopback(ip)) await limiter.take(db, 'circle_search_address', ip)
  }

  /** Any change of a circle may change any answer. */
  const answers = changeAwareCache<Encoded>(changes, { most: mostPages, isAffected: () => true })

  async function buildPage(search: CircleSearch): Promise<Encoded> {
    const { ids, ...page } = await findCircles(db, search)
    const known = await circles.findCaughtUp(ids)
    const items = known.filter(({ row }) => !row.hide_circle).map(({ row }) => toCircle(row, 'outside'))
    return encode(json, write.page(ok({ items, ...page })))
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, query: SearchQuery): Promise<FastifyReply> {
    const search = searchOf(query)
    return sendEncoded(request, reply, await answers.read(`page ${JSON.stringify(search)}`, () => buildPage(search)))
  }

  /** The list of all, preceded by these. */
  async function buildList(first: readonly Circle[]): Promise<Encoded> {
    const list = await readBareList(db)
    return encode(json, write.list({ ...ok([...first, ...list.circles]), ...(list.isTruncated ? { truncated: true } : {}) }))
  }

  const sendList = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendEncoded(request, reply, await answers.read('list', () => buildList([])))

  /** With the hidden circles that this person may see, if there are any. */
  async function sendListTo(actor: Actor, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = await readOwnHidden(db, actor)
    return own.length === 0 ? sendList(request, reply) : sendEncoded(request, reply, await buildList(own))
  }

  async function buildMap(query: SearchQuery): Promise<Encoded> {
    const limit = query.view === 'map' ? wholeMapLimit : partOfMapLimit
    const map = await readMapOfCircles(db, filterOf(query), query.zoom ?? mapStart.zoom, limit)
    return encode(json, map.form === 'points' ? write.points(ok(map)) : write.clusters(ok(map)))
  }

  async function sendMap(request: FastifyRequest, reply: FastifyReply, query: SearchQuery): Promise<FastifyReply> {
    // Only the map that everyone sees first: of others there are too many to keep.
    const isFirst = query.view === 'map' && conditionsOf(filterOf(query)).length === 0
    const map = isFirst ? await answers.read(`map ${query.zoom ?? mapStart.zoom}`, () => buildMap(query)) : await buildMap(query)
    return sendEncoded(request, reply, map)
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
        if (Object.keys(query).length === 0) return sendList(request, reply)
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
