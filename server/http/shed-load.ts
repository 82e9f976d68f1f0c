import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'

/** More at once would only wait for each other, since the database takes a few at a time. */
const most = 250

/**
 * Refuses at once what could not be answered soon, so that an overloaded process stays quick for those it serves and is itself
 * again when the storm is over. A request counts while we work on it: not while its body comes in, nor while its answer leaves.
 */
export function shedLoad(app: FastifyInstance, mostAtOnce = most): void {
  const underWay = new Set<FastifyRequest>()
  const enter = (request: FastifyRequest): Refusal | undefined => {
    if (!request.url.startsWith('/api/') || request.routeOptions.config.takesFiles) return undefined
    if (underWay.size >= mostAtOnce) return new Refusal('busy', { retryAfter: 2 })
    underWay.add(request)
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
