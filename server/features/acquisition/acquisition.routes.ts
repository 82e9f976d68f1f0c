import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  acquisitionReply,
  changeStepRequest,
  confirmSettlementRequest,
  endStepRequest,
  giveUpRequest,
  settlementRequest,
  skipStepRequest,
  startOptionsReply,
  startRequest,
  stepRequest,
} from '#contract/acquisition.ts'
import { Refusal } from '#contract/errors.ts'
import { belongsToCircle, type MayInCircle, mayDecide, mayManageCircle } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation, requireIn } from '#server/shared/circles/relation.ts'
import { addStep, changeStep, skipStep } from './change-steps.ts'
import { completeStep } from './complete-step.ts'
import { giveUpPurchase } from './give-up-purchase.ts'
import { readPurchase } from './read-purchase.ts'
import { remindCharter } from './remind-charter.ts'
import { confirmSettlement, proposeSettlement, withdrawSettlement } from './settle-purchase.ts'
import { readStartOptions } from './start-options.ts'
import { startPurchase } from './start-purchase.ts'

const params = z.object({ circleId: z.string() })
const stepParams = params.extend({ stepId: z.string() })
const settlementParams = params.extend({ settlementId: z.string() })

type Parts = { readonly db: Database; readonly publicUrl: string; readonly noticeSeconds: number }

/** Buying a property that passed. For members; brokers see the steps assigned to them, without money, and end these. */
export function acquisitionRoutes({ db, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl }
  const by = (may: MayInCircle) => ({ config: { guard: verifiedInvestor }, preValidation: requireIn(db, 'circleId', may) })
  const byMember = by(mayDecide)
  const byOwner = by(mayManageCircle)

  /** The purchase as it is now; after an act the actor may not be in the circle any more. */
  const readFor = async (circleId: string, actor: Actor) =>
    snapshot(db, async (tx) => {
      const relation = await findRelation(tx, circleId, actor)
      if (!relation || !belongsToCircle(relation)) throw new Refusal('circle_not_found')
      return readPurchase(tx, circleId, { id: actor.id, isMember: relation.isMember, isOwner: relation.isOwner, noticeSeconds })
    })

  /** Does an act in its transaction and answers the purchase. */
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
      '/app/acquisition/:circleId/start-options',
      {
        config: { guard: signedIn },
        preValidation: requireIn(db, 'circleId', mayDecide),
        schema: { summary: 'What my circle could buy, and what is missing', refuses: [403], params, response: { 200: startOptionsReply } },
      },
      async (request) => ok(await snapshot(db, (tx) => readStartOptions(tx, request.params.circleId, actorOf(request).id))),
    )
    app.get(
      '/app/acquisition/:circleId',
      {
        config: { guard: signedIn },
        preValidation: requireIn(db, 'circleId', belongsToCircle),
        schema: {
          summary: 'The purchase of my circle: its steps and money; for brokers the steps assigned to them',
          refuses: [403],
          params,
          response: { 200: acquisitionReply },
        },
      },
      async (request) => ok(await readFor(request.params.circleId, actorOf(request))),
    )
    app.post(
      '/app/acquisition/:circleId',
      {
        ...byOwner,
        schema: {
          summary: 'Start buying a property that passed',
          refuses: [409, 422],
          params,
          body: startRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => startPurchase(tx, actor, circleId, request.body.propertyId, site)),
    )
    app.post(
      '/app/acquisition/:circleId/remind-charter',
      {
        ...byOwner,
        schema: {
          summary: 'Remind those who have not agreed to the current charter, once a day',
          refuses: [409, 422],
          params,
          response: { 200: startOptionsReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        const actor = actorOf(request)
        await idempotentTransaction(db, request, async (tx) => {
          await remindCharter(tx, actor, circleId, site)
          return null
        })
        return ok(await snapshot(db, (tx) => readStartOptions(tx, circleId, actor.id)))
      },
    )
    app.post(
      '/app/acquisition/:circleId/step',
      {
        ...byMember,
        schema: {
          summary: 'Add a step to the purchase, as owner or treasurer',
          refuses: [409, 422],
          params,
          body: stepRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => addStep(tx, actor, circleId, request.body, site)),
    )
    app.put(
      '/app/acquisition/:circleId/step/:stepId',
      {
        ...byMember,
        schema: {
          summary: 'Assign a step, set its day or name its document, as owner or treasurer',
          refuses: [409, 422],
          params: stepParams,
          body: changeStepRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor) => changeStep(tx, actor, request.params, request.body, site)),
    )
    app.post(
      '/app/acquisition/:circleId/step/:stepId/done',
      {
        config: { guard: signedIn },
        preValidation: requireIn(db, 'circleId', belongsToCircle),
        schema: {
          summary: 'Say that a step is done; of the wire, how much was sent, and later what was sent besides',
          refuses: [403, 409, 422],
          params: stepParams,
          body: endStepRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor) => completeStep(tx, actor, request.params, request.body, { publicUrl, noticeSeconds })),
    )
    app.post(
      '/app/acquisition/:circleId/step/:stepId/skip',
      {
        ...byMember,
        schema: {
          summary: 'Skip a step with a reason, as owner or treasurer',
          refuses: [409, 422],
          params: stepParams,
          body: skipStepRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor) => skipStep(tx, actor, request.params, request.body.reason, site)),
    )
    app.post(
      '/app/acquisition/:circleId/settlement',
      {
        ...byOwner,
        schema: {
          summary: 'Enter the settlement statement, for another member to confirm',
          refuses: [409, 422],
          params,
          body: settlementRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => proposeSettlement(tx, actor, circleId, request.body, site)),
    )
    app.delete(
      '/app/acquisition/:circleId/settlement/:settlementId',
      {
        ...byOwner,
        schema: {
          summary: 'Withdraw the settlement statement before it is confirmed',
          refuses: [409, 422],
          params: settlementParams,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => withdrawSettlement(tx, actor, circleId, request.params.settlementId, site)),
    )
    app.post(
      '/app/acquisition/:circleId/settlement/:settlementId/confirm',
      {
        ...byMember,
        schema: {
          summary: 'Confirm the settlement statement, after a step-up: the circle owns the property',
          refuses: [409, 422],
          params: settlementParams,
          body: confirmSettlementRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) =>
        act(request, (tx, actor, circleId) => {
          // The one that was read, which stands in the body, is the one that is confirmed.
          if (request.body.settlementId !== request.params.settlementId) throw new Refusal('settlement_not_found')
          return confirmSettlement(tx, actor, circleId, request.params.settlementId, site)
        }),
    )
    app.post(
      '/app/acquisition/:circleId/give-up',
      {
        ...byMember,
        schema: {
          summary: 'Give up the purchase as owner, while nothing was paid',
          refuses: [409, 422],
          params,
          body: giveUpRequest,
          response: { 200: acquisitionReply },
        },
      },
      (request) => act(request, (tx, actor, circleId) => giveUpPurchase(tx, actor, circleId, request.body.reason, site)),
    )
  }
}
