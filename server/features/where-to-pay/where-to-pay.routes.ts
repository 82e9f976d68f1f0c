import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { callRequest, nameDetailsRequest, shownReply, stopRequest, type WhereToPay, whereToPayReply } from '#contract/where-to-pay.ts'
import { mayUseWhereToPay } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findRelation, requireIn } from '#server/shared/circles/relation.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { findUser } from '#server/shared/people/users.ts'
import { callBack, confirmDetails, stopDetails, withdrawDetails } from './act-on-details.ts'
import { nameDetails } from './name-details.ts'
import { readPayBasis } from './pay-basis.ts'
import { readWhereToPay } from './read-where-to-pay.ts'
import { beginShowing, readShown } from './show-details.ts'

const params = z.object({ circleId: z.string() })
const detailsParams = params.extend({ detailsId: z.string() })

type Parts = { readonly db: Database; readonly keys: DataKeys; readonly publicUrl: string; readonly noticeSeconds: number }

/** Where members pay. For members only: brokers and administrators neither read it nor see that there is something. */
export function whereToPayRoutes({ db, keys, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl, noticeSeconds }
  const member = { config: { guard: verifiedInvestor }, preValidation: requireIn(db, 'circleId', mayUseWhereToPay) }

  const readNow = (request: FastifyRequest, circleId: string): Promise<WhereToPay> =>
    snapshot(db, async (tx) => {
      const actor = actorOf(request)
      const relation = await findRelation(tx, circleId, actor)
      if (!relation?.isMember) throw new Refusal('circle_not_found')
      const self = await findUser(tx, actor.id)
      const person = { id: actor.id, isOwner: relation.isOwner, credentialsChangedAt: self?.credentials_changed_at ?? null }
      return readWhereToPay(tx, circleId, await readPayBasis(tx, circleId, person, noticeSeconds), keys)
    })
  /** Runs a write that returns nothing, and answers with what is true now. */
  const write = async (request: FastifyRequest, circleId: string, act: (tx: Tx) => Promise<unknown>) => {
    await idempotentTransaction(db, request, async (tx) => {
      await act(tx)
    })
    return ok(await readNow(request, circleId))
  }

  return async (app) => {
    app.get(
      '/app/where-to-pay/:circleId',
      {
        ...member,
        schema: {
          summary: 'Where to pay in my circle: who did what, without the details',
          refuses: [403],
          params,
          response: { 200: whereToPayReply },
        },
      },
      async (request) => ok(await readNow(request, request.params.circleId)),
    )
    app.post(
      '/app/where-to-pay/:circleId',
      {
        ...member,
        schema: {
          summary: 'Name where to pay, as owner or treasurer',
          refuses: [403, 409, 422],
          params,
          body: nameDetailsRequest,
          response: { 200: whereToPayReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        // Before the transaction: a repeat may find the key.
        if (!keys.current) {
          request.log.warn('Account details were to be stored, but DATA_KEY is not set.')
          throw new Refusal('data_key_missing')
        }
        const { iban = null, ...form } = request.body
        return write(request, circleId, (tx) => nameDetails(tx, keys, actorOf(request), circleId, { ...form, iban }, site))
      },
    )
    app.post(
      '/app/where-to-pay/:circleId/:detailsId/confirm',
      {
        ...member,
        schema: {
          summary: 'Confirm where to pay, after calling a number that I found myself',
          refuses: [403, 409, 422],
          params: detailsParams,
          body: callRequest,
          response: { 200: whereToPayReply },
        },
      },
      async (request) =>
        write(request, request.params.circleId, (tx) => confirmDetails(tx, actorOf(request), request.params, request.body, site)),
    )
    app.post(
      '/app/where-to-pay/:circleId/:detailsId/stop',
      {
        ...member,
        schema: {
          summary: 'Stop where to pay, once, until two others have called back',
          refuses: [403, 409, 422],
          params: detailsParams,
          body: stopRequest,
          response: { 200: whereToPayReply },
        },
      },
      async (request) =>
        write(request, request.params.circleId, (tx) => stopDetails(tx, actorOf(request), request.params, request.body?.words, site)),
    )
    app.post(
      '/app/where-to-pay/:circleId/:detailsId/call-back',
      {
        ...member,
        schema: {
          summary: 'Say that I have called back after a stop',
          refuses: [403, 409, 422],
          params: detailsParams,
          body: callRequest,
          response: { 200: whereToPayReply },
        },
      },
      async (request) =>
        write(request, request.params.circleId, (tx) => callBack(tx, actorOf(request), request.params, request.body, site)),
    )
    app.post(
      '/app/where-to-pay/:circleId/:detailsId/withdraw',
      {
        ...member,
        schema: {
          summary: 'Withdraw details that are not in use yet',
          refuses: [403, 409, 422],
          params: detailsParams,
          response: { 200: whereToPayReply },
        },
      },
      async (request) => write(request, request.params.circleId, (tx) => withdrawDetails(tx, actorOf(request), request.params, site)),
    )
    app.post(
      '/app/where-to-pay/:circleId/:detailsId/show',
      {
        ...member,
        schema: {
          summary: 'Show the details for a minute; members see that I did',
          refuses: [403, 409, 422],
          params: detailsParams,
          response: { 200: shownReply },
        },
      },
      async (request) => {
        const actor = actorOf(request)
        const showing = await idempotentTransaction(db, request, (tx) => beginShowing(tx, keys, actor, request.params, site))
        return ok(await readShown(db, keys, actor, request.params, showing))
      },
    )
  }
}
