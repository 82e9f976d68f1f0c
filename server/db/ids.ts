import { randomUUID } from 'node:crypto'

/**
 * A UUIDv7: sorts by creation time, so newest-first needs no second index. The random part comes from a v4, for which Node keeps a pool.
 */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Other texts cannot be an id, so they never reach the database. */
export const isId = (text: unknown): text is string => typeof text === 'string' && pattern.test(text)
