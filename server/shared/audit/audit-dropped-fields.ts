import type { FastifyRequest } from 'fastify'
import { permissionNames } from '#domain/may/person.ts'
import type { Database } from '#server/db/connect.ts'
import { originOf } from '#server/http/authenticate.ts'
import { writeAudit } from './write-audit.ts'

const grantingFields = new Set<string>([
  'permissions',
  ...permissionNames,
  'isVerified',
  'isBroker',
  'status',
  'createdBy',
  '_id',
  'role',
  'onboardingComplete',
])

/** The schemas drop fields that grant rights; this writes the attempt to the audit log. */
export async function auditDroppedFields(db: Database, request: FastifyRequest): Promise<void> {
  const { body } = request
  if (typeof body !== 'object' || body === null) return
  const own = request.actor?.id
  const fields = Object.entries(body)
    .filter(([name, value]) => grantingFields.has(name.split('.')[0] ?? name) && !(name === '_id' && value === own))
    .map(([name]) => name.slice(0, 60))
  if (fields.length === 0) return
  const by = request.actor ?? { id: null, origin: originOf(request) }
  await writeAudit(db, { act: 'fields.dropped', by, fields, facts: { route: request.routeOptions.url ?? '' } })
}
