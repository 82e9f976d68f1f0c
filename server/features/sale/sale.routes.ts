import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { confirmSaleRequest, endingReply, saleReply, saleRequest } from '#contract/sale.ts'
import { type MayInCircle, mayDecide, mayManageCircle } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation, requireIn } from '#server/shared/circles/relation.ts'
import { readEnding, readSale } from './read-sale.ts'
import { confirmSale, recordSale, withdrawSale } from './record-sale.ts'

const params = z.object({ circleId: z.string() })
const settlementParams = params.extend({ settlementId: z.string() })

type Parts = { readonly db: Database; readonly publicUrl: string; readonly noticeSeconds: number }

/** Selling the property by a passed motion, and what stands in the way of ending the circle. For members. */
export function saleRoutes({ db, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl, noticeSeconds }
  const by = (may: MayInCircle) => ({ config: { guard: verifiedInvestor }, preValidation: requireIn(db, 'circleId', may) })
  const reading = { config: { guard: signedIn }, preValidation: requireIn(db, 'circleId', mayDecide) }

  const readFor = (circleId: string, actor: Actor) =>
    snapshot(db, async (tx) => {
      const relation = await findRelation(tx, circleId, actor)
      if (!relation?.isMember) throw new Refusal('circle_not_found')
      return readSale(tx, circleId, { id: actor.id, isOwner: relation.isOwner, noticeSeconds })
    })

  /** Does an act in its transaction and answers the sale. */
  const act = async (request: FastifyRequest, use: (tx: Tx, actor: Actor, circleId: string) => Promise<unknown>) => {
    const { circleId } = request.params as z.infer<typeof params>
    const actor = actorOf(request)
    await idempotentTransaction(db, request, async (tx) => {
      await use(tx, actor, circleId)
      return null
    })
    return ok(await readFor(circleId, actor))
  }

  return async (app) => {
    app.get(
      '/app/sale/:circleId',
      {
        ...reading,
        schema: {
          summary: 'The sale of my circle’s property: what permits it, its settlement statement, and whether it is sold',
          refuses: [403],
          params,
          response: { 200: saleReply },
        },
      },
      async (request) => ok(await readFor(request.params.circleId, actorOf(request))),
    )
    app.get(
      '/app/sale/:circleId/ending',
      {
        ...reading,
        schema: {
          summary: 'What stands in the way of ending my circle, in sentences',
          refuses: [403],
          params,
          response: { 200: endingReply },
        },
      },
      async (request) => ok(await snapshot(db, (tx) => readEnding(tx, request.params.circleId))),
    )
    app.post(
      '/app/sale/:circleId',
      {
        ...by(mayManageCircle),
        schema: {
          summary: 'Record the sale from its settlement statement as owner, for another member to confirm',
          refuses: [409, 422],
          params,
          body: saleRequest,
          response: { 200: saleReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => recordSale(tx, actor, circleId, request.body, site)),
    )
    app.delete(
      '/app/sale/:circleId/settlement/:settlementId',
      {
        ...by(mayManageCircle),
        schema: {
          summary: 'Withdraw the sale’s settlement statement before it is confirmed',
          refuses: [409, 422],
          params: settlementParams,
          response: { 200: saleReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => withdrawSale(tx, actor, circleId, request.params.settlementId, site)),
    )
    app.post(
      '/app/sale/:circleId/settlement/:settlementId/confirm',
      {
        ...by(mayDecide),
        schema: {
          summary: 'Confirm the sale’s settlement statement, after a step-up: the property is sold',
          refuses: [409, 422],
          params: settlementParams,
          body: confirmSaleRequest,
          response: { 200: saleReply },
        },
      },
      (request) =>
        act(request, (tx, actor, circleId) => {
          // The one that was read, which stands in the body, is the one that is confirmed.
          if (request.body.settlementId !== request.params.settlementId) throw new Refusal('settlement_not_found')
          return confirmSale(tx, actor, circleId, request.params.settlementId, site)
        }),
    )
  }
}
