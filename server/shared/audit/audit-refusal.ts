import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { writeAudit } from './write-audit.ts'

/** Writes refused requests of signed-in users to the audit log: every 403, and every 409, because those concern money or state. */
export async function auditRefusal(db: Database, request: FastifyRequest, refusal: Refusal): Promise<void> {
  if (!request.actor || (refusal.status !== 403 && refusal.status !== 409)) return
  await writeAudit(db, {
    act: 'request.refused',
    by: request.actor,
    facts: { code: refusal.code, method: request.method, route: request.routeOptions.url ?? '' },
  })
}
