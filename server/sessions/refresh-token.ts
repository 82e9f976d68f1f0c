import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/**
 * A refresh token contains its session and generation, authenticated by a 256-bit HMAC. The successor can be derived again for a client
 * whose answer was lost, without storing it.
 */
type RefreshClaims = { readonly sessionId: string; readonly generation: number }

const length = 16 + 4 + 32

function body({ sessionId, generation }: RefreshClaims): Buffer {
  const bytes = Buffer.alloc(20)
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(bytes)
  bytes.writeUInt32BE(generation, 16)
  return bytes
}

export function refreshToken(keys: Keys, claims: RefreshClaims): string {
  const head = body(claims)
  return Buffer.concat([head, createHmac('sha256', keys.refresh).update(head).digest()]).toString('base64url')
}

/** The claims of a token made by this server, otherwise null. */
export function readRefreshToken(keys: Keys, token: string): RefreshClaims | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== length || bytes.toString('base64url') !== token) return null
  const head = bytes.subarray(0, 20)
  if (!timingSafeEqual(bytes.subarray(20), createHmac('sha256', keys.refresh).update(head).digest())) return null
  const hex = head.toString('hex', 0, 16)
  const sessionId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return { sessionId, generation: head.readUInt32BE(16) }
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
