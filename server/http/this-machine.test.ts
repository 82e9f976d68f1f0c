import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { demoPassword, emailOf } from '#server/demo/logins.ts'
import { type House, openHouse, test } from '#server/testing/house.ts'

const logIn = (house: House, email: string, headers: Record<string, string>, password = demoPassword) =>
  house.call(null, 'POST', 'auth/login', { email, password }, headers)

const elsewhere: [string, Record<string, string>][] = [
  ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['through a proxy that names only the protocol', { 'x-forwarded-proto': 'https' }],
  ['through a proxy that names itself', { via: '1.1 proxy' }],
  ['through a standard proxy', { forwarded: 'for=203.0.113.7' }],
  ['under another name', { host: 'circles.example' }],
  ['from a page of another host', { origin: 'https://circles.example' }],
]

describe('a demo account', () => {
  test.for(elsewhere)('does not open %s, neither by its password nor by a session', async ([, headers], { house }) => {
    const email = emailOf(crypto.randomUUID())
    const admin = await house.seed.admin({ email, password: demoPassword, isDemo: true })
    expect((await logIn(house, email, { host: 'localhost:3000' })).status).toBe(200)
    expect((await logIn(house, email, headers)).body).toMatchObject({ status: 403, code: 'demo_account' })
    expect((await house.call(admin, 'GET', 'admin/user')).status).toBe(200)
    expect((await house.call(admin, 'GET', 'admin/user', undefined, headers)).body).toMatchObject({ status: 401, code: 'session_ended' })
  })

  test.for(elsewhere)('hinders nobody else %s', async ([, headers], { house }) => {
    const own = await house.seed.investor({ email: emailOf(crypto.randomUUID()), password: demoPassword })
    expect((await logIn(house, own.email, headers)).status).toBe(200)
    expect((await house.call(own, 'GET', 'auth/whoami', undefined, headers)).status).toBe(200)
    const config = await house.call(null, 'GET', 'public/config', undefined, headers)
    expect(config.data()).toMatchObject({ isDemo: false })
  })
})

test('as many proxies as TRUST_PROXY counts are believed, and no more', async () => {
  const house = await openHouse({ TRUST_PROXY: '1' })
  await logIn(house, 'nobody@test.example', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, 'Orchid-lamp-77')
  const { rows } = await sql<{ address: string }>`select address from audit_log where act = 'session.refused'`.execute(house.db)
  expect(rows).toEqual([{ address: '203.0.113.7' }])
  await house.close()
})

test.for([
  ['a port', '203.0.113.7:5120', '203.0.113.7'],
  ['brackets and a port', '[2001:db8::7]:5120', '2001:db8::7'],
  ['neither', '203.0.113.7', '203.0.113.7'],
  ['what the client itself has said', '198.51.100.1, 203.0.113.7:443', '203.0.113.7'],
] as const)('an address that a trusted proxy gives with %s counts as the bare address', async ([, said, address]) => {
  const house = await openHouse({ TRUST_PROXY: '127.0.0.1' })
  await logIn(house, 'nobody@test.example', { 'x-forwarded-for': said }, 'Orchid-lamp-77')
  const { rows } = await sql<{ address: string }>`select address from audit_log where act = 'session.refused'`.execute(house.db)
  expect(rows).toEqual([{ address }])
  await house.close()
})
