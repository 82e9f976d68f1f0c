import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { challengeMinutes } from '#domain/passkeys.ts'
import { readCookie, strictCookie } from './cookies.ts'

const name = 'arcstead_challenge'

/** What ties a passkey's challenge to the browser that asked for it, before there is a session. '' without the cookie. */
export const challengeCookieOf = (request: FastifyRequest): string => readCookie(request, name)

/** Several tabs share one value, so that each of them can sign in. */
export function setChallengeCookie(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): string {
  const known = challengeCookieOf(request)
  const value = /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  reply.header('set-cookie', strictCookie(name, value, '/api/auth/passkey', challengeMinutes * 60, isHttps))
  return value
}
