import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { demoPassword, emailOf } from '#demo/logins.ts'
import { productionEnv, startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

/** One of each family of headers that proxies, tunnels and content networks add. */
const proxyHeaders = [
  'forwarded',
  'via',
  'cdn-loop',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-client-cert',
  'x-original-forwarded-for',
  'x-original-host',
  'forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'wl-proxy-client-ip',
  'x-remote-addr',
  'cf-connecting-ip',
  'cf-ray',
  'do-connecting-ip',
  'fly-client-ip',
  'fly-forwarded-port',
  'x-envoy-external-address',
  'x-envoy-expected-rq-timeout-ms',
  'x-appengine-user-ip',
  'x-appengine-country',
  'x-azure-clientip',
  'x-azure-fdid',
  'x-azure-ref',
  'x-amzn-trace-id',
  'x-amz-cf-id',
  'x-cloud-trace-context',
  'x-vercel-id',
  'x-nf-request-id',
  'x-arr-log-id',
  'ngrok-trace-id',
  'tailscale-user-login',
] as const

/** What Chromium sends for a page and for a request of its script, and what Prometheus sends. */
const clientHeaders = {
  accept: 'text/html',
  'accept-encoding': 'gzip',
  'accept-language': 'en',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  dnt: '1',
  'if-none-match': 'W/"x"',
  'idempotency-key': crypto.randomUUID(),
  pragma: 'no-cache',
  priority: 'u=0, i',
  purpose: 'prefetch',
  referer: 'http://localhost:3000/',
  'save-data': 'on',
  'sec-ch-ua': 'x',
  'sec-fetch-site': 'same-origin',
  'sec-gpc': '1',
  'upgrade-insecure-requests': '1',
  'user-agent': 'Mozilla/5.0',
  'x-prometheus-scrape-timeout-seconds': '10',
} as const

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

test('a header of any proxy is a sign that the request is not from this machine; a browser’s own headers are not', async ({ testApp }) => {
  const isDemo = async (headers: Record<string, string>) =>
    (await testApp.call(null, 'GET', 'public/config', undefined, headers)).data<{ isDemo: boolean }>().isDemo
  expect(await isDemo(clientHeaders)).toBe(true)
  // Whatever it says: also a proxy's header that names this machine.
  for (const name of proxyHeaders) expect([name, await isDemo({ [name]: '127.0.0.1' })]).toEqual([name, false])
})

describe('the metrics', () => {
  const scrape = (testApp: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
    testApp.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers: { host: '10.0.0.5:3000', ...headers } })

  test('are for direct requests of this machine and its private network', async ({ testApp }) => {
    for (const address of ['127.0.0.1', '::1', '::ffff:10.1.2.3', '10.1.2.3', '172.17.0.1', '192.168.1.20', 'fd12::7']) {
      const answer = await scrape(testApp, address, clientHeaders)
      expect([address, answer.statusCode, answer.body.includes('arcstead_request_seconds')]).toEqual([address, 200, true])
    }
    for (const address of ['203.0.113.7', '172.32.0.1', '2001:db8::7', '::ffff:203.0.113.7']) {
      const answer = await scrape(testApp, address)
      expect([address, answer.statusCode, answer.json().code]).toEqual([address, 404, 'not_found'])
    }
  })

  test('do not exist for a request that came through a proxy, trusted or not', async () => {
    for (const env of [{}, { ...productionEnv, TRUST_PROXY: '127.0.0.1' }]) {
      const testApp = await startTestApp(env)
      for (const name of proxyHeaders) {
        expect([name, (await scrape(testApp, '127.0.0.1', { [name]: '127.0.0.1' })).statusCode]).toEqual([name, 404])
      }
      await testApp.close()
    }
  })

  test('do not exist under the public name, which a proxy without headers passes on', async () => {
    const testApp = await startTestApp(productionEnv)
    expect((await scrape(testApp, '127.0.0.1', { host: 'Arcstead.example' })).statusCode).toBe(404)
    expect((await scrape(testApp, '127.0.0.1', { host: 'localhost:3000' })).statusCode).toBe(200)
    await testApp.close()
  })
})

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
