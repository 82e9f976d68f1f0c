import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { circleList } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { joinReply, joinRequest, membershipList, membershipReply, ownMembershipList, publicMembershipList } from '#contract/membership.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { requireVisible } from '#server/features/circles/access.lookup.ts'
import { selectCircles, toCircle } from '#server/features/circles/circles.lookup.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyone, anyoneKnown, signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { once } from '#server/http/once.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import { buyArcs } from './buy-arcs.ts'
import { leaveCircle } from './end-membership.ts'
import { membershipsOf, selectMemberships, toMembership } from './memberships.lookup.ts'

const circleParams = z.object({ circleId: z.string() })
const userParams = z.object({ userId: z.string() })

/** The circle a request is about: named in the path, else in the body. */
const circleIdOf = (request: FastifyRequest): string => {
  const { circleId } = request.params as { circleId?: string }
  const body = request.body as { circle?: unknown } | null | undefined
  return circleId ?? String(body?.circle ?? '')
}

async function ownMemberships(db: Database, userId: string) {
  const rows = await selectMemberships(db).where('memberships.user_id', '=', userId).execute()
  if (rows.length === 0) return []
  const circles = await selectCircles(db)
    .where(
      'circles.id',
      'in',
      rows.map((row) => row.circle_id),
    )
    .where('circles.deleted_at', 'is', null)
    .orderBy('circles.created_at', 'desc')
    .execute()
  return circles.flatMap((circle) => {
    const row = rows.find((each) => each.circle_id === circle.id)
    return row ? [{ ...toMembership(row, { names: true, emails: true }), circle: toCircle(circle, 'inside') }] : []
  })
}

async function ownerMembership(db: Database | Tx, circleId: string) {
  const owner = (await membershipsOf(db, circleId)).find((row) => row.is_owner)
  if (!owner) throw new Refusal('membership_not_found')
  return owner
}

function requireSelf(request: FastifyRequest): void {
  if ((request.params as { userId: string }).userId !== actorOf(request).id) throw new Refusal('not_yourself')
}

export function membershipRoutes({ db, publicUrl }: { db: Database; publicUrl: string }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/public/circle-membership/:circleId',
      {
        config: { guard: anyone },
        schema: {
          summary: 'What a circle’s members hold, without saying who',
          params: circleParams,
          response: { 200: publicMembershipList },
        },
      },
      async (request) => {
        await requireVisible(db, request.params.circleId, null)
        const rows = await membershipsOf(db, request.params.circleId)
        return ok(rows.map((row) => ({ investmentAmount: row.amount, isOwner: row.is_owner, createdAt: row.created_at.toISOString() })))
      },
    )
    app.get(
      '/app/circle-membership/:circleId',
      {
        config: { guard: signedIn },
        schema: { summary: 'A circle’s members', params: circleParams, response: { 200: z.union([membershipList, publicMembershipList]) } },
      },
      async (request) => {
        const actor = actorOf(request)
        const relation = await requireVisible(db, request.params.circleId, actor)
        const rows = await membershipsOf(db, request.params.circleId)
        const isInside = relation.isMember || actor.isAdmin
        if (isInside || relation.isAssignedBroker) return ok(rows.map((row) => toMembership(row, { names: true, emails: isInside })))
        return ok(rows.map((row) => ({ investmentAmount: row.amount, isOwner: row.is_owner, createdAt: row.created_at.toISOString() })))
      },
    )
    for (const group of ['app', 'public'] as const) {
      for (const url of [`/${group}/circle-membership`, `/${group}/circle-membership/:circleId`]) {
        app.post(
          url,
          {
            config: { guard: verifiedInvestor },
            preValidation: async (request) => {
              refuseForeignPerson(request, ['user'])
              await requireVisible(db, circleIdOf(request), actorOf(request))
            },
            schema: { summary: 'Buy arcs of a circle', body: joinRequest, response: { 200: joinReply } },
          },
          async (request) => {
            const circleId = circleIdOf(request)
            const buyer = actorOf(request)
            if (request.body.isOwner) {
              const owner = await ownerMembership(db, circleId)
              if (owner.user_id !== buyer.id) throw new Refusal('not_allowed')
              return ok({ ...toMembership(owner, { names: true, emails: true }), complete: false })
            }
            const amount = request.body.investmentAmount
            return ok(await once(db, request, (tx) => buyArcs(tx, { circleId, buyer, amount, publicUrl })))
          },
        )
      }
    }
    app.delete(
      '/app/circle-membership/:circleId',
      {
        config: { guard: signedIn },
        preValidation: async (request) => void (await requireVisible(db, circleIdOf(request), actorOf(request))),
        schema: { summary: 'Leave a circle', params: circleParams, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await once(db, request, (tx) => leaveCircle(tx, actorOf(request), request.params.circleId, publicUrl))
        return reply.code(204).send(null)
      },
    )
    for (const url of ['/app/circle-membership-owner', '/app/circle-membership-owner/:circleId']) {
      app.post(
        url,
        {
          config: { guard: signedIn },
          preValidation: async (request) => {
            refuseForeignPerson(request, ['user'])
            const relation = await requireVisible(db, circleIdOf(request), actorOf(request))
            if (!relation.isOwner) throw new Refusal('not_allowed')
          },
          schema: { summary: 'The membership made with one’s own circle', response: { 200: membershipReply } },
        },
        async (request) => ok(toMembership(await ownerMembership(db, circleIdOf(request)), { names: true, emails: true })),
      )
    }
    app.get(
      '/app/circle-membership-owner/:circleId',
      {
        config: { guard: signedIn },
        schema: { summary: 'The owner’s membership', params: circleParams, response: { 200: membershipReply } },
      },
      async (request) => {
        const actor = actorOf(request)
        const relation = await requireVisible(db, request.params.circleId, actor)
        const isInside = relation.isMember || actor.isAdmin
        return ok(
          toMembership(await ownerMembership(db, request.params.circleId), {
            names: isInside || relation.isAssignedBroker,
            emails: isInside,
          }),
        )
      },
    )
    for (const url of ['/public/user-membership', '/public/user-membership/:userId']) {
      app.get(
        url,
        {
          config: { guard: anyoneKnown },
          schema: { summary: 'One’s own memberships, empty for anyone else', response: { 200: ownMembershipList } },
        },
        async (request) => {
          const { userId = request.actor?.id } = request.params as { userId?: string }
          return ok(request.actor && userId === request.actor.id ? await ownMemberships(db, request.actor.id) : [])
        },
      )
    }
    app.get(
      '/app/user-membership/:userId',
      {
        config: { guard: signedIn },
        preValidation: async (request) => requireSelf(request),
        schema: { summary: 'My memberships with their circles', params: userParams, response: { 200: ownMembershipList } },
      },
      async (request) => ok(await ownMemberships(db, actorOf(request).id)),
    )
    for (const group of ['app', 'public'] as const) {
      app.get(
        `/${group}/user-circle/:userId`,
        {
          config: { guard: signedIn },
          preValidation: async (request) => requireSelf(request),
          schema: { summary: 'My circles', params: userParams, response: { 200: circleList } },
        },
        async (request) => ok((await ownMemberships(db, actorOf(request).id)).map((membership) => membership.circle)),
      )
    }
  }
}
