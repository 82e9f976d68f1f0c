import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  addBrokerReply,
  addBrokerRequest,
  adminSaveUserRequest,
  adminUserList,
  adminUserReply,
  adminVerificationRequest,
  peopleQuery,
  verificationReply,
} from '#contract/admin.ts'
import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { isMailAccepted } from '#server/mail/is-mail-accepted.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { deleteUser } from '#server/shared/people/delete-user.ts'
import { findUser, toUser } from '#server/shared/people/users.ts'
import { inviteUser, welcomeTemplate } from './invite-user.ts'
import { listPeople, type PeopleKind, peopleCsv } from './people-list.ts'
import { type AdminSite, saveUser } from './save-user.ts'
import { verifyUser } from './verify-user.ts'

const params = z.object({ id: z.string() })
const config = { guard: adminOnly }

async function readUser(db: Database | Tx, id: string) {
  const row = await findUser(db, id)
  if (!row) throw new Refusal('user_not_found')
  return { ...toUser(row), suspendedReason: row.suspended_reason }
}

/** User administration, including brokers. */
export function usersAdminRoutes({ db, keys, site }: { db: Database; keys: Keys; site: AdminSite }): FastifyPluginAsyncZod {
  const { publicUrl } = site
  return async (app) => {
    for (const kind of ['user', 'broker'] as const satisfies PeopleKind[]) {
      app.get(
        `/admin/${kind}`,
        {
          config,
          schema: {
            summary: `All ${kind}s`,
            produces: ['application/json', 'text/csv'],
            querystring: peopleQuery,
            response: { 200: z.union([adminUserList, z.string()]) },
          },
        },
        async (request, reply) => {
          if (request.query.format !== 'csv') return ok(await listPeople(db, kind, request.query, actorOf(request).zone))
          const parts = await peopleCsv(db, kind, request.query, actorOf(request).zone)
          await writeAudit(db, { act: `${kind}.exported`, by: actorOf(request) })
          // A stream is sent as it is; the schema sees it as text.
          const stream: unknown = Readable.from(parts)
          return reply.type('text/csv; charset=utf-8').send(stream as string)
        },
      )
      app.get(
        `/admin/${kind}/:id`,
        { config, schema: { summary: `One ${kind}`, params, response: { 200: adminUserReply } } },
        async (request) => ok(await readUser(db, request.params.id)),
      )
      for (const url of [`/admin/${kind}`, `/admin/${kind}/new`]) {
        app.post(
          url,
          {
            config,
            schema: {
              summary: `Open an account for a ${kind} and mail the link`,
              refuses: [409, 422],
              body: addBrokerRequest,
              response: { 200: addBrokerReply },
            },
          },
          async (request) => {
            const form = { ...request.body, isBroker: kind === 'broker' }
            const user = await idempotentTransaction(db, request, async (tx) =>
              readUser(tx, await inviteUser(tx, actorOf(request), form, publicUrl)),
            )
            const welcomeMailAccepted = await isMailAccepted(db, { userId: user._id, template: welcomeTemplate(form) })
            return ok({ ...user, welcomeMailAccepted })
          },
        )
      }
      app.route({
        method: ['POST', 'PUT'],
        url: `/admin/${kind}/:id`,
        config,
        preValidation: async (request) => void (await readUser(db, (request.params as z.infer<typeof params>).id)),
        schema: {
          summary: `Change a ${kind} and their flags`,
          refuses: [409, 422],
          params,
          body: adminSaveUserRequest,
          response: { 200: adminUserReply },
        },
        handler: async (request) =>
          ok(
            await idempotentTransaction(db, request, async (tx) => {
              await saveUser(tx, site, actorOf(request), request.params.id, request.body)
              return readUser(tx, request.params.id)
            }),
          ),
      })
      app.delete(
        `/admin/${kind}/:id`,
        { config, schema: { summary: `Delete a ${kind}`, refuses: [409, 422], params, response: { 204: z.null() } } },
        async (request, reply) => {
          await idempotentTransaction(db, request, (tx) => deleteUser(tx, { publicUrl }, actorOf(request), request.params.id))
          return reply.code(204).send(null)
        },
      )
    }
    for (const suffix of ['user-verification', 'approve-registration'] as const) {
      app.post(
        `/admin/${suffix}`,
        {
          config,
          schema: {
            summary: 'Verify a person',
            refuses: [404, 409, 422],
            body: adminVerificationRequest,
            response: { 200: verificationReply },
          },
        },
        async (request) => {
          const { user: userId, notifyOnly = false, lastDecision } = request.body
          const order = { userId, verifies: !notifyOnly, mails: suffix === 'user-verification', lastDecision }
          return ok(
            await idempotentTransaction(db, request, async (tx) => {
              const mailed = await verifyUser(tx, { ...site, keys }, actorOf(request), order)
              return { user: await readUser(tx, userId), mailed }
            }),
          )
        },
      )
    }
  }
}
