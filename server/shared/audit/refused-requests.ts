import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { writeAudit } from './write-audit.ts'

/** Writes refused requests of signed-in people to the audit log: 403 always, 409 because money or state is concerned. */
export async function recordRefusal(db: Database, request: FastifyRequest, refusal: Refusal): Promise<void> {
  if (!request.actor || (refusal.status !== 403 && refusal.status !== 409)) return
  await writeAudit(db, {
    act: 'request.refused',
    by: request.actor,
    facts: { code: refusal.code, method: request.method, route: request.routeOptions.url ?? '' },
  })
}
