import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  deleteSelfRequest,
  deletionReply,
  keepTimeZoneRequest,
  saveProfileRequest,
  saveUserRequest,
  userReply,
  verificationRequest,
} from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import { exportReply } from '#contract/export.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import type { Database } from '#server/db/connect.ts'
import { transaction } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import { auditDroppedFields } from '#server/shared/audit/audit-dropped-fields.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { deleteUser, lockForDeletion } from '#server/shared/people/delete-user.ts'
import { isLastAdmin } from '#server/shared/people/last-admin.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { obstaclesOf, readOwnPlaces } from '#server/shared/people/own-places.ts'
import { stepUpOrPassword } from '#server/shared/people/step-up.ts'
import { findUser, toUser } from '#server/shared/people/users.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { exportData } from './export-data.ts'
import { keepTimeZone } from './keep-time-zone.ts'
import { requestVerification } from './request-verification.ts'
import { savePerson } from './save-person.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly files: FileStore }

const params = z.object({ id: z.string() })
const idOf = (request: FastifyRequest) => (request.params as z.infer<typeof params>).id

/** `user/{id}` is only for that person; administrators have their own routes. */
async function requireSelf(request: FastifyRequest): Promise<void> {
  if (idOf(request) !== actorOf(request).id) throw new Refusal('not_yourself')
}

const headerPassword = (request: FastifyRequest): string => {
  const header = request.headers['x-current-password']
  return typeof header === 'string' ? header : ''
}

export function profileRoutes({ db, limiter, publicUrl, files }: Services): FastifyPluginAsyncZod {
  const readUser = async (id: string) => {
    const user = await findUser(db, id)
    if (!user) throw new Refusal('user_not_found')
    return toUser(user)
  }
  const checkWrite = async (request: FastifyRequest) => {
    refuseForeignPerson(request, ['user'])
    await auditDroppedFields(db, request)
  }
  return async (app) => {
    // The public routes need a person too: without the headers they answer 401, with them the same as the app routes.
    for (const group of ['app', 'public'] as const) {
      for (const url of [`/${group}/profile`, `/${group}/user`]) {
        app.get(
          url,
          { config: { guard: signedIn }, schema: { summary: 'The signed-in person', response: { 200: userReply } } },
          async (request) => ok(await readUser(actorOf(request).id)),
        )
      }
      app.route({
        method: ['POST', 'PUT'],
        url: `/${group}/profile`,
        config: { guard: signedIn },
        preValidation: checkWrite,
        schema: { summary: 'Change one’s own profile', refuses: [403, 409, 422], body: saveProfileRequest, response: { 200: userReply } },
        handler: async (request) =>
          ok(await idempotentTransaction(db, request, (tx) => savePerson(tx, { publicUrl, files }, actorOf(request), request.body))),
      })
      app.get(
        `/${group}/user/:id`,
        {
          config: { guard: signedIn },
          preValidation: async (request) => {
            if (!mayReadEverything(actorOf(request))) await requireSelf(request)
          },
          schema: { summary: 'Oneself; for an administrator, anyone', refuses: [403], params, response: { 200: userReply } },
        },
        async (request) => ok(await readUser(request.params.id)),
      )
      app.route({
        method: ['POST', 'PUT'],
        url: `/${group}/user/:id`,
        config: { guard: signedIn },
        preValidation: async (request) => {
          await requireSelf(request)
          await checkWrite(request)
        },
        schema: {
          summary: 'Save oneself; `verificationRequested: true` completes onboarding',
          refuses: [403, 409, 422],
          params,
          body: saveUserRequest,
          response: { 200: userReply },
        },
        handler: async (request) =>
          ok(await idempotentTransaction(db, request, (tx) => savePerson(tx, { publicUrl, files }, actorOf(request), request.body))),
      })
      app.post(
        `/${group}/user-verification`,
        {
          config: { guard: signedIn },
          preValidation: checkWrite,
          schema: { summary: 'Ask to be verified', refuses: [403, 409, 422], body: verificationRequest, response: { 200: userReply } },
        },
        async (request) => {
          const actor = actorOf(request)
          await idempotentTransaction(db, request, async (tx) => requestVerification(tx, publicUrl, actor).then(() => null))
          return ok(await readUser(actor.id))
        },
      )
    }
    app.put(
      '/app/time-zone',
      {
        config: { guard: signedIn },
        preValidation: checkWrite,
        schema: {
          summary: 'Keep the browser’s time zone if the account has none',
          refuses: [403, 422],
          body: keepTimeZoneRequest,
          response: { 200: userReply },
        },
      },
      async (request) => ok(await idempotentTransaction(db, request, (tx) => keepTimeZone(tx, actorOf(request), request.body.timeZone))),
    )
    app.get(
      '/app/export',
      {
        config: { guard: signedIn },
        schema: { summary: 'Everything kept of oneself, after a step-up', refuses: [400, 429], response: { 200: exportReply } },
      },
      async (request) => {
        const actor = actorOf(request)
        const redeem = await stepUpOrPassword({ db, limiter }, actor, 'export_data', headerPassword(request))
        // A transaction of its own: the snapshot of the export could not wait for a parallel one.
        await db.transaction().execute(async (tx) => redeem(tx, await lockSelf(tx, actor)))
        return ok(await exportData(db, actor))
      },
    )
    app.get(
      '/app/account-deletion',
      { config: { guard: signedIn }, schema: { summary: 'What forbids deleting one’s account', response: { 200: deletionReply } } },
      async (request) => {
        const { id } = actorOf(request)
        return ok({ circles: obstaclesOf(await readOwnPlaces(db, id)), isLastAdmin: await isLastAdmin(db, id) })
      },
    )
    app.delete(
      '/app/user/:id',
      {
        config: { guard: signedIn },
        preValidation: requireSelf,
        schema: {
          summary: 'Delete one’s own account',
          refuses: [403, 409, 429],
          params,
          body: deleteSelfRequest,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const password = request.body?.currentPassword ?? headerPassword(request)
        const redeem = await stepUpOrPassword({ db, limiter }, actor, 'delete_account', password)
        // No Idempotency-Key: after success there is nobody left to repeat the request.
        await transaction(db, async (tx) => {
          await lockForDeletion(tx, actor.id)
          await redeem(tx, await lockSelf(tx, actor))
          await deleteUser(tx, { publicUrl }, actor, actor.id)
        })
        return reply.code(204).send(null)
      },
    )
  }
}
