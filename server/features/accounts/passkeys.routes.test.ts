import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Export } from '#contract/export.ts'
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts'
import { mostPasskeys } from '#domain/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { untilSomeoneWaits } from '#server/testing/change-before-lock.ts'
import { linkIn, mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Flaws, type SoftwarePasskey, softwarePasskey } from '#server/testing/software-authenticator.ts'
import { type Caller, productionEnv, startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { endUserSessions } from './sessions.store.ts'

const password = 'Larkspur-Terrace-75'
const refusedText = 'Login unsuccessful, please check your details and try again.'

const confirm = (testApp: TestApp, person: Caller, purpose: StepUpPurpose, body: object = { password }) =>
  testApp.call(person, 'POST', 'auth/step-up', { purpose, ...body })

async function optionsToAdd(testApp: TestApp, person: Caller): Promise<PasskeyCreationOptions> {
  expect((await confirm(testApp, person, 'add_passkey')).status).toBe(200)
  return (await testApp.call(person, 'POST', 'auth/passkey/options')).data()
}

const add = (testApp: TestApp, person: Caller, passkey: object, name = 'Phone') =>
  testApp.call(person, 'POST', 'auth/passkey', { name, passkey })

/** Adds a passkey as the page does. */
async function addPasskey(testApp: TestApp, person: Caller, made = softwarePasskey(), name = 'Phone') {
  const answer = await add(testApp, person, made.attest(await optionsToAdd(testApp, person)), name)
  expect(answer.status).toBe(200)
  return { made, saved: answer.data<Passkey>() }
}

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }) => String(answer.headers['set-cookie']).split(';')[0] ?? ''

async function optionsToSignIn(testApp: TestApp, cookie = '') {
  const answer = await testApp.call(null, 'POST', 'auth/passkey/sign-in-options', undefined, cookie ? { cookie } : {})
  return { options: answer.data<PasskeyRequestOptions>(), cookie: cookieOf(answer) }
}

const sendSignIn = (testApp: TestApp, passkey: object, cookie: string, headers = {}) =>
  testApp.call(null, 'POST', 'auth/passkey/sign-in', { passkey }, { cookie, ...headers })

async function signIn(testApp: TestApp, made: SoftwarePasskey, flaws: Flaws = {}, headers = {}) {
  const { options, cookie } = await optionsToSignIn(testApp)
  return sendSignIn(testApp, made.assert(options, flaws), cookie, headers)
}

const acts = async (testApp: TestApp, person: Person) =>
  testApp.db.selectFrom('audit_log').select(['act', 'facts']).where('actor_id', '=', person._id).orderBy('id').execute()

const list = async (testApp: TestApp, person: Caller) => (await testApp.call(person, 'GET', 'auth/passkey')).data<Passkey[]>()

