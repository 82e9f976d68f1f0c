import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { propertyList, propertyReply, savePropertyRequest } from '#contract/properties.ts'
import { reply } from '#contract/reply.ts'
import { preferenceValues } from '#domain/choices.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { requireVisible } from '#server/shared/circles/relation.ts'
import { readDeciding } from '#server/shared/deciding/decisions.ts'
import { deleteProperty } from './delete-property.ts'
import { findProperty, selectProperties, toProperty } from './properties.ts'
import { addProperty, changeProperty, type Saving } from './save-property.ts'

const params = z.object({ id: z.string() })
const config = { guard: adminOnly }

async function readProperty(db: Database | Tx, id: string) {
  const row = await findProperty(db, id)
  if (!row) throw new Refusal('property_not_found')
  return toProperty(row)
}

export function propertiesAdminRoutes({ db, saving }: { db: Database; saving: Saving }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/admin/property',
      {
        config,
        schema: {
          summary: 'Properties, all or of one circle',
          querystring: z.object({ circle: z.string().max(100).optional() }),
          response: { 200: propertyList },
        },
      },
      async (request) => {
        const { circle } = request.query
        if (circle !== undefined && !isId(circle)) return ok([])
        const rows = await selectProperties(db)
          .$if(circle !== undefined, (query) => query.where('properties.circle_id', '=', circle ?? ''))
          .execute()
        return ok(rows.map(toProperty))
      },
    )
    app.get(
      '/admin/property/:id',
      { config, schema: { summary: 'One property', params, response: { 200: propertyReply } } },
      async (request) => {
        const property = await readProperty(db, request.params.id)
        const reader = { id: actorOf(request).id, seesReasons: false }
        const deciding = (await readDeciding(db, property.circle._id, [property._id], reader)).get(property._id)
        return ok({ ...property, ...(deciding && { deciding }) })
      },
    )
    for (const url of ['/admin/property', '/admin/property/new']) {
      app.post(
        url,
        {
          config,
          preValidation: async (request) => {
            const circle = (request.body as { circle?: unknown } | null)?.circle
            await requireVisible(db, typeof circle === 'string' ? circle : '', actorOf(request))
          },
          schema: {
            summary: 'Add a property to a circle',
            refuses: [404, 409, 422],
            body: savePropertyRequest,
            response: { 200: propertyReply },
          },
        },
        async (request) =>
          ok(
            await idempotentTransaction(db, request, async (tx) =>
              readProperty(tx, await addProperty(tx, actorOf(request), request.body.circle ?? '', request.body, saving)),
            ),
          ),
      )
    }
    app.route({
      method: ['POST', 'PUT'],
      url: '/admin/property/:id',
      config,
      preValidation: async (request) => void (await readProperty(db, (request.params as z.infer<typeof params>).id)),
      schema: { summary: 'Change a property', refuses: [409, 422], params, body: savePropertyRequest, response: { 200: propertyReply } },
      handler: async (request) =>
        ok(
          await idempotentTransaction(db, request, async (tx) => {
            await changeProperty(tx, actorOf(request), request.params.id, request.body, saving)
            return readProperty(tx, request.params.id)
          }),
        ),
    })
    app.delete(
      '/admin/property/:id',
      { config, schema: { summary: 'Delete a property and its votes', refuses: [409, 422], params, response: { 204: z.null() } } },
      async (request, reply) => {
        await idempotentTransaction(db, request, (tx) => deleteProperty(tx, actorOf(request), request.params.id, saving))
        return reply.code(204).send(null)
      },
    )
    app.get(
      '/admin/property-preference/:id',
      {
        config,
        schema: {
          summary: 'The votes on a property',
          params,
          response: { 200: reply(z.array(z.object({ user: z.string(), preference: z.enum(preferenceValues) }))) },
        },
      },
      async (request) => ok((await readProperty(db, request.params.id)).preferences),
    )
  }
}
