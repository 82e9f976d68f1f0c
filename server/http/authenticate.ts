import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { readAccessToken } from '#server/sessions/access-token.ts'
import { type Actor, type Alongside, findActor, type Origin } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { Guard } from './guards.ts'
import { fromElsewhere } from './this-machine.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** What the route's `alongside` has read. */
    alongside: unknown
  }
  interface FastifyContextConfig {
    guard?: Guard
    /** Read in the same query as the session, which saves a round trip. Only for guards that require a session. */
    alongside?: (request: FastifyRequest, userId: string) => Alongside
  }
}

/** Answered as 302 without a Location: the page refreshes its tokens and retries. */
export class ShouldRefresh extends Error {}

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  isThisMachine: fromElsewhere(request) === null,
})

/** The signed-in user of a route whose guard requires one. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error(`${request.method} ${request.url} asks for its actor, but its guard requires none`)
  return request.actor
}

export const refreshHeader = (request: FastifyRequest): string | undefined => {
  const header = request.headers['x-refresh-token']
  return typeof header === 'string' && header !== '' ? header : undefined
}

const accessHeader = (request: FastifyRequest): string | undefined => {
  const [type, token] = (request.headers.authorization ?? '').split(' ')
  return type?.toLowerCase() === 'bearer' && token ? token : undefined
}

/** Both headers must be present before a token is verified. */
export function requireTokens(request: FastifyRequest): { access: string; refresh: string | undefined } {
  const access = accessHeader(request)
  const refresh = refreshHeader(request)
  if (!access) throw new Refusal(refresh ? 'missing_access_token' : 'missing_tokens')
  return { access, refresh }
}

async function authenticate(db: Database, keys: Keys, request: FastifyRequest): Promise<Actor> {
  const { access, refresh } = requireTokens(request)
  const claims = await readAccessToken(keys, access)
  if (claims === 'expired') {
    if (!refresh) throw new Refusal('missing_refresh_token')
    throw new ShouldRefresh()
  }
  if (claims === 'invalid') throw new Refusal('session_ended')
  const alongside = request.routeOptions.config.alongside?.(request, claims.userId)
  const found = await findActor(db, claims, originOf(request), alongside)
  if (!found) throw new Refusal('session_ended')
  request.alongside = found.alongside
  return found.actor
}

async function authenticateIfPossible(db: Database, keys: Keys, request: FastifyRequest): Promise<Actor | null> {
  if (!accessHeader(request)) return null
  return authenticate(db, keys, request).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
}

/** Runs every route's guard before the body is read: session first, then role. */
export function guardEveryRoute(app: FastifyInstance, db: Database, keys: Keys): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('alongside', null)
  app.addHook('onRoute', (route) => {
    if (!route.config?.guard) throw new Error(`${String(route.method)} ${route.url} has no guard. Declare one in its config.`)
  })
  app.addHook('onRequest', async (request) => {
    const guard = request.routeOptions.config.guard
    if (!guard || guard.session === 'never') return
    request.actor = guard.session === 'required' ? await authenticate(db, keys, request) : await authenticateIfPossible(db, keys, request)
    const reason = request.actor && guard.refuse(request.actor)
    if (reason) throw new Refusal(reason)
  })
}
