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
import { mayDecide, mayManageCircle, mayReadDecisions, mayReadMotions, mayReadRecord } from '#domain/may/circle.ts'
import { mayMoveClosingDate } from '#domain/may/property.ts'
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
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { findVisibleRelation, inviteIn, requireIn, requireMay, requireVisible } from '#server/shared/circles/relation.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { areRulesByMotion, readCharters, readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { setClosingDate } from '#server/shared/deciding/closing-date.ts'
import { readDeciding } from '#server/shared/deciding/decisions.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
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
  const findProperty = async (request: FastifyRequest) => {
    const place = await findPropertyCircle(db, idOf(request))
    const relation = place && (await findVisibleRelation(db, place.circleId, actorOf(request)))
    if (!place || !relation) throw new Refusal('property_not_found')
    return { place, relation }
  }
  const requireMoverOfClosing = async (request: FastifyRequest): Promise<void> => {
    const { relation } = await findProperty(request)
    if (!mayMoveClosingDate(relation)) throw new Refusal('not_allowed')
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
    const [current, versions, accepted, isSetByMotion] = await Promise.all([
      readCurrentCharter(db, circleId),
      readCharters(db, circleId),
      acceptedBy(circleId, userId),
      areRulesByMotion(db, circleId),
    ])
    return { current, versions: versions.length > 0 ? versions : [current], accepted, isSetByMotion }
  }

  return async (app) => {
    app.put(
      '/app/circle/:id/rules',
      {
        config,
        preValidation: requireIn(db, 'id', mayManageCircle),
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
        preValidation: requireIn(db, 'id', mayDecide),
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
        preValidation: requireIn(db, 'id', mayReadDecisions),
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
        const actor = actorOf(request)
        const relation = await requireMay(db, id, actor, mayReadDecisions)
        const former = mayReadRecord(relation) ? undefined : actor.id
        const withMotions = mayReadMotions(relation) || former !== undefined
        const place = { circleId: id, zone: actor.zone, withMotions, former }
        if (format !== 'csv') return ok(await readRecord(db, place, { property, page, pageSize }))
        const rows = await countRecord(db, place, property)
        const circle = await findCircle(db, id)
        await writeAudit(db, { act: 'record.exported', by: actor, subject: ['circle', id], facts: { format, rows } })
        const name = download(`${circle?.title} record`)
        // A stream is sent as it is; the schema sees it as text.
        const stream: unknown = Readable.from(recordCsv(exportRecord(db, place, property), place.zone))
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
        preValidation: requireMoverOfClosing,
        schema: {
          summary: 'Set, move or take away the date on which voting on a property closes',
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
          await lockCircleAs(tx, circleId, actor, mayMoveClosingDate)
          await closeDueFirst(tx, circleId, { publicUrl })
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
