import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bookEntryReply, bookedReply, bookFormReply, bookReply, entriesQuery, entriesReply, reversedReply } from '#contract/book.ts'
import { bookMonthReply, confirmMonthRequest, sendBackRequest } from '#contract/book-months.ts'
import {
  accountReply,
  depositRequest,
  incomeRequest,
  loanPaymentRequest,
  openAccountRequest,
  outlayReply,
  outlayRequest,
  outlaysReply,
  paymentRequest,
  receiptRequest,
  refundRequest,
  resolveRequest,
  reversalRequest,
  transferRequest,
} from '#contract/booking.ts'
import { bookExportFiles } from '#domain/book-export.ts'
import { mayReadMoney } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { exportBook } from '#server/shared/book/export-book.ts'
import { findRelation, requireIn } from '#server/shared/circles/relation.ts'
import { addReceipt } from './add-receipt.ts'
import { bookDeposit } from './book-deposit.ts'
import { confirmMonth, sendMonthBack } from './confirm-month.ts'
import { confirmOutlay, layOut, withdrawOutlay } from './lay-out.ts'
import type { Booking } from './lock-book.ts'
import { openAccount } from './open-account.ts'
import { pay } from './pay.ts'
import { payLoan } from './pay-loan.ts'
import { readBook, readBookForm } from './read-book.ts'
import { readEntries } from './read-entries.ts'
import { readEntry } from './read-entry.ts'
import { readMonth } from './read-month.ts'
import { readOutlays } from './read-outlays.ts'
import { refund } from './refund.ts'
import { resolveSuspense } from './resolve-suspense.ts'
import { reverseEntry } from './reverse-entry.ts'
import { takeIncome } from './take-income.ts'
import { transfer } from './transfer.ts'
import { confirmReversal, withdrawReversal } from './waiting-reversals.ts'
import type { Booked } from './write-booking.ts'

