import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { circlesOfPersonList, membershipList } from '#contract/membership.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { adminOnly } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { findCircle } from '#server/shared/circles/circles.ts'
import { findUser } from '#server/shared/people/users.ts'
import { readCirclesOfPerson } from './circles-of-person.ts'
import { removeMember } from './end-membership.ts'
import { readMemberships, toMembership } from './memberships.ts'

const config = { guard: adminOnly }

export function membershipAdminRoutes({ db, publicUrl }: { db: Database; publicUrl: string }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/admin/user-membership/:id',
      {
        config,
        schema: {
          summary: 'A person’s circles, as owner, member or broker',
          params: z.object({ id: z.string() }),
          response: { 200: circlesOfPersonList },
        },
      },
      async (request) => {
        if (!(await findUser(db, request.params.id))) throw new Refusal('user_not_found')
        return ok(await readCirclesOfPerson(db, request.params.id))
      },
    )
    app.get(
      '/admin/circle-membership/:id',
      { config, schema: { summary: 'A circle’s members', params: z.object({ id: z.string() }), response: { 200: membershipList } } },
      async (request) => {
        if (!(await findCircle(db, request.params.id))) throw new Refusal('circle_not_found')
        const rows = await readMemberships(db, request.params.id)
        return ok(rows.map((row) => toMembership(row, { names: true, emails: 'all' })))
      },
    )
    app.delete(
      '/admin/circle-membership/:id',
      {
        config,
        schema: {
          summary: 'Remove a member who is not the owner',
          refuses: [409, 422],
          params: z.object({ id: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        if (!isId(id)) throw new Refusal('membership_not_found')
        await idempotentTransaction(db, request, (tx) => removeMember(tx, { actor: actorOf(request), membershipId: id, publicUrl }))
        return reply.code(204).send(null)
      },
    )
  }
}
