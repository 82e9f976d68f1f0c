import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ledgerList, ledgerQuery } from '#contract/membership.ts'
import { mayReadRecord } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { download } from '#server/http/download.ts'
import { signedIn } from '#server/http/guards.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findCircle } from '#server/shared/circles/circles.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { readLedger } from './ledger.store.ts'
import { statement } from './statement.ts'

const params = z.object({ circleId: z.string() })

export function ledgerRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    for (const group of ['app', 'public'] as const) {
      app.get(
        `/${group}/ledger/:circleId`,
        {
          config: { guard: signedIn },
          preValidation: requireIn(db, 'circleId', mayReadRecord),
          schema: {
            summary: 'A circle’s ledger, or one member’s part of it; `format=csv` for a statement',
            refuses: [403],
            produces: ['application/json', 'text/csv'],
            params,
            querystring: ledgerQuery,
            response: { 200: z.union([ledgerList, z.string()]) },
          },
        },
        async (request, reply) => {
          const { circleId } = request.params
          const { member, format } = request.query
          const rows = await readLedger(db, circleId, member)
          if (format !== 'csv') return ok(rows)
          const circle = await findCircle(db, circleId)
          const facts = { format, member: member ?? null, rows: rows.length }
          await writeAudit(db, { act: 'ledger.exported', by: actorOf(request), subject: ['circle', circleId], facts })
          const name = `${circle?.title} ${member ? `${rows[0]?.member} statement` : 'ledger'}`
          return reply
            .type('text/csv; charset=utf-8')
            .header('content-disposition', download(name))
            .send(statement(rows, actorOf(request).zone))
        },
      )
    }
  }
}
