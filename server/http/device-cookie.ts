import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Token } from '#contract/accounts.ts'
import { deviceProof, readDeviceProof } from '#server/sessions/device-proof.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { readRefreshToken } from '#server/sessions/refresh-token.ts'
import { readCookie, strictCookie } from './cookies.ts'

const name = 'arcstead_device'
const seconds = 180 * 24 * 60 * 60

/** The earlier session of this browser, if its cookie proves one. */
export function deviceOf(keys: Keys, request: FastifyRequest): string | null {
  const proof = readCookie(request, name)
  return proof ? readDeviceProof(keys, proof) : null
}

/** Stores a proof of this session in the browser. Scripts can't read the cookie, and it is only sent to sign-in. */
export function rememberDevice(keys: Keys, reply: FastifyReply, token: Token, isHttps: boolean): void {
  const session = readRefreshToken(keys, token.refreshToken)
  if (!session) return
  reply.header('set-cookie', strictCookie(name, deviceProof(keys, session.sessionId), '/api/auth', seconds, isHttps))
}
