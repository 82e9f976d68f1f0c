import { describe, expect } from 'vitest'
import type { Token, User } from '#contract/accounts.ts'
import { linkIn } from '#server/testing/mails.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createLink } from './one-time-links.store.ts'

const password = 'Larkspur-Terrace-75'
const form = { firstName: 'Maya', lastName: 'Stone-Hill', password, confirmPassword: password, tos: true }
const generic = 'Please check your details and try again.'
const wrong = 'Login unsuccessful, please check your details and try again.'

const lastMail = async (testApp: TestApp, to: string) => {
  await testApp.runJobs()
  return testApp.db.selectFrom('mails').selectAll().where('to_address', '=', to).orderBy('created_at', 'desc').executeTakeFirst()
}

describe('registering', () => {
  test('creates an account, signs in and redirects to onboarding', async ({ testApp }) => {
    const answer = await testApp.call(null, 'POST', 'auth/register', { ...form, email: 'Maya@Example.com' })
    expect(answer.status).toBe(200)
    const { token, confirmationRedirect } = answer.data<{ token: Token; confirmationRedirect: string }>()
    expect(confirmationRedirect).toBe('/onboarding?redirect=')
    const whoami = await testApp.call({ token }, 'GET', 'auth/whoami')
    expect(whoami.data<{ isLoggedIn: boolean }>().isLoggedIn).toBe(true)
    const { user } = whoami.data<{ user: User }>()
    expect(Object.keys(user).sort()).toEqual(
      [
        '_id',
        'about',
        'createdAt',
        'email',
        'emailConfirmed',
        'firstName',
        'hideEmailFromMembers',
        'investmentPreference',
        'isBroker',
        'isVerified',
        'lastName',
        'location',
        'onboardingComplete',
        'pendingEmail',
        'permissions',
        'profileImageKey',
        'role',
        'showsAbout',
        'status',
        'timeZone',
        'updatedAt',
        'verificationRequested',
      ].sort(),
    )
    expect(user).toMatchObject({ email: 'maya@example.com', status: 'active', isVerified: false, permissions: { isAdmin: false } })
  })

  test('reports every invalid field with the form’s messages and stores nothing', async ({ testApp }) => {
    const bad = { firstName: 'R2', lastName: 'D2', email: 'nowhere', password: 'short', confirmPassword: 'other', tos: false }
    const answer = await testApp.call(null, 'POST', 'auth/register', bad)
    expect(answer.status).toBe(400)
    const messages = answer.body.fields?.map((field) => field.message)
    for (const message of [
      'Passwords do not match',
      'Invalid email address',
      'Passwords should be at least 8 characters',
      'First name should not contain symbols or numbers',
      'Last name should not contain symbols or numbers',
    ]) {
      expect(messages).toContain(message)
    }
    expect(await testApp.db.selectFrom('users').select('id').where('first_name', '=', 'R2').execute()).toEqual([])
  })

  test('ignores fields that grant rights and writes the attempt to the audit log', async ({ testApp }) => {
    const powers = {
      isAdmin: true,
      isVerified: true,
      isBroker: true,
      permissions: { isAdmin: true },
      status: 'invited',
      onboardingComplete: true,
    }
    const answer = await testApp.call(null, 'POST', 'auth/register', { ...form, ...powers, email: 'power@example.com' })
    const { token } = answer.data<{ token: Token }>()
    const { user } = (await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: User }>()
    expect(user).toMatchObject({
      isVerified: false,
      isBroker: false,
      status: 'active',
      onboardingComplete: false,
      permissions: { isAdmin: false },
    })
    const logged = await testApp.db.selectFrom('audit_log').select('fields').where('act', '=', 'fields.dropped').executeTakeFirst()
    expect(logged?.fields).toContain('permissions')
  })

  test('with an address in use gives the same answer as invalid details and mails the address’s owner', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ email: 'taken@example.com' })
    const answer = await testApp.call(null, 'POST', 'auth/register', { ...form, email: 'TAKEN@example.com' })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe(generic)
    expect(answer.body.fields).toBeUndefined()
    expect((await lastMail(testApp, owner.email))?.template).toBe('address-in-use')
  })
})

