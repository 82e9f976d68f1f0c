import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'

/**
 * More than `most` at once would only wait for each other, since the database takes a few at a time. On a slow or busy machine
 * that is so with fewer: as soon as more than `few` are under way and one of them has been for longer than `patience`.
 */
const limits = { most: 250, few: 50, patience: 1_000 }

/** Calls of the API, and the pictures of shared links, which are drawn; the files of the page cost next to nothing. */
const costs = (url: string): boolean => url.startsWith('/api/') || url.startsWith('/og/')

/**
 * Refuses at once what could not be answered soon, so that an overloaded process stays quick for those it serves and is itself
 * again when the storm is over. A request counts while we work on it: not while its body comes in, nor while its answer leaves.
 */
export function shedLoad(app: FastifyInstance, { most, few, patience } = limits): void {
  const underWay = new Map<FastifyRequest, number>()
  const isTooMuch = (): boolean => {
    if (underWay.size < few) return false
    // Kept in the order in which they came.
    const [oldest = Number.POSITIVE_INFINITY] = underWay.values()
    return underWay.size >= most || performance.now() - oldest > patience
  }
  const enter = (request: FastifyRequest): Refusal | undefined => {
    if (!costs(request.url) || request.routeOptions.config.takesFiles) return undefined
    if (isTooMuch()) return new Refusal('busy', { retryAfter: 2 })
    underWay.set(request, performance.now())
    return undefined
  }
  app.addHook('onRequest', (request, _reply, done) => done(enter(request)))
  app.addHook('preParsing', (request, _reply, payload, done) => {
    underWay.delete(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => done(enter(request)))
  app.addHook('onSend', (request, _reply, payload, done) => {
    underWay.delete(request)
    done(null, payload)
  })
}
