import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newId } from '#server/db/ids.ts'
import { chooseEncoding, type Encoded, matchesEtag } from './encoded.ts'
import type { Phase } from './health.ts'

/** The route's current answer if it is cached; null if it needs a database query. */
type ReadCached = () => Encoded | null

type CachedRoute = { readonly readCached: ReadCached; headers: string[] | null }

export type ReadyAnswers = {
  /** From now on, a GET of exactly this URL is answered from the route's cache. */
  register(url: string, readCached: ReadCached): void
  /** How many requests were answered this way. */
  count(): number
}

/** Headers that differ per answer; the others are copied from the route's own answer. */
const perAnswerHeaders = new Set(['x-request-id', 'content-encoding', 'content-length', 'etag', 'connection', 'keep-alive', 'date'])

const reusableHeaders = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (perAnswerHeaders.has(name) || value === undefined ? [] : [name, String(value)]))

function send(request: IncomingMessage, response: ServerResponse, encoded: Encoded, headers: readonly string[], id: string): boolean {
  if (matchesEtag(request, encoded.etag)) {
    response.writeHead(304, [...headers, 'x-request-id', id, 'etag', encoded.etag]).end()
    return true
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = encoded.ready(encoding)
  if (!body) return false
  const own = ['x-request-id', id, 'etag', encoded.etag, 'content-length', String(body.length)]
  if (encoding !== 'identity') own.push('content-encoding', encoding)
  response.writeHead(200, [...headers, ...own]).end(body)
  return true
}

/**
 * Sends cached answers before Fastify handles the request: hooks, schemas and logging are half of the cost of a small answer. Only the
 * route creates the answer and its headers.
 */
export function sendReadyAnswers(app: FastifyInstance, phase: Phase): ReadyAnswers {
  const routes = new Map<string, CachedRoute>()
  let count = 0

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const route = request.method === 'GET' ? routes.get(request.url ?? '') : undefined
    if (!route?.headers || phase.current !== 'ready') return false
    const encoded = route.readCached()
    const id = newId()
    if (!encoded || !send(request, response, encoded, route.headers, id)) return false
    count += 1
    app.log.info({ reqId: id, req: { method: 'GET', url: request.url }, res: { statusCode: response.statusCode } }, 'request completed')
    return true
  }

  const originalListeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const listener of originalListeners) listener.call(app.server, request, response)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routes.get(request.url)
    if (route && !route.headers && reply.statusCode === 200) route.headers = reusableHeaders(reply.getHeaders() as OutgoingHttpHeaders)
    done()
  })
  return { register: (url, readCached) => void routes.set(url, { readCached, headers: null }), count: () => count }
}
