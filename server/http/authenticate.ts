import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
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

/**
 * What has to be committed before a person's request is judged; it is looked for in the query of the session, and nearly never found.
 * `commit` says whether it did anything.
 */
export type BeforeRequests = {
  readonly lookFor: (request: FastifyRequest, userId: string) => Alongside
  readonly commit: (found: unknown) => Promise<boolean>
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

type Parts = { readonly db: Database; readonly keys: Keys; readonly before: BeforeRequests | undefined }
type Read = { readonly route: unknown; readonly due: unknown }

async function authenticate({ db, keys, before }: Parts, request: FastifyRequest): Promise<Actor> {
  const { access, refresh } = requireTokens(request)
  const claims = await readAccessToken(keys, access)
  if (claims === 'expired') {
    if (!refresh) throw new Refusal('missing_refresh_token')
    throw new ShouldRefresh()
  }
  if (claims === 'invalid') throw new Refusal('session_ended')
  const read = async () => {
    const route = request.routeOptions.config.alongside?.(request, claims.userId) ?? sql`null`
    const due = before?.lookFor(request, claims.userId) ?? sql`null`
    const found = await findActor(db, claims, originOf(request), sql`json_build_object('route', ${route}, 'due', ${due})`)
    if (!found) throw new Refusal('session_ended')
    const { route: alongside, due: isDue } = found.alongside as Read
    return { actor: found.actor, alongside, isDue }
  }
  const first = await read()
  const isChanged = before !== undefined && (await commitBefore(before, first.isDue, request))
  const { actor, alongside } = isChanged ? await read() : first
  request.alongside = alongside
  return actor
}

/** If it fails, the request is answered as things stand; the job tries again. */
const commitBefore = (before: BeforeRequests, found: unknown, request: FastifyRequest): Promise<boolean> =>
  before.commit(found).catch((error: unknown) => {
    request.log.error(error)
    return true
  })

async function authenticateIfPossible(parts: Parts, request: FastifyRequest): Promise<Actor | null> {
  if (!accessHeader(request)) return null
  return authenticate(parts, request).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
}

/** Runs every route's guard before the body is read: session first, then role. */
export function guardEveryRoute(app: FastifyInstance, db: Database, keys: Keys, before?: BeforeRequests): void {
  const parts = { db, keys, before }
  app.decorateRequest('actor', null)
  app.decorateRequest('alongside', null)
  app.addHook('onRoute', (route) => {
    if (!route.config?.guard) throw new Error(`${String(route.method)} ${route.url} has no guard. Declare one in its config.`)
  })
  app.addHook('onRequest', async (request) => {
    const guard = request.routeOptions.config.guard
    if (!guard || guard.session === 'never') return
    request.actor = guard.session === 'required' ? await authenticate(parts, request) : await authenticateIfPossible(parts, request)
    const reason = request.actor && guard.refuse(request.actor, request.method === 'GET' || request.method === 'HEAD')
    if (reason) throw new Refusal(reason)
  })
}
