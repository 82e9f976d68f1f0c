import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { inviteQuery } from '#contract/circles.ts'
import {
  acceptCharterRequest,
  charterHistoryReply,
  charterReply,
  closingRequest,
  decidingReply,
  recordQuery,
  recordReply,
  saveRulesRequest,
} from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { defaultRecordPageSize } from '#domain/pages.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { download } from '#server/http/download.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findCircle } from '#server/shared/circles/circles.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { lockCircleAs, memberOrAdmin, owner, ownerBrokerOrAdmin } from '#server/shared/circles/lock-circle-as.ts'
import { findVisibleRelation, inviteIn, requireVisible } from '#server/shared/circles/relation.ts'
import { readCharters, readCurrentCharter } from '#server/shared/decisions/charters.ts'
import { setClosingDate } from '#server/shared/decisions/closing-date.ts'
import { readDeciding } from '#server/shared/decisions/decisions.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { closeDue } from '#server/shared/motions/close-due.ts'
import { requireStage } from '#server/shared/stages/stages.ts'
import { acceptCurrentCharter } from './accept-charter.ts'
import { countRecord, exportRecord, readRecord } from './record.store.ts'
import { recordCsv } from './record-csv.ts'
import { setRules } from './set-rules.ts'

const params = z.object({ id: z.string() })
const config = { guard: signedIn }
const idOf = (request: FastifyRequest) => (request.params as z.infer<typeof params>).id

type Parts = { readonly db: Database; readonly noticeSeconds: number; readonly publicUrl: string }

export function decidingRoutes({ db, noticeSeconds, publicUrl }: Parts): FastifyPluginAsyncZod {
  const requireOwner = async (request: FastifyRequest): Promise<void> => {
    if (!owner(await requireVisible(db, idOf(request), actorOf(request)))) throw new Refusal('not_allowed')
  }
  const requireMember = async (request: FastifyRequest): Promise<void> => {
    if (!memberOrAdmin(await requireVisible(db, idOf(request), actorOf(request)))) throw new Refusal('not_allowed')
  }
  const requireOwnMembership = async (request: FastifyRequest): Promise<void> => {
    if (!(await requireVisible(db, idOf(request), actorOf(request))).isMember) throw new Refusal('not_allowed')
  }
  const findProperty = async (request: FastifyRequest) => {
    const place = await findPropertyCircle(db, idOf(request))
    const relation = place && (await findVisibleRelation(db, place.circleId, actorOf(request)))
    if (!place || !relation) throw new Refusal('property_not_found')
    return { place, relation }
  }
  const requireOwnerBrokerOrAdmin = async (request: FastifyRequest): Promise<void> => {
    const { relation } = await findProperty(request)
    if (!ownerBrokerOrAdmin(relation)) throw new Refusal('not_allowed')
  }
  const acceptedBy = async (circleId: string, userId: string) => {
    const row = await db
      .selectFrom('charter_acceptances')
      .select(['version', 'at'])
      .where('circle_id', '=', circleId)
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .orderBy('version', 'desc')
      .executeTakeFirst()
    return row ? { version: row.version, at: row.at.toISOString() } : null
  }
  const readCharterHistory = async (circleId: string, userId: string) => {
    const [current, versions, accepted] = await Promise.all([
      readCurrentCharter(db, circleId),
      readCharters(db, circleId),
      acceptedBy(circleId, userId),
    ])
    return { current, versions: versions.length > 0 ? versions : [current], accepted }
  }

  return async (app) => {
    app.put(
      '/app/circle/:id/rules',
      {
        config,
        preValidation: requireOwner,
        schema: {
          summary: 'Set how my circle decides',
          refuses: [403, 409, 422],
          params,
          body: saveRulesRequest,
          response: { 200: charterReply },
        },
      },
      async (request) =>
        ok(
          await idempotentTransaction(db, request, (tx) => setRules(tx, actorOf(request), request.params.id, request.body, { publicUrl })),
        ),
    )
    app.get(
      '/app/circle/:id/charter',
      {
        config,
        preValidation: async (request) => void (await requireVisible(db, idOf(request), actorOf(request), inviteIn(request.query))),
        schema: {
          summary: 'A circle’s rules in words, every version of them, and the one I agreed to',
          refuses: [403],
          params,
          querystring: inviteQuery,
          response: { 200: charterHistoryReply },
        },
      },
      async (request) => ok(await readCharterHistory(request.params.id, actorOf(request).id)),
    )
    app.post(
      '/app/circle/:id/charter/accept',
      {
        config,
        preValidation: requireOwnMembership,
        schema: {
          summary: 'Agree to the current version of my circle’s charter',
          refuses: [403, 409, 422],
          params,
          body: acceptCharterRequest,
          response: { 200: charterHistoryReply },
        },
      },
      async (request) => {
        const { id } = request.params
        const { version } = request.body
        await idempotentTransaction(db, request, async (tx) => {
          await acceptCurrentCharter(tx, actorOf(request), id, version, { publicUrl })
          return null
        })
        return ok(await readCharterHistory(id, actorOf(request).id))
      },
    )
    app.get(
      '/app/circle/:id/record',
      {
        config,
        preValidation: requireMember,
        schema: {
          summary: 'Every outcome with who, when, by which rule, the tallies and reasons then; `format=csv` for a file',
          refuses: [403],
          produces: ['application/json', 'text/csv'],
          params,
          querystring: recordQuery,
          response: { 200: z.union([recordReply, z.string()]) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { property, format, page = 1, pageSize = defaultRecordPageSize } = request.query
        const place = { circleId: id, withMotions: (await requireVisible(db, id, actorOf(request))).isMember }
        if (format !== 'csv') return ok(await readRecord(db, place, { property, page, pageSize }))
        const rows = await countRecord(db, place, property)
        const circle = await findCircle(db, id)
        await writeAudit(db, { act: 'record.exported', by: actorOf(request), subject: ['circle', id], facts: { format, rows } })
        const name = download(`${circle?.title} record`)
        // A stream is sent as it is; the schema sees it as text.
        const stream: unknown = Readable.from(recordCsv(exportRecord(db, place, property)))
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', name)
          .send(stream as string)
      },
    )
    app.put(
      '/app/property/:id/closing',
      {
        config,
        preValidation: requireOwnerBrokerOrAdmin,
        schema: {
          summary: 'Set, move or take away a property’s closing date',
          refuses: [403, 409, 422],
          params,
          body: closingRequest,
          response: { 200: decidingReply },
        },
      },
      async (request) => {
        const actor = actorOf(request)
        const { place } = await findProperty(request)
        const { circleId, propertyId } = place
        await idempotentTransaction(db, request, async (tx) => {
          await lockCircleAs(tx, circleId, actor, ownerBrokerOrAdmin)
          await closeDue(tx, circleId, { publicUrl })
          await requireStage(tx, circleId, 'change_properties')
          if (!(await findPropertyCircle(tx, propertyId))) throw new Refusal('property_not_found')
          await setClosingDate(tx, actor, place, request.body.closesAt, { noticeSeconds, publicUrl })
          await publishCircleChange(tx, circleId, 'properties')
          return null
        })
        const deciding = (await readDeciding(db, circleId, [propertyId], { id: actor.id, seesReasons: false })).get(propertyId)
        if (!deciding) throw new Refusal('property_not_found')
        return ok(deciding)
      },
    )
  }
}
