import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { demoPassword, emailOf } from '#demo/logins.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

const logIn = (testApp: TestApp, email: string, headers: Record<string, string>, password = demoPassword) =>
  testApp.call(null, 'POST', 'auth/login', { email, password }, headers)

const elsewhere: [string, Record<string, string>][] = [
  ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['through a proxy that names only the protocol', { 'x-forwarded-proto': 'https' }],
  ['through a proxy that names itself', { via: '1.1 proxy' }],
  ['through a standard proxy', { forwarded: 'for=203.0.113.7' }],
  ['under another name', { host: 'circles.example' }],
  ['from a page of another host', { origin: 'https://circles.example' }],
]

describe('a demo account', () => {
  test.for(elsewhere)('is refused %s, both by password and by session', async ([, headers], { testApp }) => {
    const email = emailOf(crypto.randomUUID())
    const admin = await testApp.seed.admin({ email, password: demoPassword, isDemo: true })
    expect((await logIn(testApp, email, { host: 'localhost:3000' })).status).toBe(200)
    expect((await logIn(testApp, email, headers)).body).toMatchObject({ status: 403, code: 'demo_account' })
    expect((await testApp.call(admin, 'GET', 'admin/user')).status).toBe(200)
    expect((await testApp.call(admin, 'GET', 'admin/user', undefined, headers)).body).toMatchObject({ status: 401, code: 'session_ended' })
  })

  test.for(elsewhere)('does not affect other requests %s', async ([, headers], { testApp }) => {
    const own = await testApp.seed.investor({ email: emailOf(crypto.randomUUID()), password: demoPassword })
    expect((await logIn(testApp, own.email, headers)).status).toBe(200)
    expect((await testApp.call(own, 'GET', 'auth/whoami', undefined, headers)).status).toBe(200)
    const config = await testApp.call(null, 'GET', 'public/config', undefined, headers)
    expect(config.data()).toMatchObject({ isDemo: false })
  })
})

test('TRUST_PROXY trusts exactly the given number of proxies', async () => {
  const testApp = await startTestApp({ TRUST_PROXY: '1' })
  await logIn(testApp, 'nobody@test.example', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, 'Orchid-lamp-77')
  const { rows } = await sql<{ address: string }>`select address from audit_log where act = 'session.refused'`.execute(testApp.db)
  expect(rows).toEqual([{ address: '203.0.113.7' }])
  await testApp.close()
})

test.for([
  ['a port', '203.0.113.7:5120', '203.0.113.7'],
  ['brackets and a port', '[2001:db8::7]:5120', '2001:db8::7'],
  ['neither', '203.0.113.7', '203.0.113.7'],
  ['what the client itself has said', '198.51.100.1, 203.0.113.7:443', '203.0.113.7'],
] as const)('an address that a trusted proxy sends with %s counts as the bare address', async ([, said, address]) => {
  const testApp = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
  await logIn(testApp, 'nobody@test.example', { 'x-forwarded-for': said }, 'Orchid-lamp-77')
  const { rows } = await sql<{ address: string }>`select address from audit_log where act = 'session.refused'`.execute(testApp.db)
  expect(rows).toEqual([{ address }])
  await testApp.close()
})
