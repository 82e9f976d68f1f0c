import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { paperQuery, statementReply, statementYearsReply } from '#contract/statements.ts'
import { mayReadMoney, mayReadOwn } from '#domain/may/circle.ts'
import type { StatementFigures } from '#domain/statement-figures.ts'
import { yearPackFiles } from '#domain/year-pack.ts'
import type { Database } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { download } from '#server/http/download.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { issueStatements } from './issue-statements.ts'
import { readStatement, readYears } from './read-statement.ts'
import { readYearPack } from './read-year-pack.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'
import { zip } from './zip.ts'

const params = z.object({ circleId: z.string() })
const yearParams = params.extend({ year: z.coerce.number('Please give a year').int('Please give a year').min(2000).max(9999) })

type Parts = { readonly db: Database; readonly publicUrl: string }

/** Statements of a year: everyone's own, also of those who were members. The year pack is for members. */
export function statementsRoutes({ db, publicUrl }: Parts): FastifyPluginAsyncZod {
  const readOwn = { config: { guard: signedIn }, preValidation: requireIn(db, 'circleId', mayReadOwn) }
  const requireMember = requireIn(db, 'circleId', mayReadMoney)
  const readNow = (request: FastifyRequest, { circleId, year }: z.infer<typeof yearParams>) =>
    snapshot(db, (tx) => readStatement(tx, circleId, year, actorOf(request)))

  return async (app) => {
    app.get(
      '/app/statement/:circleId',
      { ...readOwn, schema: { summary: 'The years of my statements', refuses: [403], params, response: { 200: statementYearsReply } } },
      async (request) => ok(await snapshot(db, (tx) => readYears(tx, request.params.circleId, actorOf(request)))),
    )
    app.get(
      '/app/statement/:circleId/:year',
      {
        ...readOwn,
        schema: {
          summary: 'My statement of a year, as it was issued or so far',
          refuses: [403],
          params: yearParams,
          response: { 200: statementReply },
        },
      },
      async (request) => ok(await readNow(request, request.params)),
    )
    app.post(
      '/app/statement/:circleId/:year',
      {
        config: { guard: verifiedInvestor },
        preValidation: requireMember,
        schema: { summary: 'Issue the statements of a year', refuses: [409, 422], params: yearParams, response: { 200: statementReply } },
      },
      async (request) => {
        const { circleId, year } = request.params
        await idempotentTransaction(db, request, (tx) => issueStatements(tx, actorOf(request), circleId, year, { publicUrl }))
        return ok(await readNow(request, request.params))
      },
    )
    app.get(
      '/app/statement/:circleId/:year/pdf',
      {
        ...readOwn,
        schema: {
          summary: 'My statement as a PDF, on A4 or Letter',
          refuses: [403],
          produces: ['application/pdf'],
          params: yearParams,
          querystring: paperQuery,
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        const { circleId, year } = request.params
        const statement = await readNow(request, request.params)
        const figures = statement.figures as StatementFigures
        const sha256 = statement.sha256 ?? createHash('sha256').update(JSON.stringify(figures)).digest('hex')
        const zone = await readCircleZone(db, circleId)
        const printed = { ...statement, circleTitle: statement.circle.title, figures, sha256, zone }
        return reply
          .type('application/pdf')
          .header('content-disposition', download(`${statement.circle.title} statement ${year}`, 'pdf'))
          .send((await statementPdf(printed, request.query.paper ?? 'a4')) as unknown as string)
      },
    )
    app.get(
      '/app/statement/:circleId/:year/csv',
      {
        ...readOwn,
        schema: {
          summary: 'My statement as a table',
          refuses: [403],
          produces: ['text/csv'],
          params: yearParams,
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        const statement = await readNow(request, request.params)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', download(`${statement.circle.title} statement ${request.params.year}`))
          .send(statementCsv(statement.figures as StatementFigures, statement.name))
      },
    )
    app.get(
      '/app/year-pack/:circleId/:year',
      {
        config: { guard: signedIn },
        preValidation: requireMember,
        schema: {
          summary: 'The year for an accountant: the book and what follows from it, as a ZIP',
          refuses: [403],
          produces: ['application/zip'],
          params: yearParams,
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        const { circleId, year } = request.params
        const pack = await snapshot(db, (tx) => readYearPack(tx, circleId, year, actorOf(request)))
        await writeAudit(db, { act: 'year_pack.exported', by: actorOf(request), subject: ['circle', circleId], facts: { year } })
        return reply
          .type('application/zip')
          .header('content-disposition', download(`${pack.title} year pack ${year}`, 'zip'))
          .send((await zip(yearPackFiles(pack), pack.to)) as unknown as string)
      },
    )
  }
}
