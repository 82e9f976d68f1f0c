import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { PasskeyRequestOptions } from '#contract/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { addPasskey, confirmPerson, password, readActs, readOptionsToSignIn } from '#server/testing/passkey-calls.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Caller, type TestApp, test } from '#server/testing/test-app.ts'

describe('a step-up', () => {
  const changeEmail = (testApp: TestApp, person: Caller, email: string) => testApp.call(person, 'POST', 'auth/change-email', { email })

  test('by passkey or by password lets a person change the address and delete the account', async ({ testApp }) => {
    for (const means of ['passkey', 'password'] as const) {
      const maya = await testApp.seed.investor({ password })
      const { made } = await addPasskey(testApp, maya)
      const prove = async (purpose: StepUpPurpose) => {
        if (means === 'password') return confirmPerson(testApp, maya, purpose)
        const options = (await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose })).data<PasskeyRequestOptions>()
        expect(options.allowCredentials.map(({ id }) => id)).toEqual([made.credentialId.toString('base64url')])
        return confirmPerson(testApp, maya, purpose, { passkey: made.assert(options) })
      }
      const email = `new-${maya.email}`
      expect((await changeEmail(testApp, maya, email)).body.code).toBe('step_up_required')
      expect((await prove('change_email')).status).toBe(200)
      expect((await readActs(testApp, maya)).at(-1)).toEqual({ act: 'identity.confirmed', facts: { purpose: 'change_email', means } })
      expect((await changeEmail(testApp, maya, email)).status).toBe(200)
      expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`)).body.code).toBe('step_up_required')
      expect((await prove('delete_account')).status).toBe(200)
      expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`)).status).toBe(204)
    }
  })

  test('is for one act, of one purpose, in its own session, for a short time; a refused act leaves it', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const elsewhere = (await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password })).data<{ token: Person['token'] }>()
    await confirmPerson(testApp, maya, 'change_email')
    expect((await changeEmail(testApp, elsewhere, 'new@example.com')).body.code).toBe('step_up_required')
    expect((await testApp.call(maya, 'DELETE', `app/user/${maya._id}`)).body.code).toBe('step_up_required')
    expect((await changeEmail(testApp, maya, 'no address')).body.code).toBe('invalid')
    expect((await changeEmail(testApp, maya, 'one@example.com')).status).toBe(200)
    expect((await changeEmail(testApp, maya, 'two@example.com')).body.code).toBe('step_up_required')
    await confirmPerson(testApp, maya, 'change_email')
    await testApp.db.updateTable('step_ups').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await changeEmail(testApp, maya, 'three@example.com')).body.code).toBe('step_up_required')
    await sweep(testApp.db)
    expect(await testApp.db.selectFrom('step_ups').selectAll().execute()).toEqual([])
  })

  test('is refused with a wrong password, and with a passkey of another person, purpose or session', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const [{ made }, { made: foreign }] = [await addPasskey(testApp, maya), await addPasskey(testApp, other)]
    for (const body of [{}, { password: 'Wrong-Password-1' }]) {
      const answer = await confirmPerson(testApp, maya, 'change_email', body)
      expect([answer.status, answer.body.code, answer.body.fields?.[0]?.field]).toEqual([400, 'wrong_current_password', 'currentPassword'])
    }
    const options = async (person: Caller, purpose: StepUpPurpose) =>
      (await testApp.call(person, 'POST', 'auth/step-up/options', { purpose })).data<PasskeyRequestOptions>()
    const attempts = [
      foreign.assert(await options(maya, 'change_email')),
      made.assert(await options(maya, 'delete_account')),
      made.assert(await options(other, 'change_email')),
      made.assert((await readOptionsToSignIn(testApp)).options),
    ]
    for (const passkey of attempts)
      expect((await confirmPerson(testApp, maya, 'change_email', { passkey })).body.code).toBe('passkey_refused')
    const answer = made.assert(await options(maya, 'change_email'))
    expect((await confirmPerson(testApp, maya, 'change_email', { passkey: answer })).status).toBe(200)
    expect((await confirmPerson(testApp, maya, 'change_email', { passkey: answer })).body.code).toBe('passkey_refused')
    expect((await changeEmail(testApp, maya, 'new@example.org')).status).toBe(200)
    expect((await testApp.call(await testApp.seed.investor(), 'POST', 'auth/step-up/options', { purpose: 'change_email' })).status).toBe(
      404,
    )
    expect((await confirmPerson(testApp, maya, 'rob_a_bank' as StepUpPurpose)).status).toBe(400)
  })

  test('can be guessed ten times in a quarter of an hour', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await confirmPerson(testApp, maya, 'change_email', { password: 'Wrong-Password-1' })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  test('guessed in a stolen session does not lock the owner out of theirs; all sessions together are limited', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const stolen = await Promise.all(Array.from({ length: 6 }, () => testApp.seed.signedInAgain(maya)))
    const guess = async (session: Caller) =>
      (await confirmPerson(testApp, session, 'change_email', { password: 'Wrong-Password-1' })).status
    const statuses = []
    for (const session of stolen) for (let tries = 0; tries < 10; tries += 1) statuses.push(await guess(session))
    // Three of each session, and thirty of all together.
    expect(statuses.filter((status) => status === 400)).toHaveLength(6 * 3 + 30)
    expect([await guess(maya), await guess(maya)]).toEqual([400, 400])
    expect((await confirmPerson(testApp, maya, 'change_email')).status).toBe(200)
    const changed = { currentPassword: password, password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' }
    expect((await testApp.call(maya, 'POST', 'auth/change-password', changed)).status).toBe(200)
  })
})