describe('adding a passkey', () => {
  test('needs a step-up; the owner sees it in the list, gets a mail, and the act is in the audit log', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password, firstName: 'Maya' })
    const early = await testApp.call(maya, 'POST', 'auth/passkey/options')
    expect([early.status, early.body.code]).toEqual([400, 'step_up_required'])

    const options = await optionsToAdd(testApp, maya)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Arcstead' },
      user: { name: maya.email, displayName: 'Maya Tester' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    })
    const made = softwarePasskey(undefined, { isSynced: true })
    const answer = await add(testApp, maya, made.attest(options), '  Maya’s phone ')
    expect(answer.data<Passkey>()).toMatchObject({ name: 'Maya’s phone', isSynced: true, lastUsedAt: null })
    expect(answer.text).not.toContain(made.credentialId.toString('base64url'))
    expect(await list(testApp, maya)).toEqual([answer.data<Passkey>()])
    expect((await mailsTo(testApp, maya.email)).map(({ subject }) => subject)).toEqual(['A passkey was added to your Arcstead account'])
    expect((await acts(testApp, maya)).map(({ act }) => act)).toEqual(['identity.confirmed', 'passkey.added'])
    expect((await signIn(testApp, made)).status).toBe(200)
  })

  test('accepts an attestation by the passkey itself, and refuses certificates before anything of them is followed', async ({
    testApp,
  }) => {
    const maya = await testApp.seed.investor({ password })
    const self = softwarePasskey()
    expect((await add(testApp, maya, self.attest(await optionsToAdd(testApp, maya), { format: 'packed' }))).status).toBe(200)
    const certificates = [Buffer.from('a certificate')]
    const answer = await add(testApp, maya, softwarePasskey().attest(await optionsToAdd(testApp, maya), { format: 'packed', certificates }))
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey_refused'])
  })

  test.each<[string, Flaws]>([
    ['made at another site', { origin: 'https://arcstead.example.evil' }],
    ['made for another site’s id', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['of another kind', { type: 'webauthn.get' }],
    ['without a verified person', { isVerified: false }],
  ])('refuses an answer %s', async (_name, flaws) => {
    const testApp = await startTestApp()
    const maya = await testApp.seed.investor({ password })
    const answer = await add(testApp, maya, softwarePasskey().attest(await optionsToAdd(testApp, maya), flaws))
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey_refused'])
    expect(await list(testApp, maya)).toEqual([])
    await testApp.close()
  })

  test('a challenge is for one answer, of its own session, within its time', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const other = (await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).data<{ token: Person['token'] }>()
    const options = await optionsToAdd(testApp, maya)
    await confirm(testApp, other, 'add_passkey')
    expect((await add(testApp, other, softwarePasskey().attest(options))).body.code).toBe('passkey_refused')
    expect((await add(testApp, maya, softwarePasskey().attest(options))).status).toBe(200)
    await confirm(testApp, maya, 'add_passkey')
    expect((await add(testApp, maya, softwarePasskey().attest(options))).body.code).toBe('passkey_refused')

    const late = await optionsToAdd(testApp, maya)
    await testApp.db.updateTable('passkey_challenges').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await add(testApp, maya, softwarePasskey().attest(late))).body.code).toBe('passkey_refused')
    await sweep(testApp.db)
    expect(await testApp.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  })

  test('a credential belongs to one account', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const { made } = await addPasskey(testApp, maya)
    const answer = await add(testApp, other, made.attest(await optionsToAdd(testApp, other)))
    expect([answer.status, answer.body.code]).toEqual([409, 'passkey_in_use'])
    expect(await list(testApp, other)).toEqual([])
  })

  test(`a person has at most ${mostPasskeys}, also if two are added at once`, async () => {
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    const maya = await testApp.seed.investor({ password })
    const elsewhere = (await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).data<{ token: Person['token'] }>()
    for (let count = 1; count < mostPasskeys; count += 1) await addPasskey(testApp, maya)
    const [here, there] = [await optionsToAdd(testApp, maya), await optionsToAdd(testApp, elsewhere)]
    expect(here.excludeCredentials).toHaveLength(mostPasskeys - 1)
    const answers = await Promise.all([
      add(testApp, maya, softwarePasskey().attest(here)),
      add(testApp, elsewhere, softwarePasskey().attest(there)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await confirm(testApp, maya, 'add_passkey')
    expect((await testApp.call(maya, 'POST', 'auth/passkey/options')).body).toMatchObject({
      code: 'too_many_passkeys',
      error: 'You have 10 passkeys already. Remove one first.',
    })
    await testApp.close()
  })

  test('odd names and odd answers get a clear sentence', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const good = softwarePasskey().attest(await optionsToAdd(testApp, maya))
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      const answer = await add(testApp, maya, good, name)
      expect([name, answer.status, answer.body.fields?.[0]?.field]).toEqual([name, 400, 'name'])
    }
    const nonsense = [
      {},
      { ...good, type: 'password' },
      { ...good, response: { ...good.response, clientDataJSON: 'bm8ganNvbg' } },
      { ...good, response: { ...good.response, attestationObject: 'AAAA' } },
      { ...good, response: { ...good.response, attestationObject: '%%%' } },
    ]
    for (const passkey of nonsense) expect((await add(testApp, maya, passkey)).status).toBe(400)
    for (const passkey of [{}, { ...good, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }])
      expect([400, 401]).toContain((await sendSignIn(testApp, passkey, '')).status)
  })
})

