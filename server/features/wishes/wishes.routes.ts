import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { readWish } from '#contract/read-wish.ts'
import { saveWishRequest, wishReply } from '#contract/wishes.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { findWish } from '#server/shared/circles/find-wish.ts'
import { bindInvite, requireVisible } from '#server/shared/circles/relation.ts'
import { deleteWish, saveWish } from '#server/shared/people/save-wish.ts'

const config = { guard: signedIn }
const notKept = [{ field: 'path', message: 'This address cannot be kept' }]

/** The page that a person wanted to open, saved until they may open it. */
export function wishesRoutes({ db, keys }: { db: Database; keys: Keys }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/app/wish', { config, schema: { summary: 'Where I was going', response: { 200: wishReply } } }, async (request) =>
      ok(await findWish(db, keys, actorOf(request).id)),
    )
    app.put(
      '/app/wish',
      { config, schema: { summary: 'Save where I was going', refuses: [404, 422], body: saveWishRequest, response: { 200: wishReply } } },
      async (request) => {
        const actor = actorOf(request)
        const wish = readWish(request.body.path)
        if (!wish) throw new Refusal('invalid', { fields: notKept })
        return ok(
          await idempotentTransaction(db, request, async (tx) => {
            const { circleId, invite } = wish
            const relation = circleId === null ? null : await requireVisible(tx, circleId, actor, invite ?? undefined)
            if (wish.act === 'invitation' && !relation?.isInvited) throw new Refusal('invalid', { fields: notKept })
            const inviteId = circleId !== null && relation?.isInvited ? await bindInvite(tx, circleId, actor, invite ?? undefined) : null
            await saveWish(tx, actor.id, wish, inviteId)
            return findWish(tx, keys, actor.id)
          }),
        )
      },
    )
    app.delete(
      '/app/wish',
      { config, schema: { summary: 'Forget where I was going', refuses: [422], response: { 204: z.null() } } },
      async (request, reply) => {
        await idempotentTransaction(db, request, (tx) => deleteWish(tx, actorOf(request).id))
        return reply.code(204).send(null)
      },
    )
  }
}
