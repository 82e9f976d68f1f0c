import { expect } from 'vitest'
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import type { Person } from './seed.ts'
import { type Flaws, type SoftwarePasskey, softwarePasskey } from './software-authenticator.ts'
import type { ApiUnderTest, Caller } from './test-app.ts'

export const password = 'Larkspur-Terrace-75'
export const refusedText = 'Login unsuccessful, please check your details and try again.'

export const confirmPerson = (testApp: ApiUnderTest, person: Caller, purpose: StepUpPurpose, body: object = { password }) =>
  testApp.call(person, 'POST', 'auth/step-up', { purpose, ...body })

export async function readOptionsToAdd(testApp: ApiUnderTest, person: Caller): Promise<PasskeyCreationOptions> {
  expect((await confirmPerson(testApp, person, 'add_passkey')).status).toBe(200)
  return (await testApp.call(person, 'POST', 'auth/passkey/options')).data()
}

export const sendPasskey = (testApp: ApiUnderTest, person: Caller, passkey: object, name = 'Phone') =>
  testApp.call(person, 'POST', 'auth/passkey', { name, passkey })

/** Adds a passkey as the page does. */
export async function addPasskey(testApp: ApiUnderTest, person: Caller, made = softwarePasskey(), name = 'Phone') {
  const answer = await sendPasskey(testApp, person, made.attest(await readOptionsToAdd(testApp, person)), name)
  expect(answer.status).toBe(200)
  return { made, saved: answer.data<Passkey>() }
}

export const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }) => String(answer.headers['set-cookie']).split(';')[0] ?? ''

export async function readOptionsToSignIn(testApp: ApiUnderTest, cookie = '') {
  const answer = await testApp.call(null, 'POST', 'auth/passkey/sign-in-options', undefined, cookie ? { cookie } : {})
  return { options: answer.data<PasskeyRequestOptions>(), cookie: cookieOf(answer) }
}

export const sendSignIn = (testApp: ApiUnderTest, passkey: object, cookie: string, headers = {}) =>
  testApp.call(null, 'POST', 'auth/passkey/sign-in', { passkey }, { cookie, ...headers })

export async function signInWithPasskey(testApp: ApiUnderTest, made: SoftwarePasskey, flaws: Flaws = {}, headers = {}) {
  const { options, cookie } = await readOptionsToSignIn(testApp)
  return sendSignIn(testApp, made.assert(options, flaws), cookie, headers)
}

export const readActs = async (testApp: ApiUnderTest, person: Person) =>
  testApp.db.selectFrom('audit_log').select(['act', 'facts']).where('actor_id', '=', person._id).orderBy('id').execute()

export const readPasskeys = async (testApp: ApiUnderTest, person: Caller) =>
  (await testApp.call(person, 'GET', 'auth/passkey')).data<Passkey[]>()
