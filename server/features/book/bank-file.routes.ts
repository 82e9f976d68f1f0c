import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bankFilePreviewReply, bankFileRequest, bankImportReply } from '#contract/bank-files.ts'
import { bankLinesQuery, bankLinesReply, matchContributionRequest, matchReply, matchRequest } from '#contract/bank-lines.ts'
import { bookedReply } from '#contract/book.ts'
import { done } from '#contract/reply.ts'
import { bankFileLimits } from '#domain/bank-file.ts'
import { mayReadMoney } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { snapshot, transaction } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { importBankFile, previewBankFile } from './import-bank-file.ts'
import type { Booking } from './lock-book.ts'
import { matchContribution } from './match-contribution.ts'
import { matchLines, takeMatchBack } from './match-lines.ts'
import { readBankLines } from './read-bank-lines.ts'

const params = z.object({ circleId: z.string() })
const matchParams = params.extend({ matchId: z.string() })
/** Base64 of the largest file, and the rest of the body. */
const bodyLimit = Math.ceil(bankFileLimits.bytes / 3) * 4 + 16 * 1024

type Parts = { readonly db: Database; readonly keys: Keys; readonly limiter: RateLimiter } & Booking

/** What the bank shows: its files, and what of the book they are. */
export function bankFileRoutes({ db, keys, limiter, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const booking = { publicUrl, noticeSeconds }
  const requireMember = requireIn(db, 'circleId', mayReadMoney)
  const write = { config: { guard: verifiedInvestor }, preValidation: requireMember }
  return async (app) => {
    app.post(
      '/app/bank-file/:circleId/preview',
      {
        ...write,
        bodyLimit,
        schema: {
          summary: 'What a file of the bank shows and would add; nothing is stored',
          refuses: [409, 413, 429],
          params,
          body: bankFileRequest,
          response: { 200: bankFilePreviewReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await limiter.take(db, 'bank_file_account', actorOf(request).id)
        return ok(await transaction(db, (tx) => previewBankFile(tx, actorOf(request), circleId, request.body, keys, booking)))
      },
    )
    app.post(
      '/app/bank-file/:circleId/import',
      {
        ...write,
        bodyLimit,
        schema: {
          summary: 'Add the lines of a file of the bank, all of them or none',
          refuses: [409, 413, 422],
          params,
          body: bankFileRequest,
          response: { 200: bankImportReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        return ok(
          await idempotentTransaction(db, request, (tx) => importBankFile(tx, actorOf(request), circleId, request.body, keys, booking)),
        )
      },
    )
    app.get(
      '/app/bank-file/:circleId/lines',
      {
        config: { guard: signedIn },
        preValidation: requireMember,
        schema: {
          summary: 'Lines of the bank, and cash lines that it has not shown',
          refuses: [403],
          params,
          querystring: bankLinesQuery,
          response: { 200: bankLinesReply },
        },
      },
      async (request) => {
        const { page = 1, ...query } = request.query
        return ok(await snapshot(db, (tx) => readBankLines(tx, request.params.circleId, actorOf(request).id, { ...query, page })))
      },
    )
    app.post(
      '/app/bank-file/:circleId/match',
      {
        ...write,
        schema: {
          summary: 'Match lines of the bank with entries',
          refuses: [409, 422],
          params,
          body: matchRequest,
          response: { 200: matchReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        const matchId = await idempotentTransaction(db, request, (tx) => matchLines(tx, actorOf(request), circleId, request.body, booking))
        return ok({ matchId })
      },
    )
    app.delete(
      '/app/bank-file/:circleId/match/:matchId',
      {
        ...write,
        schema: { summary: 'Take a match back while its month is open', refuses: [409, 422], params: matchParams, response: { 200: done } },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => takeMatchBack(tx, actorOf(request), request.params, booking))
        return ok({})
      },
    )
    app.post(
      '/app/bank-file/:circleId/contribution',
      {
        ...write,
        schema: {
          summary: 'Say that a line of the bank is what a member pays in',
          refuses: [409, 422],
          params,
          body: matchContributionRequest,
          response: { 200: bookedReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        return ok(
          await idempotentTransaction(db, request, (tx) => matchContribution(tx, actorOf(request), circleId, request.body, booking)),
        )
      },
    )
  }
}
