import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  bidRequest,
  chooseRequest,
  lowerPriceRequest,
  offerArcsRequest,
  offerListReply,
  offerReply,
  paidRequest,
  settleRequest,
  yesRequest,
} from '#contract/offers.ts'
import { mayDecide } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { type OfferPlace, requireNear } from './lock-offer.ts'
import { lowerPrice, makeOffer, withdrawOffer } from './make-offer.ts'
import { proposeSettlement, remindSeller, sayPaid, sayReceived } from './pay-and-receive.ts'
import { readOffer, readOfferList } from './read-offer.ts'
import { bid, chooseTaker, sayYes } from './take-part.ts'

const params = z.object({ circleId: z.string() })
const offerParams = params.extend({ offerId: z.string() })
const transferParams = params.extend({ transferId: z.string() })

type Parts = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly noticeSeconds: number }

/**
 * Handing on arcs: offers, sealed bids, and transfers. For members; people who wait or were invited take part in an offer that is open to
 * others, which each act checks itself.
 */
export function offersRoutes({ db, limiter, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl, noticeSeconds }
  const preValidation = requireIn(db, 'circleId', mayDecide)
  const byMember = { config: { guard: verifiedInvestor }, preValidation }
  const near = { preValidation: requireNear(db) }
  const byAsked = { config: { guard: verifiedInvestor }, ...near }
  /** For acts that mail or notify others: nobody makes and withdraws offers without end. */
  const take = (request: FastifyRequest) => limiter.take(db, 'offer_account', actorOf(request).id)
  const answer = async (request: FastifyRequest, place: OfferPlace) =>
    ok(await snapshot(db, (tx) => readOffer(tx, place, actorOf(request))))
  /** Does an act on an offer in its transaction and answers the offer. */
  const act = async (request: FastifyRequest, place: OfferPlace, use: (tx: Tx, actor: Actor) => Promise<unknown>) => {
    await idempotentTransaction(db, request, async (tx) => {
      await use(tx, actorOf(request))
    })
    return answer(request, place)
  }

  return async (app) => {
    app.get(
      '/app/offer/:circleId',
      {
        config: { guard: signedIn },
        ...near,
        schema: {
          summary: 'The offers of arcs of a circle: all for its members, for others those that ask or concern them',
          params,
          response: { 200: offerListReply },
        },
      },
      async (request) => ok(await snapshot(db, (tx) => readOfferList(tx, request.params.circleId, actorOf(request), noticeSeconds))),
    )
    app.get(
      '/app/offer/:circleId/:offerId',
      {
        config: { guard: signedIn },
        ...near,
        schema: {
          summary: 'An offer of arcs: for members, and for people whom it asks or concerns',
          params: offerParams,
          response: { 200: offerReply },
        },
      },
      async (request) => answer(request, request.params),
    )
    app.post(
      '/app/offer/:circleId',
      {
        ...byMember,
        schema: {
          summary: 'Offer arcs that I hold, to the members first',
          refuses: [409, 422, 429],
          params,
          body: offerArcsRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await take(request)
        const offerId = await idempotentTransaction(db, request, (tx) => makeOffer(tx, actorOf(request), circleId, request.body, site))
        return answer(request, { circleId, offerId })
      },
    )
    app.put(
      '/app/offer/:circleId/:offerId/bid',
      {
        ...byMember,
        schema: {
          summary: 'My sealed bid: how many arcs I would take; 0 takes it back',
          refuses: [409, 422],
          params: offerParams,
          body: bidRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => act(request, request.params, (tx, actor) => bid(tx, actor, request.params, request.body.wanted, site)),
    )
    app.post(
      '/app/offer/:circleId/:offerId/withdraw',
      {
        ...byMember,
        schema: {
          summary: 'Withdraw my offer before its bids are opened',
          refuses: [409, 422],
          params: offerParams,
          response: { 200: offerReply },
        },
      },
      async (request) => act(request, request.params, (tx, actor) => withdrawOffer(tx, actor, request.params, site)),
    )
    app.put(
      '/app/offer/:circleId/:offerId/yes',
      {
        ...byAsked,
        schema: {
          summary: 'Say whether I would take over arcs that are open to others; a no declines a choice of me that is not paid',
          refuses: [403, 404, 409, 422, 429],
          params: offerParams,
          body: yesRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        await limiter.take(db, 'vote_account', actorOf(request).id)
        return act(request, request.params, (tx, actor) => sayYes(tx, actor, request.params, request.body, site))
      },
    )
    app.post(
      '/app/offer/:circleId/:offerId/choose',
      {
        ...byMember,
        schema: {
          summary: 'Choose who takes over arcs of my offer',
          refuses: [409, 422, 429],
          params: offerParams,
          body: chooseRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        await take(request)
        return act(request, request.params, (tx, actor) => chooseTaker(tx, actor, request.params, request.body, site))
      },
    )
    app.post(
      '/app/offer/:circleId/:offerId/lower-price',
      {
        ...byMember,
        schema: {
          summary: 'Offer the arcs that are left to the members again, at a lower price',
          refuses: [409, 422, 429],
          params: offerParams,
          body: lowerPriceRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        const place = request.params
        await take(request)
        const offerId = await idempotentTransaction(db, request, (tx) => lowerPrice(tx, actorOf(request), place, request.body.price, site))
        return answer(request, { circleId: place.circleId, offerId })
      },
    )
    app.post(
      '/app/offer/:circleId/transfer/:transferId/paid',
      {
        ...byAsked,
        schema: {
          summary: 'Say that I have paid for arcs that I take over',
          refuses: [400, 403, 404, 409, 422],
          params: transferParams,
          body: paidRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        const place = request.params
        const { offerId } = await idempotentTransaction(db, request, (tx) =>
          sayPaid(tx, actorOf(request), place, request.body.charterVersion ?? null, site),
        )
        return answer(request, { circleId: place.circleId, offerId })
      },
    )
    app.post(
      '/app/offer/:circleId/transfer/:transferId/remind',
      {
        ...byAsked,
        schema: {
          summary: 'Remind the seller to say that they have received what I paid, once a day',
          refuses: [403, 404, 409, 422],
          params: transferParams,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        const place = request.params
        const { offerId } = await idempotentTransaction(db, request, (tx) => remindSeller(tx, actorOf(request), place, site))
        return answer(request, { circleId: place.circleId, offerId })
      },
    )
    app.post(
      '/app/offer/:circleId/transfer/:transferId/received',
      {
        ...byMember,
        schema: {
          summary: 'Say that I have received the money: the arcs move',
          refuses: [400, 409, 422],
          params: transferParams,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        const place = request.params
        const { offerId } = await idempotentTransaction(db, request, (tx) => sayReceived(tx, actorOf(request), place, site))
        return answer(request, { circleId: place.circleId, offerId })
      },
    )
    app.post(
      '/app/offer/:circleId/transfer/:transferId/settle',
      {
        ...byMember,
        schema: {
          summary: 'Propose a motion that ends a transfer which hangs',
          refuses: [409, 422, 429],
          params: transferParams,
          body: settleRequest,
          response: { 200: offerReply },
        },
      },
      async (request) => {
        const place = request.params
        await take(request)
        const { offerId } = await idempotentTransaction(db, request, (tx) =>
          proposeSettlement(tx, actorOf(request), place, request.body, site),
        )
        return answer(request, { circleId: place.circleId, offerId })
      },
    )
  }
}
