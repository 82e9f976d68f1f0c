import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import {
  addPasskey,
  cookieOf,
  password,
  readActs,
  readOptionsToAdd,
  readOptionsToSignIn,
  readPasskeys,
  refusedText,
  sendSignIn,
  signInWithPasskey,
} from '#server/testing/passkey-calls.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Flaws, softwarePasskey } from '#server/testing/software-authenticator.ts'
import { productionEnv, startTestApp, test } from '#server/testing/test-app.ts'

describe('signing in with a passkey', () => {
  test('starts a session as a password does, and remembers the use', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const { options, cookie } = await readOptionsToSignIn(testApp)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const answer = await sendSignIn(testApp, made.assert(options), cookie)
    const { token, redirectUrl } = answer.data<{ token: Person['token']; redirectUrl: string }>()
    expect([answer.status, redirectUrl]).toEqual([200, '/'])
    expect(String(answer.headers['set-cookie'])).toContain('arcstead_device=')
    expect((await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: User }>().user._id).toBe(maya._id)
    expect((await readPasskeys(testApp, { token }))[0]?.lastUsedAt).toEqual(expect.any(String))
    expect((await readActs(testApp, maya)).at(-1)).toEqual({ act: 'session.started', facts: { means: 'passkey' } })
    await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })
    expect((await readActs(testApp, maya)).at(-1)).toEqual({ act: 'session.started', facts: { means: 'password' } })
  })

  test('a repeated answer is refused', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya, softwarePasskey(undefined, { counts: false }))
    const { options, cookie } = await readOptionsToSignIn(testApp)
    const passkey = made.assert(options)
    const answers = await Promise.all([sendSignIn(testApp, passkey, cookie), sendSignIn(testApp, passkey, cookie)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await sendSignIn(testApp, passkey, cookie)).status).toBe(401)
  })

  test('refuses answers from other sites, to other challenges, of other people or without a verified person', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const { made } = await addPasskey(testApp, maya)
    const foreign = softwarePasskey()
    foreign.attest(await readOptionsToAdd(testApp, other))
    const handleOf = (person: Person) => Buffer.from(person._id.replaceAll('-', ''), 'hex').toString('base64url')
    const flaws: Flaws[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32, 7).toString('base64url') },
      { type: 'webauthn.create' },
      { isVerified: false },
      { userHandle: handleOf(other) },
      { userHandle: null },
      { crossOriginIn: 'https://evil.example' },
    ]
    for (const flaw of flaws) {
      const answer = await signInWithPasskey(testApp, made, flaw)
      expect([flaw, answer.status, answer.body.error]).toEqual([flaw, 401, refusedText])
    }
    // A passkey that was never added, and another key under a known credential's id.
    expect((await signInWithPasskey(testApp, foreign)).status).toBe(401)
    const { options, cookie } = await readOptionsToSignIn(testApp)
    const id = made.credentialId.toString('base64url')
    expect((await sendSignIn(testApp, { ...foreign.assert(options), id, rawId: id }, cookie)).status).toBe(401)
    expect((await readActs(testApp, maya)).filter(({ act }) => act === 'session.refused')).not.toEqual([])
    await testApp.db.deleteFrom('rate_counters').execute()
    expect((await signInWithPasskey(testApp, made)).status).toBe(200)
  })

  test('a challenge belongs to the browser that asked, and to signing in', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const { options, cookie } = await readOptionsToSignIn(testApp)
    const elsewhere = await readOptionsToSignIn(testApp)
    for (const wrong of ['', elsewhere.cookie]) expect((await sendSignIn(testApp, made.assert(options), wrong)).status).toBe(401)
    // Two tabs of one browser share the cookie.
    const secondTab = await readOptionsToSignIn(testApp, cookie)
    expect(secondTab.cookie).toBe(cookie)
    expect((await sendSignIn(testApp, made.assert(options), cookie)).status).toBe(200)
    expect((await sendSignIn(testApp, made.assert(secondTab.options), cookie)).status).toBe(200)

    const stepUp = await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose: 'change_email' })
    expect((await sendSignIn(testApp, made.assert(stepUp.data()), cookie)).status).toBe(401)
    const late = await readOptionsToSignIn(testApp, cookie)
    await testApp.db.updateTable('passkey_challenges').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await sendSignIn(testApp, made.assert(late.options), cookie)).status).toBe(401)
  })

  test('a counter that does not grow means a copy, and is refused', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    expect((await signInWithPasskey(testApp, made, { counter: 5 })).status).toBe(200)
    for (const counter of [5, 4, 0]) expect([counter, (await signInWithPasskey(testApp, made, { counter })).status]).toEqual([counter, 401])
    expect((await signInWithPasskey(testApp, made, { counter: 6 })).status).toBe(200)
    const { made: uncounted } = await addPasskey(testApp, maya, softwarePasskey(undefined, { counts: false }))
    for (let use = 0; use < 2; use += 1) expect((await signInWithPasskey(testApp, uncounted)).status).toBe(200)
  })

  test('suspended, deleted and demo accounts behave as with a password', async () => {
    const testApp = await startTestApp({ ...productionEnv, TRUST_PROXY: '1' })
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
    const at = 'https://arcstead.example'
    const [maya, gone, demo] = [
      await testApp.seed.investor({ password }),
      await testApp.seed.investor({ password }),
      await testApp.seed.investor({ password, isDemo: true }),
    ]
    const [mine, theirs, shown] = [
      (await addPasskey(testApp, maya, softwarePasskey(at))).made,
      (await addPasskey(testApp, gone, softwarePasskey(at))).made,
      (await addPasskey(testApp, demo, softwarePasskey(at))).made,
    ]
    await testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', maya._id).execute()
    const suspended = await signInWithPasskey(testApp, mine)
    expect([suspended.status, suspended.body.code]).toEqual([403, 'account_suspended'])
    expect((await signInWithPasskey(testApp, mine, { isVerified: false })).body.error).toBe(refusedText)
    await testApp.call(gone, 'DELETE', `app/user/${gone._id}`, { currentPassword: password })
    expect((await signInWithPasskey(testApp, theirs)).body.error).toBe(refusedText)
    expect((await signInWithPasskey(testApp, shown, {}, elsewhere)).body.code).toBe('demo_account')
    expect((await signInWithPasskey(testApp, shown)).status).toBe(200)
    await testApp.close()
  })

  test('too many wrong answers are limited, without harm to the password or to a known device', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const device = cookieOf(await signInWithPasskey(testApp, made))
    const guess = () => signInWithPasskey(testApp, made, { isVerified: false })
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await signInWithPasskey(testApp, made)).status).toBe(429)
    const { options, cookie } = await readOptionsToSignIn(testApp)
    expect((await sendSignIn(testApp, made.assert(options), `${cookie}; ${device}`)).status).toBe(200)
    expect((await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).status).toBe(200)
  })
})
