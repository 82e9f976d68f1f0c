import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type AuditSort,
  auditActs,
  auditPage,
  auditQuery,
  type CrashReportSort,
  crashReportAdminReply,
  crashReportPage,
  crashReportQuery,
  type MailSort,
  mailPage,
  mailQuery,
  mailReply,
  overviewReply,
  solveCrashReportRequest,
} from '#contract/admin.ts'
import { Refusal } from '#contract/errors.ts'
import { done } from '#contract/reply.ts'
import { defaultLogPageSize } from '#domain/pages.ts'
import type { Database } from '#server/db/connect.ts'
import { type ListOptions, mapList, readList, type SortColumns } from '#server/db/pages.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { retryMail } from '#server/mail/mail-job.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { listActs, selectAudit, toAuditRow } from './audit.store.ts'
import { auditCsv } from './audit-csv.ts'
import { readAuditNames } from './audit-names.ts'
import { selectCrashReports, toCrashReport } from './crash-reports.store.ts'
import { selectMails, toMailRow } from './mails.store.ts'
import { readOverview } from './overview.ts'

const params = z.object({ id: z.string().max(200) })
const config = { guard: adminOnly }

const crashReportColumns = {
  createdAt: 'crash_reports.created_at',
  status: 'crash_reports.status',
  user: sql`lower(users.first_name || ' ' || users.last_name)`,
} satisfies SortColumns<CrashReportSort>

const auditColumns = { at: 'audit_log.at', act: 'audit_log.act' } satisfies SortColumns<AuditSort>

const mailColumns = {
  createdAt: 'created_at',
  status: 'status',
  to: 'to_address',
  template: 'template',
  attempts: 'attempts',
  sentAt: 'sent_at',
} satisfies SortColumns<MailSort>

/** Figures, crash reports, the audit log and the mail outbox for administrators. */
export function adminRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/admin/overview', { config, schema: { summary: 'Figures of the place', response: { 200: overviewReply } } }, async (request) =>
      ok(await readOverview(db, actorOf(request))),
    )
    app.get(
      '/admin/crash-report',
      { config, schema: { summary: 'Crash reports', querystring: crashReportQuery, response: { 200: crashReportPage } } },
      async (request) => {
        const list = await readList(selectCrashReports(db, request.query, actorOf(request).zone), request.query, crashReportColumns, {
          by: '-createdAt',
          id: 'crash_reports.id',
          nullable: ['user'],
        })
        return ok(mapList(list, toCrashReport))
      },
    )
    const readReport = async (id: string) => {
      const row = await selectCrashReports(db).where('crash_reports.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal('report_not_found')
      return toCrashReport(row)
    }
    app.get(
      '/admin/crash-report/:id',
      { config, schema: { summary: 'One crash report', params, response: { 200: crashReportAdminReply } } },
      async (request) => ok(await readReport(request.params.id)),
    )
    app.post(
      '/admin/crash-report/:id',
      {
        config,
        schema: {
          summary: 'Mark a crash report solved or open',
          refuses: [422],
          params,
          body: solveCrashReportRequest,
          response: { 200: crashReportAdminReply },
        },
      },
      async (request) => {
        const { id } = request.params
        const { status } = request.body
        await readReport(id)
        await idempotentTransaction(db, request, async (tx) => {
          const isSolved = status === 'solved'
          const values = { status, solved_at: isSolved ? sql<Date>`now()` : null, solved_by: isSolved ? actorOf(request).id : null }
          await tx.updateTable('crash_reports').set(values).where('id', '=', id).execute()
          await writeAudit(tx, { act: 'crash_report.changed', by: actorOf(request), facts: { status } })
          return {}
        })
        return ok(await readReport(id))
      },
    )
    app.post(
      '/admin/crash-report-visit',
      { config, schema: { summary: 'I have seen the crash reports of now', refuses: [422], response: { 200: done } } },
      async (request) =>
        ok(
          await idempotentTransaction(db, request, async (tx) => {
            await tx
              .insertInto('admin_visits')
              .values({ user_id: actorOf(request).id })
              .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ at: sql<Date>`now()` }))
              .execute()
            return {}
          }),
        ),
    )
    app.get(
      '/admin/audit-log',
      {
        config,
        schema: {
          summary: 'The audit log; `format=csv` for all of it that fits the filters',
          produces: ['application/json', 'text/csv'],
          querystring: auditQuery,
          response: { 200: z.union([auditPage, z.string()]) },
        },
      },
      async (request, reply) => {
        if (request.query.format === 'csv') {
          await writeAudit(db, { act: 'audit.exported', by: actorOf(request) })
          // A stream is sent as it is; the schema sees it as text.
          const stream: unknown = Readable.from(auditCsv(db, request.query, actorOf(request).zone))
          return reply.type('text/csv; charset=utf-8').send(stream as string)
        }
        const query = { ...request.query, page: request.query.page ?? 1, pageSize: request.query.pageSize ?? defaultLogPageSize }
        const list = await readList(selectAudit(db, request.query, actorOf(request).zone), query, auditColumns, {
          by: '-at',
          id: 'audit_log.id',
        })
        const namesOf = await readAuditNames(db, Array.isArray(list) ? list : list.items)
        return ok(mapList(list, (row) => toAuditRow(row, namesOf(row))))
      },
    )
    app.get(
      '/admin/audit-log/acts',
      { config, schema: { summary: 'The acts that are on the log', response: { 200: auditActs } } },
      async () => ok(await listActs(db)),
    )
    app.get(
      '/admin/mail',
      { config, schema: { summary: 'The mail outbox', querystring: mailQuery, response: { 200: mailPage } } },
      async (request) => {
        const query = { ...request.query, page: request.query.page ?? 1, pageSize: request.query.pageSize ?? defaultLogPageSize }
        const options: ListOptions<MailSort> = { by: '-createdAt', id: 'id', nullable: ['sentAt'] }
        return ok(mapList(await readList(selectMails(db, request.query, actorOf(request).zone), query, mailColumns, options), toMailRow))
      },
    )
    app.post(
      '/admin/mail/:id',
      { config, schema: { summary: 'Try a failed mail again', refuses: [422], params, response: { 200: mailReply } } },
      async (request) =>
        ok(
          await idempotentTransaction(db, request, async (tx) => {
            if (!(await retryMail(tx, request.params.id))) throw new Refusal('mail_not_found')
            await writeAudit(tx, { act: 'mail.retried', by: actorOf(request), subject: ['mail', request.params.id] })
            return toMailRow(await selectMails(tx).where('id', '=', request.params.id).executeTakeFirstOrThrow())
          }),
        ),
    )
  }
}
