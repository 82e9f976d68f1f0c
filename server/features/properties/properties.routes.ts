import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deciding } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { bringPropertyRequest, type Property, propertyList, propertyReply, savePropertyRequest } from '#contract/properties.ts'
import { belongsToCircle, type CircleRelation, mayReadInside, mayReadRecord } from '#domain/may/circle.ts'
import { mayAddProperty, mayEditProperty, maySetClosingDate } from '#domain/may/property.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { relationAlongside, relationIn, requireVisible } from '#server/shared/circles/relation.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { readDeciding } from '#server/shared/deciding/decisions.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { bringCopies, requireBrokerOfAll } from './bring-copies.ts'
import { findProperty, type PropertyRow, selectProperties, toProperty } from './properties.ts'
import { addProperty, changeProperty, type Saving } from './save-property.ts'

const idParams = z.object({ id: z.string() })

function requireReader(request: FastifyRequest): void {
  if (!mayReadInside(relationIn(request))) throw new Refusal('not_allowed')
}

function refuseClosingDate(request: FastifyRequest, relation: CircleRelation): void {
  const { closesAt } = (request.body ?? {}) as { closesAt?: unknown }
  if (closesAt !== undefined && !maySetClosingDate(relation)) throw new Refusal('not_allowed')
}

async function requireAdder(db: Database, request: FastifyRequest): Promise<void> {
  const actor = actorOf(request)
  const relation = await requireVisible(db, circleInBody(request), actor)
  refuseClosingDate(request, relation)
  if (!mayAddProperty(relation)) throw new Refusal('not_allowed')
  if (!relation.isAssignedBroker && !actor.isVerified) throw new Refusal('not_verified')
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

/** The same checks again, under the lock, and after `closeDueFirst`, which may have released the person. */
async function lockAsEditor(tx: Tx, request: FastifyRequest, saving: Saving): Promise<void> {
  const place = await findPropertyCircle(tx, (request.params as { id: string }).id)
  if (!place) throw new Refusal('property_not_found')
  const actor = actorOf(request)
  await lockCircle(tx, place.circleId)
  await closeDueFirst(tx, place.circleId, saving)
  const relation = await lockCircleAs(tx, place.circleId, actor, (held) => mayEditProperty(held, place.uploadedBy === actor.id))
  refuseClosingDate(request, relation)
}

async function lockAsAdder(tx: Tx, request: FastifyRequest, saving: Saving): Promise<void> {
  const circleId = circleInBody(request)
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, saving)
  refuseClosingDate(request, await lockCircleAs(tx, circleId, actorOf(request), mayAddProperty))
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
  reader: { readonly id: string; readonly seesReasons: boolean },
): Promise<Property[]> {
  const decidingById = new Map<string, Deciding>()
  for (const circleId of new Set(rows.map((row) => row.circle_id))) {
    const ids = rows.filter((row) => row.circle_id === circleId).map((row) => row.id)
    for (const [id, deciding] of await readDeciding(db, circleId, ids, reader)) decidingById.set(id, deciding)
  }
  return rows.map((row) => {
    const deciding = decidingById.get(row.id)
    // What was changed tells of a hidden property.
    const told = deciding && row.hidden_at ? { ...deciding, changedSinceVote: [] } : deciding
    return { ...toProperty(row), ...(told && { deciding: told }) }
  })
}

const circleInBody = (request: FastifyRequest): string => {
  const circle = (request.body as { circle?: unknown } | null)?.circle
  return typeof circle === 'string' ? circle : ''
}

export function propertiesRoutes({ db, saving }: { db: Database; saving: Saving }): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/app/property-copies',
      {
        config: { guard: signedIn },
        preValidation: async (request) => {
          refuseForeignPerson(request, ['uploadedBy'])
          await requireBrokerOfAll(db, actorOf(request), (request.body as { circles?: unknown } | null)?.circles)
        },
        schema: {
          summary: 'Bring a property to several circles, a copy to each',
          refuses: [403, 404, 409, 422],
          body: bringPropertyRequest,
          response: { 200: propertyList },
        },
      },
      async (request) =>
        ok(
          await idempotentTransaction(db, request, async (tx) => {
            const ids = await bringCopies(tx, actorOf(request), request.body, saving)
            const copies: Property[] = []
            for (const id of ids) copies.push(await readProperty(tx, id))
            return copies
          }),
        ),
    )
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
          const seesReasons = mayReadRecord(relationIn(request))
          return ok(await withDeciding(db, rows, { id: actorOf(request).id, seesReasons }))
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
          return ok(await withDeciding(db, rows, { id: actorOf(request).id, seesReasons: true }))
        },
      )
    }
  }
}
