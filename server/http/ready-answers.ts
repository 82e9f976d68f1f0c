import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newId } from '#server/db/ids.ts'
import { chooseEncoding, type Encoded, knowsTag } from './encoded.ts'
import type { Phase } from './health.ts'

/** What a route would answer this very moment; null when it would have to ask the database first. */
type Peek = () => Encoded | null

type Offer = { readonly peek: Peek; headers: string[] | null }

export type ReadyAnswers = {
  /** From now on, a GET of exactly this path is answered from what the route has ready. */
  offer(url: string, peek: Peek): void
  /** How many were answered so. */
  count(): number
}

/** What differs from one sending to the next; the rest is sent again as the route's own answer had it. */
const ofEachAnswer = new Set(['x-request-id', 'content-encoding', 'content-length', 'etag', 'connection', 'keep-alive', 'date'])

const lasting = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (ofEachAnswer.has(name) || value === undefined ? [] : [name, String(value)]))

function send(request: IncomingMessage, response: ServerResponse, encoded: Encoded, headers: readonly string[], id: string): boolean {
  if (knowsTag(request, encoded.etag)) {
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
 * Sends what is ready before the framework is asked: half of what a small answer costs are its hooks, its
 * schemas and its log. The route stays the one place that makes the answer and says with which headers.
 */
export function sendReadyAnswers(app: FastifyInstance, phase: Phase): ReadyAnswers {
  const offers = new Map<string, Offer>()
  let count = 0

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const offer = request.method === 'GET' ? offers.get(request.url ?? '') : undefined
    if (!offer?.headers || phase.current !== 'ready') return false
    const encoded = offer.peek()
    const id = newId()
    if (!encoded || !send(request, response, encoded, offer.headers, id)) return false
    count += 1
    app.log.info({ reqId: id, req: { method: 'GET', url: request.url }, res: { statusCode: response.statusCode } }, 'request completed')
    return true
  }

  const ordinary = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const listener of ordinary) listener.call(app.server, request, response)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const offer = offers.get(request.url)
    if (offer && !offer.headers && reply.statusCode === 200) offer.headers = lasting(reply.getHeaders() as OutgoingHttpHeaders)
    done()
  })
  return { offer: (url, peek) => void offers.set(url, { peek, headers: null }), count: () => count }
}