describe('signing in with a passkey', () => {
  test('starts a session as a password does, and remembers the use', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const { options, cookie } = await optionsToSignIn(testApp)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const answer = await sendSignIn(testApp, made.assert(options), cookie)
    const { token, redirectUrl } = answer.data<{ token: Person['token']; redirectUrl: string }>()
    expect([answer.status, redirectUrl]).toEqual([200, '/'])
    expect(String(answer.headers['set-cookie'])).toContain('arcstead_device=')
    expect((await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: User }>().user._id).toBe(maya._id)
    expect((await list(testApp, { token }))[0]?.lastUsedAt).toEqual(expect.any(String))
    expect((await acts(testApp, maya)).at(-1)).toEqual({ act: 'session.started', facts: { means: 'passkey' } })
    await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })
    expect((await acts(testApp, maya)).at(-1)).toEqual({ act: 'session.started', facts: { means: 'password' } })
  })

  test('a repeated answer is refused', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya, softwarePasskey(undefined, { counts: false }))
    const { options, cookie } = await optionsToSignIn(testApp)
    const passkey = made.assert(options)
    const answers = await Promise.all([sendSignIn(testApp, passkey, cookie), sendSignIn(testApp, passkey, cookie)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await sendSignIn(testApp, passkey, cookie)).status).toBe(401)
  })

  test('refuses answers from other sites, to other challenges, of other people or without a verified person', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const { made } = await addPasskey(testApp, maya)
    const foreign = softwarePasskey()
    foreign.attest(await optionsToAdd(testApp, other))
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
      const answer = await signIn(testApp, made, flaw)
      expect([flaw, answer.status, answer.body.error]).toEqual([flaw, 401, refusedText])
    }
    // A passkey that was never added, and another key under a known credential's id.
    expect((await signIn(testApp, foreign)).status).toBe(401)
    const { options, cookie } = await optionsToSignIn(testApp)
    const id = made.credentialId.toString('base64url')
    expect((await sendSignIn(testApp, { ...foreign.assert(options), id, rawId: id }, cookie)).status).toBe(401)
    expect((await acts(testApp, maya)).filter(({ act }) => act === 'session.refused')).not.toEqual([])
    await testApp.db.deleteFrom('rate_counters').execute()
    expect((await signIn(testApp, made)).status).toBe(200)
  })

  test('a challenge belongs to the browser that asked, and to signing in', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const { options, cookie } = await optionsToSignIn(testApp)
    const elsewhere = await optionsToSignIn(testApp)
    for (const wrong of ['', elsewhere.cookie]) expect((await sendSignIn(testApp, made.assert(options), wrong)).status).toBe(401)
    // Two tabs of one browser share the cookie.
    const secondTab = await optionsToSignIn(testApp, cookie)
    expect(secondTab.cookie).toBe(cookie)
    expect((await sendSignIn(testApp, made.assert(options), cookie)).status).toBe(200)
    expect((await sendSignIn(testApp, made.assert(secondTab.options), cookie)).status).toBe(200)

    const stepUp = await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose: 'change_email' })
    expect((await sendSignIn(testApp, made.assert(stepUp.data()), cookie)).status).toBe(401)
    const late = await optionsToSignIn(testApp, cookie)
    await testApp.db.updateTable('passkey_challenges').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await sendSignIn(testApp, made.assert(late.options), cookie)).status).toBe(401)
  })

  test('a counter that does not grow means a copy, and is refused', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    expect((await signIn(testApp, made, { counter: 5 })).status).toBe(200)
    for (const counter of [5, 4, 0]) expect([counter, (await signIn(testApp, made, { counter })).status]).toEqual([counter, 401])
    expect((await signIn(testApp, made, { counter: 6 })).status).toBe(200)
    const { made: uncounted } = await addPasskey(testApp, maya, softwarePasskey(undefined, { counts: false }))
    for (let use = 0; use < 2; use += 1) expect((await signIn(testApp, uncounted)).status).toBe(200)
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
    const suspended = await signIn(testApp, mine)
    expect([suspended.status, suspended.body.code]).toEqual([403, 'account_suspended'])
    expect((await signIn(testApp, mine, { isVerified: false })).body.error).toBe(refusedText)
    await testApp.call(gone, 'DELETE', `app/user/${gone._id}`, { currentPassword: password })
    expect((await signIn(testApp, theirs)).body.error).toBe(refusedText)
    expect((await signIn(testApp, shown, {}, elsewhere)).body.code).toBe('demo_account')
    expect((await signIn(testApp, shown)).status).toBe(200)
    await testApp.close()
  })

  test('too many wrong answers are limited, without harm to the password or to a known device', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const device = cookieOf(await signIn(testApp, made))
    const guess = () => signIn(testApp, made, { isVerified: false })
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await signIn(testApp, made)).status).toBe(429)
    const { options, cookie } = await optionsToSignIn(testApp)
    expect((await sendSignIn(testApp, made.assert(options), `${cookie}; ${device}`)).status).toBe(200)
    expect((await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).status).toBe(200)
  })
})