describe('signing in', () => {
  test('returns tokens and the path where the gates send the person', async ({ testApp }) => {
    await testApp.seed.investor({ email: 'in@example.com', password })
    await testApp.seed.pending({ email: 'wait@example.com', password })
    await testApp.seed.person({ email: 'new@example.com', password })
    await testApp.seed.broker({ email: 'broker@example.com', password })
    const redirectOf = async (email: string, redirect?: string) =>
      (await testApp.call(null, 'POST', 'auth/login', { email, password, redirect })).data<{ redirectUrl: string }>().redirectUrl
    expect(await redirectOf('IN@example.com ')).toBe('/')
    expect(await redirectOf('in@example.com', '/dashboard')).toBe('/dashboard')
    expect(await redirectOf('in@example.com', '//evil.example')).toBe('/')
    expect(await redirectOf('wait@example.com')).toBe('/user-verification')
    expect(await redirectOf('new@example.com')).toBe('/onboarding')
    expect(await redirectOf('broker@example.com')).toBe('/broker/circles')
  })

  test('requires both fields', async ({ testApp }) => {
    const answer = await testApp.call(null, 'POST', 'auth/login', {})
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([
      { field: 'email', message: 'Please provide your email address' },
      { field: 'password', message: 'Please provide your password' },
    ])
  })

  test('gives the same answer for a wrong password, an unknown and an invited person', async ({ testApp }) => {
    await testApp.seed.investor({ email: 'right@example.com', password })
    await testApp.seed.broker({ email: 'invited@example.com', status: 'invited' })
    const tries = [
      { email: 'right@example.com', password: 'not-this-1A' },
      { email: 'nobody@example.com', password },
      { email: 'invited@example.com', password },
    ]
    for (const attempt of tries) {
      const answer = await testApp.call(null, 'POST', 'auth/login', attempt)
      expect(answer.status).toBe(401)
      expect(answer.body.error).toBe(wrong)
    }
  })

  test('tells a person that they are suspended only after the right password', async ({ testApp }) => {
    await testApp.seed.investor({ email: 'suspended@example.com', password, status: 'suspended' })
    const messageFor = async (secret: string) => {
      const { status, body } = await testApp.call(null, 'POST', 'auth/login', { email: 'suspended@example.com', password: secret })
      return [status, body.error]
    }
    expect(await messageFor('not-this-1A')).toEqual([401, wrong])
    const { supportEmail } = testApp.services.settings
    expect(await messageFor(password)).toEqual([403, `This account is suspended. Questions? Write to ${supportEmail}.`])
  })

  test('distinguishes passwords that differ only after the 72nd byte', async ({ testApp }) => {
    const long = `Aa1!${'x'.repeat(90)}`
    await testApp.seed.investor({ email: 'long@example.com', password: `${long}1` })
    expect((await testApp.call(null, 'POST', 'auth/login', { email: 'long@example.com', password: `${long}2` })).status).toBe(401)
    expect((await testApp.call(null, 'POST', 'auth/login', { email: 'long@example.com', password: `${long}1` })).status).toBe(200)
  })

  test('checks at most ten of many parallel wrong passwords; the owner can still reset', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'guessed@example.com', password })
    const guesses = Array.from({ length: 60 }, (_, index) => ({ email: 'guessed@example.com', password: `Guess-number-${index}` }))
    const answers = await Promise.all(guesses.map((guess) => testApp.call(null, 'POST', 'auth/login', guess)))
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(10)
    const limited = answers.find((answer) => answer.status === 429)
    expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await testApp.call(null, 'POST', 'auth/login', { email: 'guessed@example.com', password })).status).toBe(429)

    await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
    const link = linkIn(await lastMail(testApp, person.email))
    const reset = { password: 'Fresh-Start-2026', confirmPassword: 'Fresh-Start-2026', ...link }
    expect((await testApp.call(null, 'POST', 'auth/reset-password', reset)).status).toBe(200)
    await testApp.db.deleteFrom('rate_counters').where('name', '=', 'login_address').execute()
    expect((await testApp.call(null, 'POST', 'auth/login', { email: person.email, password: 'Fresh-Start-2026' })).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test('request has the same answer whether or not there is an account', async ({ testApp }) => {
    await testApp.seed.investor({ email: 'real@example.com', password })
    const ask = (email: string) => testApp.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email })
    const [known, unknown] = [await ask('real@example.com'), await ask('unreal@example.com')]
    expect(known.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    expect((await lastMail(testApp, 'real@example.com'))?.template).toBe('reset-password')
    expect(await lastMail(testApp, 'unreal@example.com')).toBeUndefined()
  })

  test('is replaced once by the mailed link, which ends every session', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'forgot@example.com', password })
    await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
    const link = linkIn(await lastMail(testApp, person.email))
    const weak = await testApp.call(null, 'POST', 'auth/reset-password', { password: 'weak', confirmPassword: 'weak', ...link })
    expect(weak.status).toBe(400)
    const fresh = { password: 'Fresh-Start-2026', confirmPassword: 'Fresh-Start-2026', ...link }
    const uses = await Promise.all(Array.from({ length: 20 }, () => testApp.call(null, 'POST', 'auth/reset-password', fresh)))
    expect(uses.filter((answer) => answer.status === 200).map((answer) => answer.body.message)).toEqual(['success'])
    expect((await testApp.call(person, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await testApp.call(null, 'POST', 'auth/login', { email: person.email, password: 'Fresh-Start-2026' })).status).toBe(200)
  })

  test('link is bound to its person and expires after an hour', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'slow@example.com', password })
    const other = await testApp.seed.investor()
    await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
    const link = linkIn(await lastMail(testApp, person.email))
    const fresh = { password: 'Fresh-Start-2026', confirmPassword: 'Fresh-Start-2026', ...link }
    expect((await testApp.call(null, 'POST', 'auth/reset-password', { ...fresh, id: other._id })).status).toBe(400)
    expect((await testApp.call(null, 'POST', 'auth/set-password', fresh)).status).toBe(400)
    await testApp.db
      .updateTable('one_time_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', person._id)
      .execute()
    expect((await testApp.call(null, 'POST', 'auth/reset-password', fresh)).status).toBe(400)
  })

  test('mails at most five links an hour', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'often@example.com', password })
    for (let index = 0; index < 8; index++) {
      await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
    }
    await testApp.runJobs()
    const mails = await testApp.db.selectFrom('mails').select('id').where('to_address', '=', person.email).execute()
    expect(mails.length).toBe(5)
  })

  test('link contains the configured host, whatever the request headers say', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'host@example.com', password })
    const spoofed = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email }, spoofed)
    const mail = await lastMail(testApp, person.email)
    expect(JSON.stringify(mail)).not.toContain('evil.example')
    expect(JSON.stringify(mail)).toContain(testApp.services.settings.publicUrl)
  })
})

