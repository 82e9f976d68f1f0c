import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { inviteQuery } from '#contract/circles.ts'
import { invitationList, invitePeopleReply, invitePeopleRequest, inviterReply } from '#contract/invitations.ts'
import { inviteToOfferReply } from '#contract/offers.ts'
import { done } from '#contract/reply.ts'
import { mayDecide, mayManageCircle } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyone, signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { inviteIn, requireIn } from '#server/shared/circles/relation.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import type { Inviting } from '#server/shared/invitations/invitations.ts'
import { requireOpenToOthers } from '#server/shared/offers/require-open-to-others.ts'
import { readInvitations, readInviter } from './invitations.store.ts'
import { invitePeople } from './invite-people.ts'
import type { InvitationServices } from './mail-invitation.ts'
import { openInvitation } from './open-invitation.ts'
import { remindInvited } from './remind-invited.ts'
import { withdrawInvitationOf } from './withdraw-invitation.ts'

const params = z.object({ id: z.string() })
const oneParams = params.extend({ invitationId: z.string() })
const offerParams = params.extend({ offerId: z.string() })

/** Invitations by e-mail for a circle's owner, or a member whose arcs are open to others; who invites for the person who has a link. */
export function invitationsRoutes({ db, ...services }: InvitationServices & { readonly db: Database }): FastifyPluginAsyncZod {
  const route = { config: { guard: signedIn }, preValidation: requireIn(db, 'id', mayManageCircle) }
  // Mails to strangers are sent for verified people only.
  const sending = { ...route, config: { guard: verifiedInvestor } }
  const url = '/app/circle/:id/invitation'
  const selling = { config: { guard: verifiedInvestor }, preValidation: requireIn(db, 'id', mayDecide) }
  const lockAsSeller = async (tx: Tx, { circleId, offerId }: { circleId: string; offerId: string }, actor: Actor): Promise<Inviting> => {
    await lockCircleAs(tx, circleId, actor, mayDecide)
    await closeDueFirst(tx, circleId, services)
    await requireOpenToOthers(tx, { circleId, offerId, seller: actor.id })
    return { circleId, seller: actor.id }
  }

  return async (app) => {
    app.get(
      url,
      { ...route, schema: { summary: 'Whom I invited to my circle by e-mail', refuses: [403], params, response: { 200: invitationList } } },
      async (request) => ok(await readInvitations(db, { circleId: request.params.id })),
    )
    app.post(
      url,
      {
        ...sending,
        schema: {
          summary: 'Invite people by e-mail',
          refuses: [403, 409, 422, 429],
          params,
          body: invitePeopleRequest,
          response: { 200: invitePeopleReply },
        },
      },
      async (request) => {
        const circleId = request.params.id
        // The list is read afterwards, so that a stored idempotent answer contains no addresses.
        const counts = await idempotentTransaction(db, request, async (tx) => {
          await lockCircleAs(tx, circleId, actorOf(request), mayManageCircle)
          return invitePeople(tx, services, actorOf(request), { circleId }, request.body)
        })
        return ok({ ...counts, items: await readInvitations(db, { circleId }) })
      },
    )
    app.post(
      '/app/offer/:id/:offerId/invitation',
      {
        ...selling,
        schema: {
          summary: 'Invite people by e-mail to take over arcs that I offer',
          refuses: [403, 404, 409, 422, 429],
          params: offerParams,
          body: invitePeopleRequest,
          response: { 200: inviteToOfferReply },
        },
      },
      async (request) => {
        const { id, offerId } = request.params
        const actor = actorOf(request)
        const counts = await idempotentTransaction(db, request, async (tx) =>
          invitePeople(tx, services, actor, await lockAsSeller(tx, { circleId: id, offerId }, actor), request.body),
        )
        return ok(counts)
      },
    )
    app.post(
      '/app/offer/:id/:offerId/invitation/:invitationId',
      {
        ...selling,
        schema: {
          summary: 'Remind someone whom I invited to take over arcs, once',
          refuses: [403, 404, 409, 422, 429],
          params: offerParams.extend({ invitationId: z.string() }),
          response: { 200: done },
        },
      },
      async (request) => {
        const { id, offerId, invitationId } = request.params
        const actor = actorOf(request)
        await idempotentTransaction(db, request, async (tx) =>
          remindInvited(tx, services, actor, await lockAsSeller(tx, { circleId: id, offerId }, actor), invitationId),
        )
        return ok({})
      },
    )
    app.delete(
      '/app/offer/:id/:offerId/invitation/:invitationId',
      {
        ...selling,
        schema: {
          summary: 'Withdraw an invitation to take over arcs',
          refuses: [403, 404, 409, 422],
          params: offerParams.extend({ invitationId: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { id, offerId, invitationId } = request.params
        const actor = actorOf(request)
        await idempotentTransaction(db, request, async (tx) =>
          withdrawInvitationOf(tx, actor, await lockAsSeller(tx, { circleId: id, offerId }, actor), invitationId),
        )
        return reply.code(204).send(null)
      },
    )
    app.post(
      `${url}/:invitationId`,
      {
        ...sending,
        schema: {
          summary: 'Remind an invited person, once',
          refuses: [403, 409, 422, 429],
          params: oneParams,
          response: { 200: invitationList },
        },
      },
      async (request) => {
        const { id, invitationId } = request.params
        await idempotentTransaction(db, request, async (tx) => {
          await lockCircleAs(tx, id, actorOf(request), mayManageCircle)
          await remindInvited(tx, services, actorOf(request), { circleId: id }, invitationId)
        })
        return ok(await readInvitations(db, { circleId: id }))
      },
    )
    app.delete(
      `${url}/:invitationId`,
      { ...route, schema: { summary: 'Withdraw an invitation', refuses: [403, 422], params: oneParams, response: { 204: z.null() } } },
      async (request, reply) => {
        const { id, invitationId } = request.params
        await idempotentTransaction(db, request, async (tx) => {
          await lockCircleAs(tx, id, actorOf(request), mayManageCircle)
          await withdrawInvitationOf(tx, actorOf(request), { circleId: id }, invitationId)
        })
        return reply.code(204).send(null)
      },
    )
    for (const [group, guard] of [
      ['app', signedIn],
      ['public', anyone],
    ] as const) {
      const personOf = (request: FastifyRequest) => (group === 'app' ? actorOf(request) : null)
      app.get(
        `/${group}/circle/:id/inviter`,
        {
          config: { guard },
          schema: { summary: 'Who invites by this link', params, querystring: inviteQuery, response: { 200: inviterReply } },
        },
        async (request) => ok(await readInviter(db, request.params.id, personOf(request)?.id ?? null, inviteIn(request.query))),
      )
      app.post(
        `/${group}/circle/:id/invitation-opened`,
        {
          config: { guard },
          schema: { summary: 'The link of an invitation was opened', params, querystring: inviteQuery, response: { 200: done } },
        },
        async (request) => {
          const { id } = request.params
          await db.transaction().execute((tx) => openInvitation(tx, id, personOf(request), inviteIn(request.query)))
          return ok({})
        },
      )
    }
  }
}
