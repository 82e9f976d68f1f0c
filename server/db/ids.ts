import { randomUUID } from 'node:crypto'

/** A UUIDv7: sorts by the time it was made, so newest-first needs no second index. Its random part is a v4's, which Node takes from a pool. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text can be an id at all. Anything else is "not there" and never reaches the database. */
export const isId = (text: unknown): text is string => typeof text === 'string' && pattern.test(text)
