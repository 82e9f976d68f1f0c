import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Export } from '#contract/export.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { mostPasskeys } from '#domain/passkeys.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { endUserSessions } from '#server/shared/people/sessions.ts'
import { untilSomeoneWaits } from '#server/testing/change-before-lock.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { linkIn, mailsTo } from '#server/testing/mails.ts'
import {
  addPasskey,
  confirmPerson,
  password,
  readActs,
  readOptionsToAdd,
  readPasskeys,
  sendPasskey,
  sendSignIn,
  signInWithPasskey,
} from '#server/testing/passkey-calls.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Flaws, softwarePasskey } from '#server/testing/software-authenticator.ts'
import { startTestApp, test } from '#server/testing/test-app.ts'

describe('adding a passkey', () => {
  test('needs a step-up; the owner sees it in the list, gets a mail, and the act is in the audit log', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password, firstName: 'Maya' })
    const early = await testApp.call(maya, 'POST', 'auth/passkey/options')
    expect([early.status, early.body.code]).toEqual([400, 'step_up_required'])

    const options = await readOptionsToAdd(testApp, maya)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Arcstead' },
      user: { name: maya.email, displayName: 'Maya Tester' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    })
    const made = softwarePasskey(undefined, { isSynced: true })
    const answer = await sendPasskey(testApp, maya, made.attest(options), '  Maya’s phone ')
    expect(answer.data<Passkey>()).toMatchObject({ name: 'Maya’s phone', isSynced: true, lastUsedAt: null })
    expect(answer.text).not.toContain(made.credentialId.toString('base64url'))
    expect(await readPasskeys(testApp, maya)).toEqual([answer.data<Passkey>()])
    expect((await mailsTo(testApp, maya.email)).map(({ subject }) => subject)).toEqual(['A passkey was added to your Arcstead account'])
    expect((await readActs(testApp, maya)).map(({ act }) => act)).toEqual(['identity.confirmed', 'passkey.added'])
    expect((await signInWithPasskey(testApp, made)).status).toBe(200)
  })

  test('accepts an attestation by the passkey itself, and refuses certificates before anything of them is followed', async ({
    testApp,
  }) => {
    const maya = await testApp.seed.investor({ password })
    const self = softwarePasskey()
    expect((await sendPasskey(testApp, maya, self.attest(await readOptionsToAdd(testApp, maya), { format: 'packed' }))).status).toBe(200)
    const certificates = [Buffer.from('a certificate')]
    const answer = await sendPasskey(
      testApp,
      maya,
      softwarePasskey().attest(await readOptionsToAdd(testApp, maya), { format: 'packed', certificates }),
    )
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
    const answer = await sendPasskey(testApp, maya, softwarePasskey().attest(await readOptionsToAdd(testApp, maya), flaws))
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey_refused'])
    expect(await readPasskeys(testApp, maya)).toEqual([])
    await testApp.close()
  })

  test('a challenge is for one answer, of its own session, within its time', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const other = (await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).data<{ token: Person['token'] }>()
    const options = await readOptionsToAdd(testApp, maya)
    await confirmPerson(testApp, other, 'add_passkey')
    expect((await sendPasskey(testApp, other, softwarePasskey().attest(options))).body.code).toBe('passkey_refused')
    expect((await sendPasskey(testApp, maya, softwarePasskey().attest(options))).status).toBe(200)
    await confirmPerson(testApp, maya, 'add_passkey')
    expect((await sendPasskey(testApp, maya, softwarePasskey().attest(options))).body.code).toBe('passkey_refused')

    const late = await readOptionsToAdd(testApp, maya)
    await testApp.db.updateTable('passkey_challenges').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await sendPasskey(testApp, maya, softwarePasskey().attest(late))).body.code).toBe('passkey_refused')
    await sweep(testApp.db)
    expect(await testApp.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  })

  test('a credential belongs to one account', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const { made } = await addPasskey(testApp, maya)
    const answer = await sendPasskey(testApp, other, made.attest(await readOptionsToAdd(testApp, other)))
    expect([answer.status, answer.body.code]).toEqual([409, 'passkey_in_use'])
    expect(await readPasskeys(testApp, other)).toEqual([])
  })

  test(`a person has at most ${mostPasskeys}, also if two are added at once`, async () => {
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    const maya = await testApp.seed.investor({ password })
    const elsewhere = (await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).data<{ token: Person['token'] }>()
    for (let count = 1; count < mostPasskeys; count += 1) await addPasskey(testApp, maya)
    const [here, there] = [await readOptionsToAdd(testApp, maya), await readOptionsToAdd(testApp, elsewhere)]
    expect(here.excludeCredentials).toHaveLength(mostPasskeys - 1)
    const answers = await Promise.all([
      sendPasskey(testApp, maya, softwarePasskey().attest(here)),
      sendPasskey(testApp, elsewhere, softwarePasskey().attest(there)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await confirmPerson(testApp, maya, 'add_passkey')
    expect((await testApp.call(maya, 'POST', 'auth/passkey/options')).body).toMatchObject({
      code: 'too_many_passkeys',
      error: 'You have 10 passkeys already. Remove one first.',
    })
    await testApp.close()
  })

  test('odd names and odd answers get a clear sentence', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const good = softwarePasskey().attest(await readOptionsToAdd(testApp, maya))
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      const answer = await sendPasskey(testApp, maya, good, name)
      expect([name, answer.status, answer.body.fields?.[0]?.field]).toEqual([name, 400, 'name'])
    }
    const nonsense = [
      {},
      { ...good, type: 'password' },
      { ...good, response: { ...good.response, clientDataJSON: 'bm8ganNvbg' } },
      { ...good, response: { ...good.response, attestationObject: 'AAAA' } },
      { ...good, response: { ...good.response, attestationObject: '%%%' } },
    ]
    for (const passkey of nonsense) expect((await sendPasskey(testApp, maya, passkey)).status).toBe(400)
    for (const passkey of [{}, { ...good, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }])
      expect([400, 401]).toContain((await sendSignIn(testApp, passkey, '')).status)
  })
})

