import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { done } from '#contract/reply.ts'
import { decideReportRequest, reportPage, reportQuery, reportReply, reportRequest } from '#contract/reports.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly, signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { decideReport, showAgain } from './decide-report.ts'
import { reportThing } from './report-thing.ts'
import { listReports, readReport } from './reports.store.ts'

const params = z.object({ id: z.string() })
const config = { guard: adminOnly }

/** What people report, and what administrators do about it. */
export function reportsRoutes({ db, limiter }: { db: Database; limiter: RateLimiter }): FastifyPluginAsyncZod {
  return async (app) => {
    const requireReport = async (id: string) => {
      const report = await readReport(db, id)
      if (!report) throw new Refusal('abuse_report_not_found')
      return report
    }
    app.post(
      '/app/report',
      {
        config: { guard: signedIn },
        schema: {
          summary: 'Report a person, circle, property, post or question that I can see',
          refuses: [403, 404, 422, 429],
          body: reportRequest,
          response: { 200: done },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => reportThing(tx, limiter, actorOf(request), request.body))
        return ok({})
      },
    )
    app.get(
      '/admin/report',
      { config, schema: { summary: 'What was reported', querystring: reportQuery, response: { 200: reportPage } } },
      async (request) => ok(await listReports(db, request.query)),
    )
    app.get(
      '/admin/report/:id',
      { config, schema: { summary: 'One reported thing, as it was then and as it is now', params, response: { 200: reportReply } } },
      async (request) => ok(await requireReport(request.params.id)),
    )
    app.post(
      '/admin/report/:id/decision',
      {
        config,
        preValidation: async (request) => void (await requireReport((request.params as z.infer<typeof params>).id)),
        schema: {
          summary: 'Dismiss a report, hide what was reported, or suspend its author',
          refuses: [403, 409, 422],
          params,
          body: decideReportRequest,
          response: { 200: done },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => decideReport(tx, actorOf(request), request.params.id, request.body))
        return ok({})
      },
    )
    app.post(
      '/admin/report/:id/show-again',
      {
        config,
        preValidation: async (request) => void (await requireReport((request.params as z.infer<typeof params>).id)),
        schema: { summary: 'Show again what was hidden after a report', refuses: [409, 422], params, response: { 200: done } },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => showAgain(tx, actorOf(request), request.params.id))
        return ok({})
      },
    )
  }
}