describe('a broker’s first password', () => {
  test('is set by a link that works once and activates the account', async ({ testApp }) => {
    const broker = await testApp.seed.broker({ email: 'dana@example.com', status: 'invited' })
    const link = await testApp.db
      .transaction()
      .execute((tx) => createLink(tx, 'http://localhost', { userId: broker._id, email: broker.email }, 'set_password'))
    const { token, id } = linkIn({ props: link, body: null })
    const request = { password: 'Prospect-Row-20', confirmPassword: 'Prospect-Row-20', token, id }
    const answer = await testApp.call(null, 'POST', 'auth/set-password', request)
    expect([answer.status, answer.body.message]).toEqual([200, 'OK'])
    expect((await testApp.call(null, 'POST', 'auth/set-password', request)).status).toBe(400)
    expect((await testApp.call(null, 'POST', 'auth/login', { email: broker.email, password: 'Prospect-Row-20' })).status).toBe(200)
  })
})

describe('changing credentials while signed in', () => {
  test('requires the current password, ends the other sessions and mails the owner', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'change@example.com', password })
    const elsewhere = (await testApp.call(null, 'POST', 'auth/login', { email: person.email, password })).data<{ token: Token }>()
    const next = { password: 'Clear-Creek-Lofts-9', confirmPassword: 'Clear-Creek-Lofts-9' }
    const refused = await testApp.call(person, 'POST', 'auth/change-password', { ...next, currentPassword: 'Wrong-one-1' })
    expect(refused.body.fields).toEqual([{ field: 'currentPassword', message: 'Your current password is not correct.' }])
    expect((await testApp.call(person, 'POST', 'auth/change-password', { ...next, currentPassword: password })).status).toBe(200)
    expect((await testApp.call(elsewhere, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await testApp.call(person, 'GET', 'auth/whoami')).status).toBe(200)
    expect((await lastMail(testApp, person.email))?.template).toBe('password-changed')
  })
})

describe('a person’s sessions', () => {
  test('are listed and ended one by one, never another person’s', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'many@example.com', password })
    const stranger = await testApp.seed.investor()
    const second = (await testApp.call(null, 'POST', 'auth/login', { email: person.email, password })).data<{ token: Token }>()
    const list = (await testApp.call(person, 'GET', 'auth/session')).data<{ _id: string; isCurrent: boolean }[]>()
    expect(list.length).toBe(2)
    const other = list.find((session) => !session.isCurrent)?._id
    expect((await testApp.call(stranger, 'DELETE', `auth/session/${other}`)).status).toBe(404)
    expect((await testApp.call(person, 'DELETE', `auth/session/${other}`)).status).toBe(204)
    expect((await testApp.call(second, 'GET', 'auth/whoami')).status).toBe(401)
  })

  test('end at once on logout, suspension and deletion', async ({ testApp }) => {
    const [leaving, suspended] = [await testApp.seed.investor(), await testApp.seed.investor()]
    expect((await testApp.call(leaving, 'GET', 'auth/logout')).status).toBe(200)
    expect((await testApp.call(leaving, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await testApp.call(leaving, 'GET', 'auth/refresh')).status).toBe(401)
    await testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended._id).execute()
    expect((await testApp.call(suspended, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await testApp.call(suspended, 'GET', 'auth/refresh')).status).toBe(401)
  })
})