describe('a passkey in the list', () => {
  test('is renamed and removed by its owner alone; removing needs a step-up and is mailed', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const { made, saved } = await addPasskey(testApp, maya)
    const path = `auth/passkey/${saved._id}`
    expect((await testApp.call(maya, 'PUT', path, { name: ' Key ring ' })).data<Passkey>().name).toBe('Key ring')
    expect((await testApp.call(maya, 'PUT', path, { name: '' })).status).toBe(400)
    await confirm(testApp, other, 'remove_passkey')
    for (const call of [testApp.call(other, 'PUT', path, { name: 'Mine' }), testApp.call(other, 'DELETE', path)])
      expect((await call).body.code).toBe('passkey_not_found')

    expect((await testApp.call(maya, 'DELETE', path)).body.code).toBe('step_up_required')
    await confirm(testApp, maya, 'add_passkey')
    expect((await testApp.call(maya, 'DELETE', path)).body.code).toBe('step_up_required')
    await confirm(testApp, maya, 'remove_passkey')
    expect((await testApp.call(maya, 'DELETE', path)).status).toBe(204)
    expect(await list(testApp, maya)).toEqual([])
    const [, mail] = await mailsTo(testApp, maya.email)
    expect(mail?.subject).toBe('A passkey was removed from your Arcstead account')
    expect(mail?.body).toContain('Key ring')
    expect((await signIn(testApp, made)).status).toBe(401)
  })

  test('is removed when the password is reset by a mailed link, because a thief may have added it', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    await testApp.call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    const link = linkIn((await mailsTo(testApp, maya.email)).at(-1))
    const next = 'Quiet-Meadow-31'
    expect((await testApp.call(null, 'POST', 'auth/reset-password', { ...link, password: next, confirmPassword: next })).status).toBe(200)
    expect((await signIn(testApp, made)).status).toBe(401)
    expect(
      (await mailsTo(testApp, maya.email))
        .map(({ template }) => template)
        .slice(-2)
        .sort(),
    ).toEqual(['passkey-removed', 'password-changed'])
  })

  test('is not added by a request that was under way when the password was reset', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const passkey = softwarePasskey().attest(await optionsToAdd(testApp, maya))
    let thief: ReturnType<typeof add> | undefined
    await testApp.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', maya._id).forUpdate().execute()
      thief = add(testApp, maya, passkey)
      await untilSomeoneWaits(testApp)
      await endUserSessions(tx, maya._id, 'password')
    })
    expect((await thief)?.body.code).toBe('step_up_required')
    const left = await testApp.db.selectFrom('passkeys').select('id').where('user_id', '=', maya._id).execute()
    expect(left).toEqual([])
  })

  test('is in the data export with its name and times, and is erased with the person', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya, softwarePasskey(), 'Key ring')
    await signIn(testApp, made)
    const { passkeys } = (await testApp.call(maya, 'GET', 'app/export')).data<Export>()
    expect(passkeys).toEqual([{ name: 'Key ring', createdAt: expect.any(String), lastUsedAt: expect.any(String) }])
    await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose: 'change_email' })
    expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`, { currentPassword: password })).status).toBe(204)
    expect(await testApp.db.selectFrom('passkeys').selectAll().where('user_id', '=', maya._id).execute()).toEqual([])
  })
})

describe('a step-up', () => {
  const changeEmail = (testApp: TestApp, person: Caller, email: string) => testApp.call(person, 'POST', 'auth/change-email', { email })

  test('by passkey or by password lets a person change the address and delete the account', async ({ testApp }) => {
    for (const means of ['passkey', 'password'] as const) {
      const maya = await testApp.seed.investor({ password })
      const { made } = await addPasskey(testApp, maya)
      const prove = async (purpose: StepUpPurpose) => {
        if (means === 'password') return confirm(testApp, maya, purpose)
        const options = (await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose })).data<PasskeyRequestOptions>()
        expect(options.allowCredentials.map(({ id }) => id)).toEqual([made.credentialId.toString('base64url')])
        return confirm(testApp, maya, purpose, { passkey: made.assert(options) })
      }
      const email = `new-${maya.email}`
      expect((await changeEmail(testApp, maya, email)).body.code).toBe('step_up_required')
      expect((await prove('change_email')).status).toBe(200)
      expect((await acts(testApp, maya)).at(-1)).toEqual({ act: 'identity.confirmed', facts: { purpose: 'change_email', means } })
      expect((await changeEmail(testApp, maya, email)).status).toBe(200)
      expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`)).body.code).toBe('step_up_required')
      expect((await prove('delete_account')).status).toBe(200)
      expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`)).status).toBe(204)
    }
  })

  test('is for one act, of one purpose, in its own session, for a short time; a refused act leaves it', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor()]
    const elsewhere = (await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).data<{ token: Person['token'] }>()
    await confirm(testApp, maya, 'change_email')
    expect((await changeEmail(testApp, elsewhere, 'new@example.com')).body.code).toBe('step_up_required')
    expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`)).body.code).toBe('step_up_required')
    expect((await changeEmail(testApp, maya, other.email)).body.code).toBe('email_in_use')
    expect((await changeEmail(testApp, maya, 'one@example.com')).status).toBe(200)
    expect((await changeEmail(testApp, maya, 'two@example.com')).body.code).toBe('step_up_required')
    await confirm(testApp, maya, 'change_email')
    await testApp.db.updateTable('step_ups').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await changeEmail(testApp, maya, 'three@example.com')).body.code).toBe('step_up_required')
    await sweep(testApp.db)
    expect(await testApp.db.selectFrom('step_ups').selectAll().execute()).toEqual([])
  })

  test('is refused with a wrong password, and with a passkey of another person, purpose or session', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const [{ made }, { made: foreign }] = [await addPasskey(testApp, maya), await addPasskey(testApp, other)]
    for (const body of [{}, { password: 'Wrong-Password-1' }]) {
      const answer = await confirm(testApp, maya, 'change_email', body)
      expect([answer.status, answer.body.code, answer.body.fields?.[0]?.field]).toEqual([400, 'wrong_current_password', 'currentPassword'])
    }
    const options = async (person: Caller, purpose: StepUpPurpose) =>
      (await testApp.call(person, 'POST', 'auth/step-up/options', { purpose })).data<PasskeyRequestOptions>()
    const attempts = [
      foreign.assert(await options(maya, 'change_email')),
      made.assert(await options(maya, 'delete_account')),
      made.assert(await options(other, 'change_email')),
      made.assert((await optionsToSignIn(testApp)).options),
    ]
    for (const passkey of attempts) expect((await confirm(testApp, maya, 'change_email', { passkey })).body.code).toBe('passkey_refused')
    const answer = made.assert(await options(maya, 'change_email'))
    expect((await confirm(testApp, maya, 'change_email', { passkey: answer })).status).toBe(200)
    expect((await confirm(testApp, maya, 'change_email', { passkey: answer })).body.code).toBe('passkey_refused')
    expect((await changeEmail(testApp, maya, 'new@example.org')).status).toBe(200)
    expect((await testApp.call(await testApp.seed.investor(), 'POST', 'auth/step-up/options', { purpose: 'change_email' })).status).toBe(
      404,
    )
    expect((await confirm(testApp, maya, 'rob_a_bank' as StepUpPurpose)).status).toBe(400)
  })

  test('can be guessed ten times in a quarter of an hour', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await confirm(testApp, maya, 'change_email', { password: 'Wrong-Password-1' })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})
