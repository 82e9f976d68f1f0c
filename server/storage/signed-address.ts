import { createHmac, timingSafeEqual } from 'node:crypto'
import { getSeconds, putSeconds } from '#domain/files.ts'

/** What a signed URL allows: one method on one file of one type (and size) until a time in seconds. */
export type Ticket = {
  readonly method: 'PUT' | 'GET'
  readonly key: string
  readonly contentType: string
  readonly size: number | null
  readonly expires: number
}

const signatureOf = (secret: Uint8Array, ticket: Ticket): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([ticket.method, ticket.key, ticket.contentType, ticket.size, ticket.expires]))
    .digest('base64url')

export function signAddress(
  secret: Uint8Array,
  file: Omit<Ticket, 'expires'>,
  seconds = file.method === 'PUT' ? putSeconds : getSeconds,
  now = Date.now(),
): string {
  const ticket = { ...file, expires: Math.floor(now / 1000) + seconds }
  const query = new URLSearchParams({
    type: ticket.contentType,
    ...(ticket.size === null ? {} : { size: String(ticket.size) }),
    expires: String(ticket.expires),
    signature: signatureOf(secret, ticket),
  })
  return `/api/files/${encodeURIComponent(ticket.key)}?${query}`
}

const whole = (value: unknown): number | null => (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null)

/** The ticket of a valid, unexpired URL signed by this server, otherwise null. */
export function readAddress(
  secret: Uint8Array,
  method: Ticket['method'],
  key: string,
  query: Readonly<Record<string, unknown>>,
  now = Date.now(),
): Ticket | null {
  const { type, size, expires, signature } = query
  const until = whole(expires)
  if (typeof type !== 'string' || typeof signature !== 'string' || until === null || until * 1000 <= now) return null
  if (size !== undefined && whole(size) === null) return null
  const ticket = { method, key, contentType: type, size: whole(size), expires: until }
  // Compared as text: several base64 texts decode to the same bytes, but only one was signed.
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, ticket))]
  return given.length === right.length && timingSafeEqual(given, right) ? ticket : null
}
