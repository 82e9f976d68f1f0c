import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { PasskeyRequestOptions } from '#contract/passkeys.ts'
import { makeAdmin } from '#server/commands/administrators.ts'
import type { Tx } from '#server/db/connect.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { orWaits } from '#server/testing/change-before-lock.ts'
import { linkIn, mailsTo } from '#server/testing/mails.ts'
import {
  addPasskey,
  confirmPerson,
  password,
  readOptionsToAdd,
  readOptionsToSignIn,
  readPasskeys,
  sendPasskey,
  sendSignIn,
  signInWithPasskey,
} from '#server/testing/passkey-calls.ts'
import type { Person } from '#server/testing/seed.ts'
import { softwarePasskey } from '#server/testing/software-authenticator.ts'
import { type Answer, type TestApp, test } from '#server/testing/test-app.ts'
import { endAccess } from './end-access.ts'
import { createLink } from './one-time-links.store.ts'
import { setPassword } from './password-links.ts'
import { removePasskeys } from './remove-passkey.ts'

const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' }
const change = (testApp: TestApp, person: Pick<Person, 'token'>, wish = {}) =>
  testApp.call(person, 'POST', 'auth/change-password', { currentPassword: password, ...fresh, ...wish })

async function resetPassword(testApp: TestApp, person: Person): Promise<Answer> {
  await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
  const mail = (await mailsTo(testApp, person.email)).filter(({ template }) => template === 'reset-password').at(-1)
  return testApp.call(null, 'POST', 'auth/reset-password', { ...fresh, ...linkIn(mail) })
}

const linkTo = async (testApp: TestApp, to: Person, purpose: Parameters<typeof createLink>[3], email = to.email) => {
  const link = await testApp.db.transaction().execute((tx) => createLink(tx, '', { userId: to._id, email }, purpose))
  return linkIn({ props: null, body: link })
}

async function makeCalendar(testApp: TestApp, person: Person): Promise<string> {
  const { link } = (await testApp.call(person, 'POST', 'app/calendar')).data<{ link: string }>()
  return new URL(link).pathname
}

