import type { RouteOptions } from 'fastify'
import { admitAll, type Guard } from './guards.ts'

/** What each status of a refusal means, in the API's document. */
export const refusalMeanings = {
  302: 'The access token has expired: refresh, then repeat the request. There is no Location.',
  400: 'The request was refused; `fields` says which fields, if it was because of them.',
  401: 'There is no valid session, or the credentials are wrong.',
  403: 'The person may not do this.',
  404: 'There is no such thing, or the person may not know of it.',
  409: 'The state of things does not allow it.',
  413: 'The body, or the uploaded file, is too large.',
  415: 'The body is of a kind that is not accepted.',
  422: 'The Idempotency-Key was used with another request.',
  429: 'Too many tries; `Retry-After` says how many seconds to wait.',
  503: 'Starting, stopping, overloaded, or without database or file store; `Retry-After` says how many seconds to wait.',
} as const

type RefusalStatus = keyof typeof refusalMeanings

declare module 'fastify' {
  interface FastifySchema {
    /** Statuses with which the route refuses, beyond those that follow from its guard, method and input. 422: takes an Idempotency-Key. */
    refuses?: readonly RefusalStatus[]
  }
}

const ofSession = (guard: Guard | undefined): readonly RefusalStatus[] =>
  guard?.session === 'required' ? [302, 401] : guard?.session === 'optional' ? [302] : []

/** Every status with which a route may refuse. 400 is always one: its URL may be unreadable. */
export function refusalStatuses({ method, url, config, schema }: RouteOptions): RefusalStatus[] {
  const statuses = new Set<RefusalStatus>([400, 503, ...ofSession(config?.guard), ...(schema?.refuses ?? [])])
  if (config?.guard && config.guard.refuse !== admitAll) statuses.add(403)
  if (url.includes('/:')) statuses.add(404)
  if (method !== 'GET') for (const status of [413, 415] as const) statuses.add(status)
  return [...statuses].sort((one, other) => one - other)
}
