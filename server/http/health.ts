import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { anyone } from './guards.ts'
import { isDirectAndPrivate } from './this-machine.ts'

/** Requests are only answered while the phase is `ready`. */
export type Phase = { current: 'starting' | 'ready' | 'stopping' }

/** Registered before the guards, so that a process that is not ready makes no database query for sessions. */
export function refuseUntilReady(app: FastifyInstance, phase: Phase): void {
  app.addHook('onRequest', async (request) => {
    if (phase.current !== 'ready' && request.url.startsWith('/api/')) throw new Refusal('starting', { retryAfter: 2 })
  })
}

export function addHealth(app: FastifyInstance, db: Database, phase: Phase): void {
  app.get('/healthz', { config: { guard: anyone }, schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { config: { guard: anyone }, schema: { hide: true } }, async () => {
    if (phase.current !== 'ready') throw new Refusal('starting', { retryAfter: 2 })
    await sql`select 1`.execute(db)
    return { status: 'ready' }
  })
}

/** For Prometheus on the private network. To everyone else the address does not exist: route names and load are not public. */
export function addMetrics(app: FastifyInstance, publicUrl: string): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'arcstead_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { config: { guard: anyone }, schema: { hide: true } }, async (request, reply) => {
    if (!isDirectAndPrivate(request, publicUrl)) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
