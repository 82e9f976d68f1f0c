import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sessionList } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { endUserSessions, toSession } from '#server/shared/people/sessions.ts'
import { findUser } from '#server/shared/people/users.ts'
import { endSession, readLiveSessions } from './sessions.store.ts'

const params = z.object({ id: z.string() })
const config = { guard: adminOnly }

/** A person's sessions, for administrators. Their own present session is never ended here: that is Logout. */
export function sessionsAdminRoutes(db: Database): FastifyPluginAsyncZod {
  const requirePerson = async (request: { params: unknown }) => {
    if (!(await findUser(db, (request.params as z.infer<typeof params>).id))) throw new Refusal('user_not_found')
  }
  return async (app) => {
    app.get(
      '/admin/user-session/:id',
      { config, preValidation: requirePerson, schema: { summary: 'A person’s sessions', params, response: { 200: sessionList } } },
      async (request) => ok((await readLiveSessions(db, request.params.id)).map((row) => toSession(row, actorOf(request).sessionId))),
    )
    app.delete(
      '/admin/user-session/:id',
      {
        config,
        preValidation: requirePerson,
        schema: { summary: 'End all sessions of a person', refuses: [422], params, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const { id } = request.params
        await idempotentTransaction(db, request, async (tx) => {
          const sessions = await endUserSessions(tx, id, 'ended_by_admin', actor.sessionId)
          if (sessions > 0) await writeAudit(tx, { act: 'session.ended_by_admin', by: actor, subject: ['user', id], facts: { sessions } })
          return {}
        })
        return reply.code(204).send(null)
      },
    )
    app.delete(
      '/admin/user-session/:id/:sessionId',
      {
        config,
        preValidation: requirePerson,
        schema: {
          summary: 'End one session of a person',
          refuses: [422],
          params: params.extend({ sessionId: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const { id, sessionId } = request.params
        await idempotentTransaction(db, request, async (tx) => {
          const isOther = isId(sessionId) && sessionId !== actor.sessionId
          if (!isOther || !(await endSession(tx, sessionId, id, 'ended_by_admin'))) throw new Refusal('session_not_found')
          await writeAudit(tx, { act: 'session.ended_by_admin', by: actor, subject: ['user', id], facts: { session: sessionId } })
          return {}
        })
        return reply.code(204).send(null)
      },
    )
  }
}
