import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { addPushDeviceRequest, choosePushesRequest, pushesReply } from '#contract/pushes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { readPushKinds, selectPushDevices } from '#server/shared/notices/push-choices.ts'
import { choosePushes } from './choose-pushes.ts'
import { addPushDevice, checkPushDevice, isOwnPushDevice, removePushDevice } from './push-devices.ts'

type Services = {
  readonly db: Database
  readonly limiter: RateLimiter
  readonly publicKey: string
  /** Endpoints may be on this machine, for tests. */
  readonly toAnyHost: boolean
}

const config = { guard: signedIn }
const params = z.object({ id: z.string() })

export function pushesRoutes({ db, limiter, publicKey, toAnyHost }: Services): FastifyPluginAsyncZod {
  const read = async (tx: Database | Tx, actor: Actor) => ({
    publicKey,
    kinds: await readPushKinds(tx, actor.id),
    devices: (await selectPushDevices(tx, actor.id).execute()).map((row) => ({
      _id: row.id,
      userAgent: row.user_agent,
      since: row.created_at.toISOString(),
      isCurrent: row.session_id === actor.sessionId,
    })),
  })
  const requireOwn = async (request: FastifyRequest) => {
    const { id } = request.params as z.infer<typeof params>
    if (!(await isOwnPushDevice(db, actorOf(request).id, id))) throw new Refusal('push_device_not_found')
  }
  return async (app) => {
    app.get(
      '/app/push',
      { config, schema: { summary: 'What is pushed to me, and to which browsers', response: { 200: pushesReply } } },
      async (request) => ok(await read(db, actorOf(request))),
    )
    app.put(
      '/app/push',
      {
        config,
        schema: { summary: 'Choose what is pushed to me', refuses: [422], body: choosePushesRequest, response: { 200: pushesReply } },
      },
      async (request) => {
        const actor = actorOf(request)
        return ok(
          await idempotentTransaction(db, request, async (tx) => {
            await choosePushes(tx, actor, request.body.kinds)
            return read(tx, actor)
          }),
        )
      },
    )
    app.post(
      '/app/push',
      {
        config,
        schema: {
          summary: 'Switch pushes on for this browser',
          refuses: [409, 422, 429],
          body: addPushDeviceRequest,
          response: { 200: pushesReply },
        },
      },
      async (request) => {
        const actor = actorOf(request)
        await limiter.take(db, 'push_account', actor.id)
        await checkPushDevice(request.body, toAnyHost)
        return ok(
          await idempotentTransaction(db, request, async (tx) => {
            await addPushDevice(tx, actor, request.body)
            return read(tx, actor)
          }),
        )
      },
    )
    app.delete(
      '/app/push/:id',
      {
        config,
        preValidation: requireOwn,
        schema: { summary: 'Switch pushes off for a browser of mine', refuses: [422], params, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await idempotentTransaction(db, request, (tx) => removePushDevice(tx, actorOf(request), request.params.id))
        return reply.code(204).send(null)
      },
    )
  }
}
