import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'

/**
 * More than `most` requests would only wait for each other, since the database runs a few at a time. On a slow machine the limit is lower:
 * `few` requests, once one of them has run longer than `patience` ms.
 */
const limits = { most: 250, few: 50, patience: 1_000 }

/** API calls and generated preview pictures; static files cost next to nothing. */
const isExpensive = (url: string): boolean => url.startsWith('/api/') || url.startsWith('/og/')

/**
 * Rejects early under overload so that accepted requests stay fast. A request counts while it is processed, not while its body arrives or
 * its answer is sent.
 */
export function shedLoad(app: FastifyInstance, { most, few, patience } = limits): void {
  const running = new Map<FastifyRequest, number>()
  const isOverloaded = (): boolean => {
    if (running.size < few) return false
    // A Map keeps insertion order, so the first entry is the oldest.
    const [oldest = Number.POSITIVE_INFINITY] = running.values()
    return running.size >= most || performance.now() - oldest > patience
  }
  const enter = (request: FastifyRequest): Refusal | undefined => {
    if (!isExpensive(request.url) || request.routeOptions.config.takesFiles) return undefined
    if (isOverloaded()) return new Refusal('busy', { retryAfter: 2 })
    running.set(request, performance.now())
    return undefined
  }
  app.addHook('onRequest', (request, _reply, done) => done(enter(request)))
  app.addHook('preParsing', (request, _reply, payload, done) => {
    running.delete(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => done(enter(request)))
  app.addHook('onSend', (request, _reply, payload, done) => {
    running.delete(request)
    done(null, payload)
  })
}
