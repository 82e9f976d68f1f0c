import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { loginReply, type Token } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import {
  addPasskeyRequest,
  creationOptionsReply,
  passkeyList,
  passkeyReply,
  passkeySignInRequest,
  renamePasskeyRequest,
  requestOptionsReply,
  stepUpOptionsRequest,
  stepUpRequest,
} from '#contract/passkeys.ts'
import { done } from '#contract/reply.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf, originOf } from '#server/http/authenticate.ts'
import { challengeCookieOf, setChallengeCookie } from '#server/http/challenge-cookie.ts'
import { deviceOf, rememberDevice } from '#server/http/device-cookie.ts'
import { anyone, signedIn } from '#server/http/guards.ts'
import { addPasskey, offerPasskey } from './add-passkey.ts'
import { createChallenge } from './passkey-challenges.store.ts'
import { isOwnPasskey, readPasskeys, toPasskey } from './passkeys.store.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import type { Services as SignInServices } from './sign-in.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { offerStepUp, stepUp } from './step-up.ts'
import { relyingPartyOf, requestOptions } from './webauthn.ts'

type Services = SignInServices & { readonly publicUrl: string; readonly supportEmail: string }

const params = z.object({ id: z.string() })

export function passkeysRoutes(given: Services): FastifyPluginAsyncZod {
  const site = relyingPartyOf(given.publicUrl)
  const services = { ...given, site }
  const { db, limiter } = services
  const { keys } = services.maker
  const isHttps = services.publicUrl.startsWith('https:')
  const remember = (reply: FastifyReply, token: Token) => rememberDevice(keys, reply, token, isHttps)
  const requireOwn = async (request: FastifyRequest) => {
    const { id } = request.params as z.infer<typeof params>
    if (!(await isOwnPasskey(db, actorOf(request).id, id))) throw new Refusal('passkey_not_found')
  }
  return async (app) => {
    app.post(
      '/auth/passkey/sign-in-options',
      {
        config: { guard: anyone },
        schema: { summary: 'Start to sign in with a passkey', refuses: [429], response: { 200: requestOptionsReply } },
      },
      async (request, reply) => {
        await limiter.take(db, 'passkey_options_address', request.ip)
        const browser = setChallengeCookie(request, reply, isHttps)
        return ok(await requestOptions(site, await createChallenge(db, { purpose: 'sign_in', browser })))
      },
    )
    app.post(
      '/auth/passkey/sign-in',
      {
        config: { guard: anyone },
        schema: { summary: 'Sign in with a passkey', refuses: [401, 403, 429], body: passkeySignInRequest, response: { 200: loginReply } },
      },
      async (request, reply) => {
        const browser = { origin: originOf(request), device: deviceOf(keys, request), challengeCookie: challengeCookieOf(request) }
        const signedIn = await signInWithPasskey(services, request.body, browser)
        remember(reply, signedIn.token)
        return ok(signedIn)
      },
    )
    app.get(
      '/auth/passkey',
      { config: { guard: signedIn }, schema: { summary: 'My passkeys', response: { 200: passkeyList } } },
      async (request) => ok((await readPasskeys(db, actorOf(request).id)).map(toPasskey)),
    )
    app.post(
      '/auth/passkey/options',
      {
        config: { guard: signedIn },
        schema: { summary: 'Start to add a passkey, after a step-up', refuses: [409, 429], response: { 200: creationOptionsReply } },
      },
      async (request) => ok(await offerPasskey(services, actorOf(request))),
    )
    app.post(
      '/auth/passkey',
      {
        config: { guard: signedIn },
        schema: { summary: 'Add a passkey, after a step-up', refuses: [409], body: addPasskeyRequest, response: { 200: passkeyReply } },
      },
      async (request) => ok(await addPasskey(services, actorOf(request), request.body)),
    )
    app.put(
      '/auth/passkey/:id',
      {
        config: { guard: signedIn },
        preValidation: requireOwn,
        schema: { summary: 'Rename a passkey', params, body: renamePasskeyRequest, response: { 200: passkeyReply } },
      },
      async (request) => ok(await renamePasskey(db, actorOf(request), request.params.id, request.body.name)),
    )
    app.delete(
      '/auth/passkey/:id',
      {
        config: { guard: signedIn },
        preValidation: requireOwn,
        schema: { summary: 'Remove a passkey, after a step-up', params, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await removePasskey(services, actorOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )
    app.post(
      '/auth/step-up/options',
      {
        config: { guard: signedIn },
        schema: {
          summary: 'Start a step-up by passkey',
          refuses: [404, 429],
          body: stepUpOptionsRequest,
          response: { 200: requestOptionsReply },
        },
      },
      async (request) => ok(await offerStepUp(services, actorOf(request), request.body.purpose)),
    )
    app.post(
      '/auth/step-up',
      {
        config: { guard: signedIn },
        schema: { summary: 'Confirm by passkey or password that it is you', refuses: [429], body: stepUpRequest, response: { 200: done } },
      },
      async (request) => {
        await stepUp(services, actorOf(request), request.body)
        return ok({})
      },
    )
  }
}
