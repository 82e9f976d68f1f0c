import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { circleList, inviteQuery } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { joinReply, joinRequest, membershipList, membershipReply, ownMembershipList, publicMembershipList } from '#contract/membership.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyone, anyoneKnown, signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { CircleCache } from '#server/shared/circles/circle-cache.ts'
import { toCircle, type View } from '#server/shared/circles/circles.ts'
import { inviteIn, relationAlongside, relationIn, requireVisible, viewOf } from '#server/shared/circles/relation.ts'
import { buyArcs } from './buy-arcs.ts'
import { leaveCircle } from './end-membership.ts'
import { type MembershipRow, readMemberships, type Shows, selectMemberships, toMembership } from './memberships.ts'

const circleParams = z.object({ circleId: z.string() })
const userParams = z.object({ userId: z.string() })

/** The circle id of a request: in the path, else in the body or the query. */
function circleIdOf(request: FastifyRequest): string {
  const { circleId } = request.params as { circleId?: string }
  const { circle } = (request.body ?? request.query ?? {}) as { circle?: unknown }
  if (circleId !== undefined && circle !== undefined && circle !== circleId) {
    throw new Refusal('invalid', { fields: [{ field: 'circle', message: 'Path and body name different circles' }] })
  }
  return circleId ?? String(circle ?? '')
}

const showAmount = (row: MembershipRow) => ({
  investmentAmount: row.amount,
  isOwner: row.is_owner,
  createdAt: row.created_at.toISOString(),
})

/** Names are for members, the circle's brokers and administrators; e-mail addresses not for brokers. */
const showsByView: Readonly<Record<View, Shows>> = {
  admin: { names: true, emails: 'all' },
  inside: { names: true, emails: 'shown' },
  broker: { names: true, emails: 'none' },
  outside: { names: false, emails: 'none' },
}

/** A member's own membership shows everything. */
const everything: Shows = { names: true, emails: 'all' }

/** The newest circle first. */
async function readOwnMemberships(db: Database, circles: CircleCache, { id: userId, isBroker }: Actor) {
  const found = selectMemberships(db).where('memberships.user_id', '=', userId).execute()
  const known = await circles.findAll(found.then((rows) => rows.map((row) => row.circle_id)))
  const byCircle = new Map((await found).map((row) => [row.circle_id, row]))
  return known
    .toSorted((one, other) => other.row.created_at.getTime() - one.row.created_at.getTime())
    .flatMap(({ row: circle }) => {
      const row = byCircle.get(circle.id)
      return row
        ? [
            {
              ...toMembership(row, everything),
              welcomedAt: row.welcomed_at?.toISOString() ?? null,
              circle: toCircle(circle, isBroker ? 'broker' : 'inside'),
            },
          ]
        : []
    })
}

async function findOwnerMembership(db: Database | Tx, circleId: string) {
  const owner = (await readMemberships(db, circleId)).find((row) => row.is_owner)
  if (!owner) throw new Refusal('membership_not_found')
  return owner
}

function requireSelf(request: FastifyRequest): void {
  if ((request.params as { userId: string }).userId !== actorOf(request).id) throw new Refusal('not_yourself')
}

type Services = { readonly db: Database; readonly circles: CircleCache; readonly publicUrl: string }

