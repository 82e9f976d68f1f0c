import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { actorOf } from './authenticate.ts'

const idOf = (value: unknown): unknown => (typeof value === 'object' && value !== null && '_id' in value ? value._id : value)

/** The caller's own id may be missing from the body; another person's id is refused before anything else is checked. */
export function refuseForeignPerson(request: FastifyRequest, names: readonly string[]): void {
  const { body } = request
  if (typeof body !== 'object' || body === null) return
  const own = actorOf(request).id
  for (const name of names) {
    const sent = idOf((body as Record<string, unknown>)[name])
    if (sent !== undefined && sent !== null && sent !== own) throw new Refusal('not_yourself')
  }
}
