import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  callListReply,
  callReply,
  contributionRequest,
  openCallRequest,
  owingReply,
  paidBackRequest,
  returnedRequest,
} from '#contract/calls.ts'
import { mayReadMoney } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { confirmContribution, returnContribution, withdrawContribution } from './confirm-contribution.ts'
import { openPurchaseCall } from './open-purchase-call.ts'
import { confirmPaidBack, recordPaidBack, withdrawPaidBack } from './pay-back.ts'
import { readCall, readCalls, readOwing } from './read-calls.ts'
import { recordContribution } from './record-contribution.ts'
import { remindPayers } from './remind-payers.ts'

const params = z.object({ circleId: z.string() })
const callParams = params.extend({ callId: z.string() })
const contributionParams = params.extend({ contributionId: z.string() })
const paidBackParams = params.extend({ paidBackId: z.string() })

type Parts = { readonly db: Database; readonly publicUrl: string; readonly noticeSeconds: number }

/** Calls for the members' money and what they paid, for members only. */
export function callsRoutes({ db, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl }
  const preValidation = requireIn(db, 'circleId', mayReadMoney)
  const read = { config: { guard: signedIn }, preValidation }
  const write = { config: { guard: verifiedInvestor }, preValidation }
  const readList = (request: FastifyRequest, circleId: string) => snapshot(db, (tx) => readCalls(tx, circleId, actorOf(request)))
  const readOne = (request: FastifyRequest, place: z.infer<typeof callParams>) =>
    snapshot(db, (tx) => readCall(tx, place, actorOf(request), noticeSeconds))

  return async (app) => {
    app.get(
      '/app/owing',
      { config: { guard: signedIn }, schema: { summary: 'What I owe in all my circles, soonest first', response: { 200: owingReply } } },
      async (request) => ok(await snapshot(db, (tx) => readOwing(tx, actorOf(request)))),
    )
    app.get(
      '/app/call/:circleId',
      { ...read, schema: { summary: 'The calls of my circle and what I owe', refuses: [403], params, response: { 200: callListReply } } },
      async (request) => ok(await readList(request, request.params.circleId)),
    )
    app.get(
      '/app/call/:circleId/:callId',
      {
        ...read,
        schema: { summary: 'A call with the part of each arc', refuses: [403], params: callParams, response: { 200: callReply } },
      },
      async (request) => ok(await readOne(request, request.params)),
    )
    app.post(
      '/app/call/:circleId',
      {
        ...write,
        schema: {
          summary: 'Call for money of the purchase',
          refuses: [409, 422],
          params,
          body: openCallRequest,
          response: { 200: callReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        const callId = await idempotentTransaction(db, request, (tx) =>
          openPurchaseCall(tx, actorOf(request), circleId, request.body, site),
        )
        return ok(await readOne(request, { circleId, callId }))
      },
    )
    app.post(
      '/app/call/:circleId/:callId/remind',
      {
        ...write,
        schema: {
          summary: 'Remind those who have not paid their part',
          refuses: [409, 422],
          params: callParams,
          response: { 200: callReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => remindPayers(tx, actorOf(request), place, { publicUrl, noticeSeconds }))
        return ok(await readOne(request, place))
      },
    )
    app.post(
      '/app/call/:circleId/contribution',
      {
        ...write,
        schema: {
          summary: 'Record a payment, which counts once others have confirmed it',
          refuses: [409, 422],
          params,
          body: contributionRequest,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await idempotentTransaction(db, request, (tx) => recordContribution(tx, actorOf(request), circleId, request.body, site))
        return ok(await readList(request, circleId))
      },
    )
    app.post(
      '/app/call/:circleId/contribution/:contributionId/word',
      {
        ...write,
        schema: {
          summary: 'Say that I have seen a payment of another member, or that the bank took it back',
          refuses: [409, 422],
          params: contributionParams,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => confirmContribution(tx, actorOf(request), place, site))
        return ok(await readList(request, place.circleId))
      },
    )
    app.post(
      '/app/call/:circleId/contribution/:contributionId/returned',
      {
        ...write,
        schema: {
          summary: 'Record that the bank took a payment back',
          refuses: [409, 422],
          params: contributionParams,
          body: returnedRequest,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const place = request.params
        const { day } = request.body
        await idempotentTransaction(db, request, (tx) => returnContribution(tx, actorOf(request), place, day, site))
        return ok(await readList(request, place.circleId))
      },
    )
    app.delete(
      '/app/call/:circleId/contribution/:contributionId',
      {
        ...write,
        schema: {
          summary: 'Withdraw a recorded payment before it counts',
          refuses: [409, 422],
          params: contributionParams,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => withdrawContribution(tx, actorOf(request), place, site))
        return ok(await readList(request, place.circleId))
      },
    )
    app.post(
      '/app/call/:circleId/paid-back',
      {
        ...write,
        schema: {
          summary: 'Record that kept money was sent back to a member',
          refuses: [409, 422],
          params,
          body: paidBackRequest,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await idempotentTransaction(db, request, (tx) => recordPaidBack(tx, actorOf(request), circleId, request.body, site))
        return ok(await readList(request, circleId))
      },
    )
    app.post(
      '/app/call/:circleId/paid-back/:paidBackId/word',
      {
        ...write,
        schema: {
          summary: 'Say that money sent back has come',
          refuses: [409, 422],
          params: paidBackParams,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => confirmPaidBack(tx, actorOf(request), place, site))
        return ok(await readList(request, place.circleId))
      },
    )
    app.delete(
      '/app/call/:circleId/paid-back/:paidBackId',
      {
        ...write,
        schema: {
          summary: 'Withdraw a payment back before it is confirmed',
          refuses: [409, 422],
          params: paidBackParams,
          response: { 200: callListReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => withdrawPaidBack(tx, actorOf(request), place, site))
        return ok(await readList(request, place.circleId))
      },
    )
  }
}