describe('a change of password', () => {
  test('ends the pending address: its link no longer confirms, a week later or at once', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const thief = await testApp.seed.signedInAgain(maya)
    const email = 'thief@example.com'
    expect((await testApp.call(thief, 'POST', 'auth/change-email', { email, currentPassword: password })).status).toBe(200)
    const [mail] = await mailsTo(testApp, email)
    // The thief's request ended the owner's session, so the owner signs in again.
    const owner = await testApp.seed.signedInAgain(maya)
    expect((await change(testApp, owner)).status).toBe(200)
    expect((await testApp.call(null, 'POST', 'auth/confirm-email', linkIn(mail))).body.code).toBe('link_dead')
    expect((await testApp.call(owner, 'POST', 'auth/request-confirmation', {})).status).toBe(200)
    expect(await mailsTo(testApp, email)).toHaveLength(1)
    const { user } = (await testApp.call(owner, 'GET', 'auth/whoami')).data<{ user: { email: string; pendingEmail: null } }>()
    expect([user.email, user.pendingEmail]).toEqual([maya.email, null])
  })

  test.for(['reset_password', 'set_password', 'confirm_email'] as const)('voids a %s link', async (purpose, { testApp }) => {
    const maya = await testApp.seed.investor({ password, emailConfirmed: false })
    const link = await linkTo(testApp, maya, purpose)
    expect((await change(testApp, maya)).status).toBe(200)
    const path = { reset_password: 'auth/reset-password', set_password: 'auth/set-password', confirm_email: 'auth/confirm-email' }[purpose]
    expect((await testApp.call(null, 'POST', path, { password, confirmPassword: password, ...link })).body.code).toBe('link_dead')
  })

  test('voids a request for a reset link that waits in the queue; a later one works', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const ask = () => testApp.call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    await ask()
    expect((await change(testApp, maya)).status).toBe(200)
    expect((await mailsTo(testApp, maya.email)).map(({ template }) => template)).toEqual(['password-changed'])
    await ask()
    expect((await mailsTo(testApp, maya.email)).map(({ template }) => template)).toEqual(['password-changed', 'reset-password'])
  })

  test('ends the other sessions, and step-ups and challenges of this one too', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const other = await testApp.seed.signedInAgain(maya)
    await confirmPerson(testApp, maya, 'change_email')
    const creation = softwarePasskey().attest(await readOptionsToAdd(testApp, maya))
    const options = (await testApp.call(maya, 'POST', 'auth/step-up/options', { purpose: 'delete_account' })).data<PasskeyRequestOptions>()
    expect((await change(testApp, maya)).status).toBe(200)

    expect((await testApp.call(other, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await testApp.call(other, 'GET', 'auth/refresh')).status).toBe(401)
    expect((await testApp.call(maya, 'GET', 'auth/whoami')).status).toBe(200)
    expect((await testApp.call(maya, 'POST', 'auth/change-email', { email: 'new@example.com' })).body.code).toBe('step_up_required')
    expect((await sendPasskey(testApp, maya, creation)).body.code).toBe('passkey_refused')
    const answer = await confirmPerson(testApp, maya, 'delete_account', { passkey: made.assert(options) })
    expect(answer.body.code).toBe('passkey_refused')
  })

  test('removes passkeys and the calendar’s address only if asked, and mails the passkeys’ names', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya, softwarePasskey(), 'Key ring')
    const calendar = await makeCalendar(testApp, maya)
    expect((await change(testApp, maya)).status).toBe(200)
    expect([(await readPasskeys(testApp, maya)).length, (await testApp.call(null, 'GET', calendar)).status]).toEqual([1, 200])
    const wish = { currentPassword: fresh.password, password, confirmPassword: password, removePasskeys: true, removeCalendar: true }
    expect((await change(testApp, maya, wish)).status).toBe(200)
    expect([(await readPasskeys(testApp, maya)).length, (await testApp.call(null, 'GET', calendar)).status]).toEqual([0, 404])
    expect((await signInWithPasskey(testApp, made)).status).toBe(401)
    const removal = (await mailsTo(testApp, maya.email)).find(({ template }) => template === 'passkey-removed')
    expect(removal?.body).toContain('Key ring')
  })
})

test('a reset by mail ends the calendar’s address and the passkeys', async ({ testApp }) => {
  const maya = await testApp.seed.investor({ password })
  const { made } = await addPasskey(testApp, maya)
  const calendar = await makeCalendar(testApp, maya)
  expect((await resetPassword(testApp, maya)).status).toBe(200)
  expect((await testApp.call(null, 'GET', calendar)).status).toBe(404)
  expect((await signInWithPasskey(testApp, made)).status).toBe(401)
})

/**
 * Holds the person until the request waits for them, after all checks before the lock. Then a new password is set, as by a reset, and the
 * person is released: what the request checked before is out of date.
 */
async function resetMeanwhile(testApp: TestApp, person: Person, request: () => Promise<Answer>): Promise<Answer> {
  const passwordHash = await hashPassword(fresh.password)
  const services = { limiter: testApp.services.limiter, publicUrl: 'http://localhost' }
  const reset = async (tx: Tx) => {
    const user = await setPassword(tx, person._id, passwordHash, services)
    await endAccess(tx, person._id)
    await removePasskeys(tx, services.publicUrl, user, { id: person._id, origin: { requestId: '', address: '', userAgent: '' } })
  }
  let answer: Promise<Answer> | undefined
  await testApp.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', person._id).forNoKeyUpdate().execute()
    answer = request()
    await orWaits(testApp, answer)
    await reset(tx)
  })
  if (!answer) throw new Error('the request was not sent')
  return answer
}