const params = z.object({ circleId: z.string() })
const entryParams = params.extend({ entryId: z.string() })
const reversalParams = params.extend({ reversalId: z.string() })
const outlayParams = params.extend({ outlayId: z.string() })
const monthParams = params.extend({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please give a month') })

type Book<Body> = (tx: Tx, actor: Actor, circleId: string, body: Body, booking: Booking) => Promise<Booked>

/** What the treasurer books, each kind by its own call. */
const bookings = [
  ['payment', 'Book a payment, made or to be made', paymentRequest, pay],
  ['income', 'Book money in', incomeRequest, takeIncome],
  ['transfer', 'Book money between own accounts, or from who holds it', transferRequest, transfer],
  ['refund', 'Book a part of a payment that comes back', refundRequest, refund],
  ['deposit', 'Book a tenant’s deposit: taken, given back or kept', depositRequest, bookDeposit],
  ['loan-payment', 'Book a payment to the lender, split as their statement says', loanPaymentRequest, payLoan],
  ['resolution', 'Say what money in suspense was', resolveRequest, resolveSuspense],
] as const

type Parts = { readonly db: Database } & Booking

/** The book of a circle, for its members. The treasurer writes it. */
export function bookRoutes({ db, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const booking = { publicUrl, noticeSeconds }
  const requireMember = requireIn(db, 'circleId', mayReadMoney)
  const read = { config: { guard: signedIn }, preValidation: requireMember }
  const write = { config: { guard: verifiedInvestor }, preValidation: requireMember }
  const readMonthNow = (request: FastifyRequest, { circleId, month }: z.infer<typeof monthParams>) =>
    snapshot(db, (tx) => readMonth(tx, circleId, month, actorOf(request).id))

  return async (app) => {
    app.get(
      '/app/book/:circleId',
      { ...read, schema: { summary: 'The book of my circle', refuses: [403, 409], params, response: { 200: bookReply } } },
      async (request) => {
        const { circleId } = request.params
        const actor = actorOf(request)
        return ok(
          await snapshot(db, async (tx) => readBook(tx, circleId, actor.id, (await findRelation(tx, circleId, actor))?.isOwner === true)),
        )
      },
    )
    app.get(
      '/app/book/:circleId/form',
      { ...read, schema: { summary: 'What may be booked now', refuses: [403, 409], params, response: { 200: bookFormReply } } },
      async (request) => ok(await snapshot(db, (tx) => readBookForm(tx, request.params.circleId))),
    )
    app.get(
      '/app/book/:circleId/entries',
      {
        ...read,
        schema: {
          summary: 'Entries of the book, newest day first',
          refuses: [403],
          params,
          querystring: entriesQuery,
          response: { 200: entriesReply },
        },
      },
      async (request) => {
        const { month, page = 1 } = request.query
        return ok(await snapshot(db, (tx) => readEntries(tx, request.params.circleId, { month, page })))
      },
    )
    app.get(
      '/app/book/:circleId/entry/:entryId',
      {
        ...read,
        schema: {
          summary: 'An entry with its lines, papers and matches',
          refuses: [403],
          params: entryParams,
          response: { 200: bookEntryReply },
        },
      },
      async (request) => {
        const { circleId, entryId } = request.params
        return ok(await snapshot(db, (tx) => readEntry(tx, circleId, entryId, actorOf(request).id)))
      },
    )
    app.get(
      '/app/book/:circleId/export/:file',
      {
        ...read,
        schema: {
          summary: 'The book for hledger and spreadsheets: `book.journal`, or `book.csv` with its rules',
          refuses: [403],
          produces: ['text/plain', 'text/csv'],
          params: params.extend({ file: z.enum(bookExportFiles) }),
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        const { circleId, file } = request.params
        const text = await snapshot(db, (tx) => exportBook(tx, circleId, file))
        await writeAudit(db, { act: 'book.exported', by: actorOf(request), subject: ['circle', circleId], facts: { file } })
        return reply
          .type(file === 'book.csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8')
          .header('content-disposition', `attachment; filename="${file}"`)
          .send(text)
      },
    )
    app.post(
      '/app/book/:circleId/account',
      {
        ...write,
        schema: {
          summary: 'Add a bank account of the circle',
          refuses: [409, 422],
          params,
          body: openAccountRequest,
          response: { 200: accountReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        const _id = await idempotentTransaction(db, request, (tx) => openAccount(tx, actorOf(request), circleId, request.body, booking))
        return ok({ _id })
      },
    )
    for (const [name, summary, body, book] of bookings) {
      app.post(
        `/app/book/:circleId/${name}`,
        { ...write, schema: { summary, refuses: [409, 422], params, body, response: { 200: bookedReply } } },
        async (request) => {
          const { circleId } = request.params
          const act = book as Book<unknown>
          return ok(await idempotentTransaction(db, request, (tx) => act(tx, actorOf(request), circleId, request.body, booking)))
        },
      )
    }
    app.post(
      '/app/book/:circleId/reversal/:entryId',
      {
        ...write,
        schema: {
          summary: 'Reverse an entry, once; or ask to, if another member’s word counted for it',
          refuses: [409, 422],
          params: entryParams,
          body: reversalRequest,
          response: { 200: reversedReply },
        },
      },
      async (request) => {
        const place = request.params
        return ok(await idempotentTransaction(db, request, (tx) => reverseEntry(tx, actorOf(request), place, request.body, booking)))
      },
    )
    app.post(
      '/app/book/:circleId/entry-reversal/:reversalId/confirm',
      {
        ...write,
        schema: {
          summary: 'Agree that an entry is reversed',
          refuses: [409, 422],
          params: reversalParams,
          response: { 200: bookedReply },
        },
      },
      async (request) => {
        return ok(await idempotentTransaction(db, request, (tx) => confirmReversal(tx, actorOf(request), request.params, booking)))
      },
    )
    app.post(
      '/app/book/:circleId/entry-reversal/:reversalId/withdraw',
      {
        ...write,
        schema: {
          summary: 'Withdraw a reversal that waits for a word',
          refuses: [409, 422],
          params: reversalParams,
          response: { 200: bookEntryReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        const actor = actorOf(request)
        const entryId = await idempotentTransaction(db, request, (tx) => withdrawReversal(tx, actor, request.params, booking))
        return ok(await snapshot(db, (tx) => readEntry(tx, circleId, entryId, actor.id)))
      },
    )
    app.post(
      '/app/book/:circleId/receipt',
      {
        ...write,
        schema: {
          summary: 'Add a document to an entry',
          refuses: [409, 422],
          params,
          body: receiptRequest,
          response: { 200: bookEntryReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await idempotentTransaction(db, request, (tx) => addReceipt(tx, actorOf(request), circleId, request.body, booking))
        return ok(await snapshot(db, (tx) => readEntry(tx, circleId, request.body.entryId, actorOf(request).id)))
      },
    )
    app.get(
      '/app/book/:circleId/outlay',
      { ...read, schema: { summary: 'Outlays that wait for a word', refuses: [403], params, response: { 200: outlaysReply } } },
      async (request) => ok(await snapshot(db, (tx) => readOutlays(tx, request.params.circleId, actorOf(request).id))),
    )
    app.post(
      '/app/book/:circleId/outlay',
      {
        ...write,
        schema: {
          summary: 'Book what a member laid out',
          refuses: [409, 422],
          params,
          body: outlayRequest,
          response: { 200: outlayReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        return ok(await idempotentTransaction(db, request, (tx) => layOut(tx, actorOf(request), circleId, request.body, booking)))
      },
    )
    app.post(
      '/app/book/:circleId/outlay/:outlayId/confirm',
      {
        ...write,
        schema: {
          summary: 'Say that the treasurer’s outlay is so',
          refuses: [409, 422],
          params: outlayParams,
          response: { 200: outlayReply },
        },
      },
      async (request) => {
        return ok(await idempotentTransaction(db, request, (tx) => confirmOutlay(tx, actorOf(request), request.params, booking)))
      },
    )
    app.post(
      '/app/book/:circleId/outlay/:outlayId/withdraw',
      {
        ...write,
        schema: {
          summary: 'Withdraw my outlay',
          refuses: [409, 422],
          params: outlayParams,
          response: { 200: outlaysReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await idempotentTransaction(db, request, (tx) => withdrawOutlay(tx, actorOf(request), request.params, booking))
        return ok(await snapshot(db, (tx) => readOutlays(tx, circleId, actorOf(request).id)))
      },
    )
    app.get(
      '/app/book/:circleId/month/:month',
      {
        ...read,
        schema: { summary: 'A month of the book beside the bank', refuses: [403], params: monthParams, response: { 200: bookMonthReply } },
      },
      async (request) => ok(await readMonthNow(request, request.params)),
    )
    app.post(
      '/app/book/:circleId/month/:month/confirm',
      {
        ...write,
        schema: {
          summary: 'Close a month with the balances of the bank’s own statement',
          refuses: [409, 422],
          params: monthParams,
          body: confirmMonthRequest,
          response: { 200: bookMonthReply },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => confirmMonth(tx, actorOf(request), request.params, request.body, booking))
        return ok(await readMonthNow(request, request.params))
      },
    )
    app.post(
      '/app/book/:circleId/month/:month/send-back',
      {
        ...write,
        schema: {
          summary: 'Send a month back to the treasurer',
          refuses: [409, 422],
          params: monthParams,
          body: sendBackRequest,
          response: { 200: bookMonthReply },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => sendMonthBack(tx, actorOf(request), request.params, request.body, booking))
        return ok(await readMonthNow(request, request.params))
      },
    )
  }
}