export function membershipRoutes({ db, circles, publicUrl }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/public/circle-membership/:circleId',
      {
        config: { guard: anyone },
        schema: {
          summary: 'What a circle’s members hold, without saying who',
          params: circleParams,
          querystring: inviteQuery,
          response: { 200: publicMembershipList },
        },
      },
      async (request) => {
        await requireVisible(db, request.params.circleId, null, inviteIn(request.query))
        return ok((await readMemberships(db, request.params.circleId)).map(showAmount))
      },
    )
    app.get(
      '/app/circle-membership/:circleId',
      {
        config: { guard: signedIn, alongside: relationAlongside('circleId') },
        schema: {
          summary: 'A circle’s members',
          params: circleParams,
          querystring: inviteQuery,
          response: { 200: z.union([membershipList, publicMembershipList]) },
        },
      },
      async (request) => {
        const actor = actorOf(request)
        const shows = showsByView[viewOf(relationIn(request), actor)]
        const rows = await readMemberships(db, request.params.circleId)
        return ok(shows.names ? rows.map((row) => toMembership(row, shows)) : rows.map(showAmount))
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
              await requireVisible(db, circleIdOf(request), actorOf(request), inviteIn(request.query))
            },
            schema: {
              summary: 'Buy arcs of a circle',
              refuses: [404, 409, 422],
              querystring: inviteQuery,
              body: joinRequest,
              response: { 200: joinReply },
            },
          },
          async (request) => {
            const circleId = circleIdOf(request)
            const buyer = actorOf(request)
            if (request.body.isOwner) {
              const owner = await findOwnerMembership(db, circleId)
              if (owner.user_id !== buyer.id) throw new Refusal('not_allowed')
              return ok({ ...toMembership(owner, everything), complete: false })
            }
            const { investmentAmount: amount, charterVersion } = request.body
            const order = { circleId, buyer, amount, publicUrl, charterVersion, invite: inviteIn(request.query) }
            return ok(await idempotentTransaction(db, request, (tx) => buyArcs(tx, order)))
          },
        )
      }
      app.delete(
        `/${group}/circle-membership/:circleId`,
        {
          config: { guard: signedIn },
          preValidation: async (request) => void (await requireVisible(db, circleIdOf(request), actorOf(request))),
          schema: { summary: 'Leave a circle', refuses: [409, 422], params: circleParams, response: { 204: z.null() } },
        },
        async (request, reply) => {
          await idempotentTransaction(db, request, (tx) => leaveCircle(tx, actorOf(request), request.params.circleId, publicUrl))
          return reply.code(204).send(null)
        },
      )
      for (const url of [`/${group}/circle-membership-owner`, `/${group}/circle-membership-owner/:circleId`]) {
        app.post(
          url,
          {
            config: { guard: signedIn },
            preValidation: async (request) => {
              refuseForeignPerson(request, ['user'])
              const relation = await requireVisible(db, circleIdOf(request), actorOf(request))
              if (!mayManageCircle(relation)) throw new Refusal('not_allowed')
            },
            schema: { summary: 'The membership made with one’s own circle', refuses: [403, 404], response: { 200: membershipReply } },
          },
          async (request) => ok(toMembership(await findOwnerMembership(db, circleIdOf(request)), everything)),
        )
        app.get(
          url,
          {
            config: { guard: signedIn },
            schema: {
              summary: 'The owner’s membership',
              refuses: [403, 404],
              querystring: inviteQuery.extend({ circle: z.string().max(100).optional() }),
              response: { 200: membershipReply },
            },
          },
          async (request) => {
            const actor = actorOf(request)
            const relation = await requireVisible(db, circleIdOf(request), actor, inviteIn(request.query))
            return ok(toMembership(await findOwnerMembership(db, circleIdOf(request)), showsByView[viewOf(relation, actor)]))
          },
        )
      }
    }
    for (const url of ['/public/user-membership', '/public/user-membership/:userId']) {
      app.get(
        url,
        {
          config: { guard: anyoneKnown },
          schema: { summary: 'One’s own memberships, empty for anyone else', response: { 200: ownMembershipList } },
        },
        async (request) => {
          const { userId = request.actor?.id } = request.params as { userId?: string }
          return ok(request.actor && userId === request.actor.id ? await readOwnMemberships(db, circles, request.actor) : [])
        },
      )
    }
    app.get(
      '/app/user-membership/:userId',
      {
        config: { guard: signedIn },
        preValidation: async (request) => requireSelf(request),
        schema: { summary: 'My memberships with their circles', refuses: [403], params: userParams, response: { 200: ownMembershipList } },
      },
      async (request) => ok(await readOwnMemberships(db, circles, actorOf(request))),
    )
    for (const group of ['app', 'public'] as const) {
      app.get(
        `/${group}/user-circle/:userId`,
        {
          config: { guard: signedIn },
          preValidation: async (request) => requireSelf(request),
          schema: { summary: 'My circles', refuses: [403], params: userParams, response: { 200: circleList } },
        },
        async (request) => ok((await readOwnMemberships(db, circles, actorOf(request))).map((membership) => membership.circle)),
      )
    }
  }
}
