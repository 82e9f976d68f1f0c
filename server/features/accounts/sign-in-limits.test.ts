import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import { linkIn, mailsTo } from '#server/testing/mails.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'

const password = 'Larkspur-Terrace-75'
const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' }

/** A separate test app per test, in which every call has its own client address, as behind a proxy. */
async function withTestApp(work: (testApp: TestApp) => Promise<void>): Promise<void> {
  const testApp = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
  try {
    await work(testApp)
  } finally {
    await testApp.close()
  }
}

const cookieOf = (answer: Answer): Record<string, string> => ({ cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' })

const logIn = (testApp: TestApp, email: string, secret: string, headers: Record<string, string> = {}) =>
  testApp.call(null, 'POST', 'auth/login', { email, password: secret }, { 'x-forwarded-for': '192.0.2.1', ...headers })

/** Wrong guesses from different addresses until the account is locked. */
async function lockOut(testApp: TestApp, email: string): Promise<void> {
  for (let guess = 0; guess < 11; guess++)
    await logIn(testApp, email, `Guess-Number-${guess}`, { 'x-forwarded-for': `198.51.100.${guess}` })
  expect((await logIn(testApp, email, password)).status).toBe(429)
}

const resetLink = async (testApp: TestApp, email: string) => {
  await testApp.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email })
  return linkIn((await mailsTo(testApp, email)).at(-1))
}

describe('other people’s wrong guesses', () => {
  test('do not lock out a known device, whose own guesses are limited', () =>
    withTestApp(async (testApp) => {
      const { email } = await testApp.seed.investor({ password })
      const cookie = cookieOf(await logIn(testApp, email, password))
      await lockOut(testApp, email)
      expect((await logIn(testApp, email, password, cookie)).status).toBe(200)
      const guesses = []
      for (let guess = 0; guess < 12; guess++) guesses.push((await logIn(testApp, email, `Guess-Number-${guess}`, cookie)).status)
      expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
    }))

  test('stay counted when the owner signs in elsewhere', () =>
    withTestApp(async (testApp) => {
      const { email } = await testApp.seed.investor({ password })
      for (let guess = 0; guess < 9; guess++) await logIn(testApp, email, `Guess-Number-${guess}`)
      expect((await logIn(testApp, email, password)).status).toBe(200)
      const more = []
      for (let guess = 0; guess < 3; guess++) more.push((await logIn(testApp, email, `Guess-Number-${guess}`)).status)
      expect(more).toEqual([401, 429, 429])
    }))

  test('lock out a browser with another account’s proof, a changed one, or one of a session that was ended as lost', () =>
    withTestApp(async (testApp) => {
      const [{ email }, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
      const lost = await logIn(testApp, email, password)
      const foreign = cookieOf(await logIn(testApp, other.email, password))
      const keeper = (await logIn(testApp, email, password)).data<{ token: Token }>()
      const sessions = (await testApp.call(keeper, 'GET', 'auth/session')).data<{ _id: string; isCurrent: boolean }[]>()
      for (const { _id } of sessions.filter(({ isCurrent }) => !isCurrent)) await testApp.call(keeper, 'DELETE', `auth/session/${_id}`)
      await lockOut(testApp, email)
      const changed = { cookie: cookieOf(lost).cookie?.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A')) ?? '' }
      for (const cookie of [foreign, cookieOf(lost), changed, { cookie: 'arcstead_device=' }])
        expect((await logIn(testApp, email, password, cookie)).status).toBe(429)
    }))

  test('are reset by a password reset, which signs the owner in and makes the device known', () =>
    withTestApp(async (testApp) => {
      const { email, _id } = await testApp.seed.investor({ password })
      await lockOut(testApp, email)
      const answer = await testApp.call(null, 'POST', 'auth/reset-password', { ...fresh, ...(await resetLink(testApp, email)) })
      expect([answer.status, answer.body.message]).toEqual([200, 'success'])
      const { token, redirectUrl } = answer.data<{ token: Token; redirectUrl: string }>()
      expect(redirectUrl).toBe('/')
      expect((await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: { _id: string } }>().user._id).toBe(_id)
      await lockOut(testApp, email)
      expect((await logIn(testApp, email, fresh.password, cookieOf(answer))).status).toBe(200)
    }))

  test('do not lock out a device that signed out itself', () =>
    withTestApp(async (testApp) => {
      const { email } = await testApp.seed.investor({ password })
      const signedIn = await logIn(testApp, email, password)
      await testApp.call(signedIn.data<{ token: Token }>(), 'GET', 'auth/logout')
      await lockOut(testApp, email)
      expect((await logIn(testApp, email, password, cookieOf(signedIn))).status).toBe(200)
    }))
})

test('the device proof is only sent to sign-in, hidden from scripts, and renewed with the tokens', () =>
  withTestApp(async (testApp) => {
    const person = await testApp.seed.investor({ password })
    for (const answer of [await logIn(testApp, person.email, password), await testApp.call(person, 'GET', 'auth/refresh')])
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^arcstead_device=[\w-]+\.[\w-]+; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
      )
  }))

test('a suspended person cannot use earlier links and gets a mail', () =>
  withTestApp(async (testApp) => {
    const person = await testApp.seed.investor({ password })
    const link = await resetLink(testApp, person.email)
    await testApp.call(await testApp.seed.admin(), 'PUT', `admin/user/${person._id}`, { status: 'suspended' })
    expect((await testApp.call(null, 'POST', 'auth/reset-password', { ...fresh, ...link })).status).toBe(400)
    expect((await mailsTo(testApp, person.email)).at(-1)?.template).toBe('account-suspended')
  }))

describe('unauthenticated requests', () => {
  const unknownLink = { ...fresh, token: 'x'.repeat(43), id: '01890a5d-ac96-774b-bcce-b302099a8057' }
  const paths = ['reset-password', 'set-password', 'confirm-email'] as const

  test.for(paths)('to %s are limited by address, and by /64 for IPv6', (path) =>
    withTestApp(async (testApp) => {
      const ask = (address: string) => testApp.call(null, 'POST', `auth/${path}`, unknownLink, { 'x-forwarded-for': address })
      const statuses = []
      for (let turn = 0; turn < 61; turn++) statuses.push((await ask(`2001:db8:1:2::${turn.toString(16)}`)).status)
      expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([400]), 429])
      expect((await ask('2001:db8:1:3::1')).status).toBe(400)
    }),
  )

  test('for reset links are limited per account and per address', () =>
    withTestApp(async (testApp) => {
      const ask = (email: string) => testApp.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email })
      const jobs = async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker._private_jobs`.execute(testApp.db)
        return rows[0]?.count
      }
      for (let turn = 0; turn < 8; turn++) expect((await ask('one@example.com')).status).toBe(200)
      expect(await jobs()).toBe(5)
      const statuses = []
      for (let turn = 0; turn < 60; turn++) statuses.push((await ask(`many-${turn}@example.com`)).status)
      expect(statuses.filter((status) => status === 429).length).toBe(8)
    }))

  test('to register with an address in use mail its owner at most three times an hour', () =>
    withTestApp(async (testApp) => {
      const owner = await testApp.seed.investor()
      const form = { firstName: 'Maya', lastName: 'Stone', email: owner.email, password, confirmPassword: password, tos: true }
      for (let turn = 0; turn < 5; turn++) expect((await testApp.call(null, 'POST', 'auth/register', form)).status).toBe(400)
      expect((await mailsTo(testApp, owner.email)).length).toBe(3)
    }))
})