describe('a passkey in the list', () => {
  test('is renamed and removed by its owner alone; removing needs a step-up and is mailed', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const { made, saved } = await addPasskey(testApp, maya)
    const path = `auth/passkey/${saved._id}`
    expect((await testApp.call(maya, 'PUT', path, { name: ' Key ring ' })).data<Passkey>().name).toBe('Key ring')
    expect((await testApp.call(maya, 'PUT', path, { name: '' })).status).toBe(400)
    await confirmPerson(testApp, other, 'remove_passkey')
    for (const call of [testApp.call(other, 'PUT', path, { name: 'Mine' }), testApp.call(other, 'DELETE', path)])
      expect((await call).body.code).toBe('passkey_not_found')

    expect((await testApp.call(maya, 'DELETE', path)).body.code).toBe('step_up_required')
    await confirmPerson(testApp, maya, 'add_passkey')
    expect((await testApp.call(maya, 'DELETE', path)).body.code).toBe('step_up_required')
    await confirmPerson(testApp, maya, 'remove_passkey')
    expect((await testApp.call(maya, 'DELETE', path)).status).toBe(204)
    expect(await readPasskeys(testApp, maya)).toEqual([])
    const [, mail] = await mailsTo(testApp, maya.email)
    expect(mail?.subject).toBe('A passkey was removed from your Arcstead account')
    expect(mail?.body).toContain('Key ring')
    expect((await signInWithPasskey(testApp, made)).status).toBe(401)
  })

  test('is removed when the password is reset by a mailed link, because a thief may have added it', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    await testApp.call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    const link = linkIn((await mailsTo(testApp, maya.email)).at(-1))
    const next = 'Quiet-Meadow-31'
    expect((await testApp.call(null, 'POST', 'auth/reset-password', { ...link, password: next, confirmPassword: next })).status).toBe(200)
    expect((await signInWithPasskey(testApp, made)).status).toBe(401)
    expect(
      (await mailsTo(testApp, maya.email))
        .map(({ template }) => template)
        .slice(-2)
        .sort(),
    ).toEqual(['passkey-removed', 'password-changed'])
  })

  test('is not added by a request that was under way when the password was reset', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const passkey = softwarePasskey().attest(await readOptionsToAdd(testApp, maya))
    let thief: ReturnType<typeof sendPasskey> | undefined
    await testApp.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', maya._id).forUpdate().execute()
      thief = sendPasskey(testApp, maya, passkey)
      await untilSomeoneWaits(testApp)
      await endUserSessions(tx, maya._id, 'password')
    })
    expect((await thief)?.body.code).toBe('session_ended')
    const left = await testApp.db.selectFrom('passkeys').select('id').where('user_id', '=', maya._id).execute()
    expect(left).toEqual([])
  })

  test('is in the data export with its name and times, and is erased with the person', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya, softwarePasskey(), 'Key ring')
    await signInWithPasskey(testApp, made)
    const { passkeys } = (await exportOf(testApp, maya)).data<Export>()
    expect(passkeys).toEqual([{ name: 'Key ring', createdAt: expect.any(String), lastUsedAt: expect.any(String) }])
    await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose: 'change_email' })
    expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`, { currentPassword: password })).status).toBe(204)
    expect(await testApp.db.selectFrom('passkeys').selectAll().where('user_id', '=', maya._id).execute()).toEqual([])
  })
})
