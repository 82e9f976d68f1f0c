import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Token } from '#contract/accounts.ts'
import { deviceProof, readDeviceProof } from '#server/sessions/device-proof.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { readRefreshToken } from '#server/sessions/refresh-token.ts'

const name = 'arcstead_device'
const seconds = 180 * 24 * 60 * 60

/** The earlier session of this browser, if its cookie proves one. */
export function deviceOf(keys: Keys, request: FastifyRequest): string | null {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const proof = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
  return proof ? readDeviceProof(keys, proof) : null
}

/** Stores a proof of this session in the browser. Scripts can't read the cookie, and it is only sent to sign-in. */
export function rememberDevice(keys: Keys, reply: FastifyReply, token: Token, isHttps: boolean): void {
  const session = readRefreshToken(keys, token.refreshToken)
  if (!session) return
  const flags = `Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${deviceProof(keys, session.sessionId)}; ${flags}`)
}