describe('a request under way when the password is replaced', () => {
  const withPassword = { currentPassword: password }
  test.for([
    ['signs nobody in', 401, (testApp: TestApp, { email }: Person) => testApp.call(null, 'POST', 'auth/login', { email, password })],
    ['sets no second password', 401, (testApp: TestApp, person: Person) => change(testApp, person)],
    [
      'stores no pending address',
      401,
      (testApp: TestApp, person: Person) =>
        testApp.call(person, 'POST', 'auth/change-email', { ...withPassword, email: 'late@example.com' }),
    ],
    ['confirms nobody', 401, (testApp: TestApp, person: Person) => confirmPerson(testApp, person, 'change_email')],
    ['makes no calendar address', 401, (testApp: TestApp, person: Person) => testApp.call(person, 'POST', 'app/calendar')],
    ['sends no link', 401, (testApp: TestApp, person: Person) => testApp.call(person, 'POST', 'auth/request-confirmation', {})],
    [
      'deletes no account',
      401,
      (testApp: TestApp, person: Person) => testApp.call(person, 'DELETE', `app/user/${person._id}`, withPassword),
    ],
  ] as const)('%s', async ([, status, request], { testApp }) => {
    const maya = await testApp.seed.investor({ password, emailConfirmed: false })
    expect((await resetMeanwhile(testApp, maya, () => request(testApp, maya))).status).toBe(status)
    const row = await testApp.db.selectFrom('users').selectAll().where('id', '=', maya._id).executeTakeFirstOrThrow()
    expect([row.pending_email, row.deleted_at]).toEqual([null, null])
    const live = testApp.db.selectFrom('sessions').select('id').where('user_id', '=', maya._id).where('ended_at', 'is', null)
    expect(await live.execute()).toEqual([])
    expect(await testApp.db.selectFrom('calendar_feeds').select('at').where('user_id', '=', maya._id).execute()).toEqual([])
    expect((await testApp.call(null, 'POST', 'auth/login', { email: maya.email, password: fresh.password })).status).toBe(200)
  })

  test('starts no session with a passkey that is removed', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const { made } = await addPasskey(testApp, maya)
    const { options, cookie } = await readOptionsToSignIn(testApp)
    const answer = await resetMeanwhile(testApp, maya, () => sendSignIn(testApp, made.assert(options), cookie))
    expect(answer.status).toBe(401)
    const live = testApp.db.selectFrom('sessions').select('id').where('user_id', '=', maya._id).where('ended_at', 'is', null)
    expect(await live.execute()).toEqual([])
  })

  test('in the session that stays does not confirm by the old password', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const passwordHash = await hashPassword(fresh.password)
    let answer: Promise<Answer> | undefined
    await testApp.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', maya._id).forNoKeyUpdate().execute()
      answer = confirmPerson(testApp, maya, 'change_email')
      await orWaits(testApp, answer)
      await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', maya._id).execute()
    })
    expect((await answer)?.body.code).toBe('wrong_current_password')
  })
})

test('an account that a stranger opened with the address of a new administrator keeps nothing of theirs', async ({ testApp }) => {
  const stranger = await testApp.seed.investor({ email: 'boss@example.com', password, emailConfirmed: false })
  const wish = { email: 'stranger-two@example.com', currentPassword: password }
  await testApp.call(stranger, 'POST', 'auth/change-email', wish)
  const [mail] = await mailsTo(testApp, wish.email)
  await testApp.db.transaction().execute((tx) => makeAdmin(tx, { email: stranger.email }, { publicUrl: '', sendsMail: true }))
  expect((await testApp.call(null, 'POST', 'auth/confirm-email', linkIn(mail))).body.code).toBe('link_dead')
  const { rows } = await sql<{ email: string }>`select email from users where id = ${stranger._id}`.execute(testApp.db)
  expect(rows).toEqual([{ email: 'boss@example.com' }])
})
