import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  depositedRequest,
  distributionListReply,
  distributionReply,
  draftRequest,
  markPaidRequest,
  proposeDepositRequest,
  proposeDistributionRequest,
  proposeReversalRequest,
} from '#contract/distributions.ts'
import { mayReadOwn } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import type { Acting, Place } from './lock-distributions.ts'
import { bookDeposited, confirmPaid, markPaid, withdrawMark } from './mark-paid.ts'
import { proposeDeposit, proposeDistribution, proposeReversal } from './propose.ts'
import { readDistribution, readDistributions } from './read-distributions.ts'
import { changeDraft, deleteDraft, writeDraft } from './write-draft.ts'

const params = z.object({ circleId: z.string() })
const placeParams = params.extend({ distributionId: z.string() })
const markParams = placeParams.extend({ markId: z.string() })

type Act<Body> = (tx: Tx, actor: Actor, place: Place, body: Body, site: Acting) => Promise<unknown>

/** Acts on one distribution, each by its own call: any member proposes what becomes of it, the rest is the treasurer's. */
const acts = [
  [
    'propose',
    'Put a draft to the members',
    proposeDistributionRequest,
    (tx: Tx, actor: Actor, place: Place, { closesAt }: { closesAt: string }, site: Acting) =>
      proposeDistribution(tx, actor, place, closesAt, site),
  ],
  ['propose-reversal', 'Propose to reverse what was posted', proposeReversalRequest, proposeReversal],
  ['propose-deposit', 'Propose to deposit what could not be paid for 90 days', proposeDepositRequest, proposeDeposit],
  ['paid', 'Mark what is owed to someone as paid, which they confirm', markPaidRequest, markPaid],
  ['deposited', 'Book that it was deposited, as a motion permits', depositedRequest, bookDeposited],
] as const

type Parts = { readonly db: Database } & Acting

/** What is paid out to the members, for members; former members read what they themselves received. */
export function distributionsRoutes({ db, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl, noticeSeconds }
  const preValidation = requireIn(db, 'circleId', mayReadOwn)
  const read = { config: { guard: signedIn }, preValidation }
  const write = { config: { guard: verifiedInvestor }, preValidation }
  const readOne = (request: FastifyRequest, place: Place) => snapshot(db, (tx) => readDistribution(tx, place, actorOf(request)))

  return async (app) => {
    app.get(
      '/app/distribution/:circleId',
      {
        ...read,
        schema: { summary: 'What was paid out in my circle', refuses: [403], params, response: { 200: distributionListReply } },
      },
      async (request) => ok(await snapshot(db, (tx) => readDistributions(tx, request.params.circleId, actorOf(request)))),
    )
    app.get(
      '/app/distribution/:circleId/:distributionId',
      {
        ...read,
        schema: {
          summary: 'A distribution with the part of each arc',
          refuses: [403],
          params: placeParams,
          response: { 200: distributionReply },
        },
      },
      async (request) => ok(await readOne(request, request.params)),
    )
    app.post(
      '/app/distribution/:circleId',
      {
        ...write,
        schema: { summary: 'Draft a distribution', refuses: [409, 422], params, body: draftRequest, response: { 200: distributionReply } },
      },
      async (request) => {
        const { circleId } = request.params
        const distributionId = await idempotentTransaction(db, request, (tx) =>
          writeDraft(tx, actorOf(request), circleId, request.body, site),
        )
        return ok(await readOne(request, { circleId, distributionId }))
      },
    )
    app.put(
      '/app/distribution/:circleId/:distributionId',
      {
        ...write,
        schema: {
          summary: 'Change a draft',
          refuses: [409, 422],
          params: placeParams,
          body: draftRequest,
          response: { 200: distributionReply },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => changeDraft(tx, actorOf(request), request.params, request.body, site))
        return ok(await readOne(request, request.params))
      },
    )
    app.delete(
      '/app/distribution/:circleId/:distributionId',
      {
        ...write,
        schema: { summary: 'Delete a draft', refuses: [409, 422], params: placeParams, response: { 200: distributionListReply } },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => deleteDraft(tx, actorOf(request), request.params, site))
        return ok(await snapshot(db, (tx) => readDistributions(tx, request.params.circleId, actorOf(request))))
      },
    )
    for (const [name, summary, body, act] of acts) {
      app.post(
        `/app/distribution/:circleId/:distributionId/${name}`,
        { ...write, schema: { summary, refuses: [409, 422], params: placeParams, body, response: { 200: distributionReply } } },
        async (request) => {
          const place = request.params as Place
          const run = act as Act<unknown>
          await idempotentTransaction(db, request, (tx) => run(tx, actorOf(request), place, request.body, site))
          return ok(await readOne(request, place))
        },
      )
    }
    app.post(
      '/app/distribution/:circleId/:distributionId/paid/:markId/word',
      {
        ...read,
        schema: {
          summary: 'Say that what was paid out to me has come',
          refuses: [403, 409, 422],
          params: markParams,
          response: { 200: distributionReply },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => confirmPaid(tx, actorOf(request), request.params, site))
        return ok(await readOne(request, request.params))
      },
    )
    app.delete(
      '/app/distribution/:circleId/:distributionId/paid/:markId',
      {
        ...read,
        schema: {
          summary: 'Withdraw a mark before it is confirmed, or say that nothing came',
          refuses: [403, 409, 422],
          params: markParams,
          response: { 200: distributionReply },
        },
      },
      async (request) => {
        await idempotentTransaction(db, request, (tx) => withdrawMark(tx, actorOf(request), request.params, site))
        return ok(await readOne(request, request.params))
      },
    )
  }
}
