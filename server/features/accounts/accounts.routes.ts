import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  changeEmailRequest,
  changePasswordRequest,
  confirmEmailRequest,
  forgotRequest,
  loginReply,
  loginRequest,
  passwordLinkReply,
  passwordLinkRequest,
  refreshReply,
  registerReply,
  registerRequest,
  sessionList,
  type Token,
  whoamiReply,
} from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { done } from '#contract/reply.ts'
import { isId } from '#server/db/ids.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf, originOf, refreshHeader, requireTokens } from '#server/http/authenticate.ts'
import { deviceOf, rememberDevice } from '#server/http/device-cookie.ts'
import { anyone, signedIn } from '#server/http/guards.ts'
import { auditDroppedFields } from '#server/shared/audit/audit-dropped-fields.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { isWithinLimit } from '#server/shared/limits/rate-limits.ts'
import { toSession } from '#server/shared/people/sessions.ts'
import { toUser, userFromJson } from '#server/shared/people/users.ts'
import { changeEmail, confirmEmail, requestConfirmation } from './addresses.ts'
import { changePassword } from './change-password.ts'
import { accountSubject, logIn } from './log-in.ts'
import { usePasswordLink } from './password-links.ts'
import { shareRefreshes } from './refresh-session.ts'
import { register } from './register.ts'
import { endSession, readLiveSessions } from './sessions.store.ts'
import type { Services as SignInServices } from './sign-in.ts'

type Services = SignInServices & { readonly publicUrl: string; readonly supportEmail: string }

export function accountsRoutes(services: Services): FastifyPluginAsyncZod {
  const { db, limiter } = services
  const { keys } = services.maker
  const remember = (reply: FastifyReply, token: Token) => rememberDevice(keys, reply, token, services.publicUrl.startsWith('https:'))
  const refresh = shareRefreshes(db, services.maker)
  return async (app) => {
    app.post(
      '/auth/register',
      {
        config: { guard: anyone },
        preValidation: (request) => auditDroppedFields(db, request),
        schema: { summary: 'Create your account', refuses: [429], body: registerRequest, response: { 200: registerReply } },
      },
      async (request, reply) => {
        const { token } = await register(services, request.body, originOf(request))
        remember(reply, token)
        // The page appends the path that the person wanted to open, URL-encoded.
        return ok({ token, redirectUrl: paths.onboarding, confirmationRedirect: `${paths.onboarding}?redirect=` })
      },
    )
    app.post(
      '/auth/login',
      {
        config: { guard: anyone },
        schema: { summary: 'Sign In', refuses: [401, 403, 429], body: loginRequest, response: { 200: loginReply } },
      },
      async (request, reply) => {
        const signedIn = await logIn(services, request.body, originOf(request), deviceOf(keys, request))
        remember(reply, signedIn.token)
        return ok(signedIn)
      },
    )
    app.get(
      '/auth/whoami',
      {
        config: { guard: signedIn, alongside: () => sql`to_json(users)` },
        schema: { summary: 'Who is signed in', response: { 200: whoamiReply } },
      },
      async (request) => ok({ isLoggedIn: true as const, user: toUser(userFromJson(request.alongside)) }),
    )
    app.get(
      '/auth/refresh',
      { config: { guard: anyone }, schema: { summary: 'Renew the tokens', refuses: [401], response: { 200: refreshReply } } },
      async (request, reply) => {
        requireTokens(request)
        const presented = refreshHeader(request)
        if (!presented) throw new Refusal('missing_refresh_token')
        const token = await refresh(presented, originOf(request))
        remember(reply, token)
        return ok(token)
      },
    )
    app.route({
      method: ['GET', 'POST'],
      url: '/auth/logout',
      config: { guard: signedIn },
      schema: { summary: 'End this session', response: { 200: done } },
      handler: async (request) => {
        const actor = actorOf(request)
        await db.transaction().execute(async (tx) => {
          await endSession(tx, actor.sessionId, actor.id, 'logout')
          await writeAudit(tx, { act: 'session.ended', by: actor, subject: ['session', actor.sessionId] })
        })
        return ok({})
      },
    })
    app.post(
      '/auth/request-token',
      {
        config: { guard: anyone },
        schema: { summary: 'Forgot your password?', refuses: [429], body: forgotRequest, response: { 200: done } },
      },
      async (request) => {
        const { email, confirmEmail } = request.body
        if (email !== confirmEmail) return ok({})
        await limiter.take(db, 'request_token_address', request.ip)
        // The same work for every address; only the job checks whether there is an account.
        if (await isWithinLimit(limiter, db, 'request_token_account', accountSubject(email)))
          await sql`select graphile_worker.add_job('send-reset-link', json_build_object('email', ${email}::text, 'at', clock_timestamp()))`.execute(
            db,
          )
        return ok({})
      },
    )
    for (const [url, purpose, summary, message] of [
      ['/auth/reset-password', 'reset_password', 'Reset the password by a link, and sign in', 'success'],
      ['/auth/set-password', 'set_password', 'Set the first password by a link, and sign in', 'OK'],
    ] as const) {
      app.post(
        url,
        {
          config: { guard: anyone },
          schema: { summary, refuses: [403, 429], body: passwordLinkRequest, response: { 200: passwordLinkReply } },
        },
        async (request, reply) => {
          const signedIn = await usePasswordLink(services, purpose, request.body, originOf(request))
          remember(reply, signedIn.token)
          return ok(signedIn, message)
        },
      )
    }
    app.post(
      '/auth/confirm-email',
      {
        config: { guard: anyone },
        schema: { summary: 'Confirm an e-mail address by a link', refuses: [409, 429], body: confirmEmailRequest, response: { 200: done } },
      },
      async (request) => {
        await confirmEmail(services, request.body, originOf(request))
        return ok({})
      },
    )
    app.post(
      '/auth/request-confirmation',
      {
        config: { guard: signedIn },
        schema: { summary: 'Send another link to confirm my address', refuses: [429], response: { 200: done } },
      },
      async (request) => {
        await requestConfirmation(services, actorOf(request))
        return ok({})
      },
    )
    app.post(
      '/auth/change-password',
      {
        config: { guard: signedIn },
        schema: { summary: 'Change password', refuses: [429], body: changePasswordRequest, response: { 200: done } },
      },
      async (request) => {
        await changePassword(services, actorOf(request), request.body)
        return ok({})
      },
    )
    app.post(
      '/auth/change-email',
      {
        config: { guard: signedIn },
        schema: { summary: 'Change e-mail address', refuses: [429], body: changeEmailRequest, response: { 200: done } },
      },
      async (request) => {
        await changeEmail(services, actorOf(request), request.body)
        return ok({})
      },
    )
    app.get(
      '/auth/session',
      { config: { guard: signedIn }, schema: { summary: 'My sessions', response: { 200: sessionList } } },
      async (request) => {
        const { id, sessionId } = actorOf(request)
        return ok((await readLiveSessions(db, id)).map((row) => toSession(row, sessionId)))
      },
    )
    app.delete(
      '/auth/session/:id',
      {
        config: { guard: signedIn },
        schema: { summary: 'End one of my sessions', params: z.object({ id: z.string() }), response: { 204: z.null() } },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const isEnded = isId(request.params.id) && (await endSession(db, request.params.id, actor.id, 'ended_by_user'))
        if (!isEnded) throw new Refusal('session_not_found')
        await writeAudit(db, { act: 'session.ended', by: actor, subject: ['session', request.params.id] })
        return reply.code(204).send(null)
      },
    )
  }
}
