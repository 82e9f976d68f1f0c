import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deciding } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { type Property, propertyList, propertyReply, savePropertyRequest } from '#contract/properties.ts'
import { belongsToCircle, type CircleRelation, isInsider, mayEditProperty, maySetClosingDate } from '#domain/circle-relation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { relationAlongside, relationIn, requireVisible } from '#server/shared/circles/relation.ts'
import { readDeciding } from '#server/shared/decisions/decisions.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { closeDue } from '#server/shared/motions/close-due.ts'
import { findProperty, type PropertyRow, selectProperties, toProperty } from './properties.ts'
import { addProperty, changeProperty, type Saving } from './save-property.ts'

const idParams = z.object({ id: z.string() })

/** A circle's properties are visible to its members, its brokers and administrators. */
function requireReader(request: FastifyRequest): void {
  if (!isInsider(relationIn(request))) throw new Refusal('not_allowed')
}

function refuseClosingDate(request: FastifyRequest, relation: CircleRelation): void {
  const { closesAt } = (request.body ?? {}) as { closesAt?: unknown }
  if (closesAt !== undefined && !maySetClosingDate(relation)) throw new Refusal('not_allowed')
}

async function requireAdder(db: Database, request: FastifyRequest): Promise<void> {
  const actor = actorOf(request)
  const relation = await requireVisible(db, circleInBody(request), actor)
  refuseClosingDate(request, relation)
  if (relation.isAssignedBroker) return
  if (!relation.isMember) throw new Refusal('not_allowed')
  if (!actor.isVerified) throw new Refusal('not_verified')
}

async function requireEditor(db: Database, request: FastifyRequest): Promise<void> {
  const actor = actorOf(request)
  const place = await findPropertyCircle(db, (request.params as { id: string }).id)
  if (!place) throw new Refusal('property_not_found')
  const relation = await requireVisible(db, place.circleId, actor)
  if (!belongsToCircle(relation)) throw new Refusal('property_not_found')
  if (!mayEditProperty(relation, place.uploadedBy === actor.id)) throw new Refusal('not_allowed')
  refuseClosingDate(request, relation)
}

/** The same checks again, under the lock, and after `closeDue`, which may have released the person. */
async function lockAsEditor(tx: Tx, request: FastifyRequest, saving: Saving): Promise<void> {
  const place = await findPropertyCircle(tx, (request.params as { id: string }).id)
  if (!place) throw new Refusal('property_not_found')
  const actor = actorOf(request)
  await lockCircle(tx, place.circleId)
  await closeDue(tx, place.circleId, saving)
  const relation = await lockCircleAs(tx, place.circleId, actor, (held) => mayEditProperty(held, place.uploadedBy === actor.id))
  refuseClosingDate(request, relation)
}

async function lockAsAdder(tx: Tx, request: FastifyRequest, saving: Saving): Promise<void> {
  const circleId = circleInBody(request)
  await lockCircle(tx, circleId)
  await closeDue(tx, circleId, saving)
  refuseClosingDate(request, await lockCircleAs(tx, circleId, actorOf(request), belongsToCircle))
}

async function readProperty(tx: Tx, id: string) {
  const row = await findProperty(tx, id)
  if (!row) throw new Refusal('property_not_found')
  return toProperty(row)
}

/** Properties with their voting state. Only for reads: stored idempotent answers must not contain reasons. */
async function withDeciding(
  db: Database,
  rows: readonly PropertyRow[],
  { actor, isMember }: { readonly actor: Actor; readonly isMember: boolean },
): Promise<Property[]> {
  const decidingById = new Map<string, Deciding>()
  for (const circleId of new Set(rows.map((row) => row.circle_id))) {
    const ids = rows.filter((row) => row.circle_id === circleId).map((row) => row.id)
    const seesReasons = actor.isAdmin || isMember
    for (const [id, deciding] of await readDeciding(db, circleId, ids, { id: actor.id, seesReasons })) decidingById.set(id, deciding)
  }
  return rows.map((row) => {
    const deciding = decidingById.get(row.id)
    return { ...toProperty(row), ...(deciding && { deciding }) }
  })
}

const circleInBody = (request: FastifyRequest): string => {
  const circle = (request.body as { circle?: unknown } | null)?.circle
  return typeof circle === 'string' ? circle : ''
}

export function propertiesRoutes({ db, saving }: { db: Database; saving: Saving }): FastifyPluginAsyncZod {
  return async (app) => {
    for (const group of ['app', 'public'] as const) {
      app.get(
        `/${group}/property/:id`,
        {
          config: { guard: signedIn, alongside: relationAlongside('id') },
          preValidation: async (request) => requireReader(request),
          schema: {
            summary: 'A circle’s properties with their votes',
            refuses: [403],
            // The circle's id; named `id` because writes have a property's id in the same position.
            params: idParams,
            querystring: z.object({ id: z.string().max(100).optional() }),
            response: { 200: propertyList },
          },
        },
        async (request) => {
          const { id } = request.query
          if (id !== undefined && !isId(id)) return ok([])
          const rows = await selectProperties(db)
            .where('properties.circle_id', '=', request.params.id)
            .$if(id !== undefined, (query) => query.where('properties.id', '=', id ?? ''))
            .execute()
          const { isMember } = relationIn(request)
          return ok(await withDeciding(db, rows, { actor: actorOf(request), isMember }))
        },
      )
      for (const url of [`/${group}/property`, `/${group}/property/new`]) {
        app.post(
          url,
          {
            config: { guard: signedIn },
            preValidation: async (request) => {
              refuseForeignPerson(request, ['uploadedBy'])
              await requireAdder(db, request)
            },
            schema: {
              summary: 'Bring a property to a circle',
              refuses: [403, 404, 409, 422],
              body: savePropertyRequest,
              response: { 200: propertyReply },
            },
          },
          async (request) =>
            ok(
              await idempotentTransaction(db, request, async (tx) => {
                await lockAsAdder(tx, request, saving)
                return readProperty(tx, await addProperty(tx, actorOf(request), circleInBody(request), request.body, saving))
              }),
            ),
        )
      }
      app.route({
        method: ['PUT', 'POST'],
        url: `/${group}/property/:id`,
        config: { guard: signedIn },
        preValidation: async (request) => requireEditor(db, request),
        schema: {
          summary: 'Change a property',
          refuses: [403, 409, 422],
          params: idParams,
          body: savePropertyRequest,
          response: { 200: propertyReply },
        },
        handler: async (request) =>
          ok(
            await idempotentTransaction(db, request, async (tx) => {
              await lockAsEditor(tx, request, saving)
              await changeProperty(tx, actorOf(request), request.params.id, request.body, saving)
              return readProperty(tx, request.params.id)
            }),
          ),
      })
      app.get(
        `/${group}/user-circle-properties/:userId`,
        {
          config: { guard: signedIn },
          preValidation: async (request) => {
            if ((request.params as { userId: string }).userId !== actorOf(request).id) throw new Refusal('not_yourself')
          },
          schema: {
            summary: 'Properties of my circles',
            refuses: [403],
            params: z.object({ userId: z.string() }),
            response: { 200: propertyList },
          },
        },
        async (request) => {
          const rows = await selectProperties(db)
            .innerJoin('memberships', 'memberships.circle_id', 'properties.circle_id')
            .where('memberships.user_id', '=', actorOf(request).id)
            .where('memberships.ended_at', 'is', null)
            .execute()
          return ok(await withDeciding(db, rows, { actor: actorOf(request), isMember: true }))
        },
      )
    }
  }
}
