import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminCircleQuery, pageSchema } from '#contract/admin.ts'
import { adminSaveCircleRequest, circle, circleReply, deleteCircleRequest } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { adminCircleProblems } from '#domain/circle-form.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { mapList } from '#server/db/pages.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findCircle, toCircle } from '#server/shared/circles/circles.ts'
import { assignBrokers } from './assign-brokers.ts'
import { createCircle } from './create-circle.ts'
import { deleteAnyCircle } from './delete-circles.ts'
import { findOwnerId, handOver } from './hand-over.ts'
import { listCircles } from './list-circles.ts'
import { requireInvestor } from './require-investor.ts'
import { updateCircle } from './update-circle.ts'

const params = z.object({ id: z.string() })
const config = { guard: adminOnly }

async function readCircle(db: Database | Tx, id: string) {
  const row = await findCircle(db, id)
  if (!row) throw new Refusal('circle_not_found')
  return toCircle(row, 'admin')
}

export function circlesAdminRoutes({ db, publicUrl }: { db: Database; publicUrl: string }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/admin/circle',
      {
        config,
        schema: { summary: 'All circles that are not deleted', querystring: adminCircleQuery, response: { 200: pageSchema(circle) } },
      },
      async (request) => {
        return ok(mapList(await listCircles(db, request.query, actorOf(request).zone), (row) => toCircle(row, 'admin')))
      },
    )
    app.get('/admin/circle/:id', { config, schema: { summary: 'One circle', params, response: { 200: circleReply } } }, async (request) =>
      ok(await readCircle(db, request.params.id)),
    )
    for (const url of ['/admin/circle', '/admin/circle/new']) {
      app.post(
        url,
        {
          config,
          schema: {
            summary: 'Create a circle for an owner',
            refuses: [404, 409, 422],
            body: adminSaveCircleRequest,
            response: { 200: circleReply },
          },
        },
        async (request) =>
          ok(
            await idempotentTransaction(db, request, async (tx) => {
              const actor = actorOf(request)
              const { owner = actor.id } = request.body
              if (owner !== actor.id) await requireInvestor(tx, owner)
              const id = await createCircle(tx, actor, request.body, adminCircleProblems, owner)
              await assignBrokers(tx, { actor, publicUrl }, id, request.body)
              return readCircle(tx, id)
            }),
          ),
      )
    }
    app.route({
      method: ['POST', 'PUT'],
      url: '/admin/circle/:id',
      config,
      preValidation: async (request) => void (await readCircle(db, (request.params as z.infer<typeof params>).id)),
      schema: {
        summary: 'Change a circle, hide it, hand it on, assign its brokers',
        refuses: [409, 422],
        params,
        body: adminSaveCircleRequest,
        response: { 200: circleReply },
      },
      handler: async (request) =>
        ok(
          await idempotentTransaction(db, request, async (tx) => {
            const actor = actorOf(request)
            const circleId = request.params.id
            const { owner } = request.body
            await updateCircle(tx, { actor, publicUrl, isAdminAct: true }, circleId, request.body, adminCircleProblems)
            if (owner !== undefined && owner !== (await findOwnerId(tx, circleId)))
              await handOver(tx, actor, { circleId, userId: owner, publicUrl })
            await assignBrokers(tx, { actor, publicUrl }, circleId, request.body)
            return readCircle(tx, circleId)
          }),
        ),
    })
    for (const url of ['/admin/circle/:id', '/admin/circle-delete/:id']) {
      app.delete(
        url,
        {
          config,
          schema: {
            summary: 'Delete a circle; its record stays. If it holds commitments, with its title',
            refuses: [409, 422],
            params,
            body: deleteCircleRequest,
            response: { 204: z.null() },
          },
        },
        async (request, reply) => {
          const order = { circleId: request.params.id, title: request.body?.title }
          await idempotentTransaction(db, request, (tx) => deleteAnyCircle(tx, actorOf(request), order, { publicUrl }))
          return reply.code(204).send(null)
        },
      )
    }
  }
}
