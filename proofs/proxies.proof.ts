import { describe, expect, test } from 'vitest'
import { demoPassword, emailOf } from '#demo/logins.ts'
import { projectRoot } from '#server/root.ts'
import { readSettings, SettingsError } from '#server/settings.ts'
import { authHeaders, productionEnv, startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { ask, describedPassing, hasNginx, startNginx } from './nginx.ts'

if (!hasNginx) console.log('A11 and A12 LEAVE OUT what needs a real proxy: there is no nginx (apt-get install nginx-light)')

const local = {
  publicUrls: ['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://localhost'],
  hosts: ['', '127.0.0.1', 'localhost', '::1'],
}
const open = {
  publicUrls: [
    'https://arcstead.example',
    'http://arcstead.example',
    'https://localhost.arcstead.example',
    'https://127.0.0.1.arcstead.example',
    'https://192.168.1.20',
  ],
  hosts: ['0.0.0.0', '::', '192.168.1.20', 'arcstead.example'],
}

describe('A12: no demo login and no mailbox under a public address', () => {
  test('A12: every combination of PUBLIC_URL, HOST and DATABASE_URL', () => {
    const { DATABASE_URL, PUBLIC_URL: _, ...required } = productionEnv
    const counts = { demo: 0, production: 0, 'does not start': 0 }
    for (const PUBLIC_URL of [...local.publicUrls, ...open.publicUrls])
      for (const HOST of [...local.hosts, ...open.hosts])
        for (const database of [{}, { DATABASE_URL }])
          for (const secrets of [required, {}]) {
            const isLocal = local.publicUrls.includes(PUBLIC_URL) && local.hosts.includes(HOST) && !('DATABASE_URL' in database)
            try {
              const { mode, withDemoData } = readSettings({ PUBLIC_URL, HOST, ...database, ...secrets }, projectRoot())
              expect([PUBLIC_URL, HOST, database, mode, withDemoData]).toEqual([
                PUBLIC_URL,
                HOST,
                database,
                isLocal ? 'demo' : 'production',
                isLocal,
              ])
              counts[mode] += 1
            } catch (error) {
              if (isLocal || !(error instanceof SettingsError)) throw error
              counts['does not start'] += 1
            }
          }
    console.log(`A12 settings: ${JSON.stringify(counts)}`)
  })

  const forwarded: readonly Readonly<Record<string, string>>[] = [
    {},
    ...[
      'x-forwarded-for',
      'x-real-ip',
      'x-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'fly-client-ip',
      'x-cluster-client-ip',
    ].flatMap((name) => [{ [name]: '203.0.113.7' }, { [name]: '127.0.0.1' }]),
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-host': 'localhost:3000' },
    { 'x-original-host': 'localhost:3000' },
    { forwarded: 'for=127.0.0.1;host=localhost' },
    { via: '1.1 localhost' },
    { 'x-envoy-external-address': '127.0.0.1' },
  ]
  const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.168.1.20', '203.0.113.7', '2001:db8::7']
  const hosts = [
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'arcstead.example',
    'localhost.arcstead.example:3000',
    '127.0.0.1.nip.io',
  ]
  const origins = ['', 'http://localhost:3000', 'https://arcstead.example', 'null']

  const requests = forwarded.flatMap((headers) =>
    addresses.flatMap((remoteAddress) =>
      hosts.flatMap((host) =>
        origins.map((origin) => ({
          remoteAddress,
          headers: { ...headers, host, ...(origin ? { origin } : {}) },
          isLocal:
            Object.keys(headers).length === 0 &&
            addresses.indexOf(remoteAddress) < 3 &&
            hosts.indexOf(host) < 3 &&
            origins.indexOf(origin) < 2,
        })),
      ),
    ),
  )

  test.for([
    ['in demo mode', {}],
    ['in demo mode with TRUST_PROXY', { TRUST_PROXY: '127.0.0.1' }],
    ['in production', productionEnv],
  ] as const)('A12: every combination of forwarded headers, client address, host name and page %s', async ([where, env]) => {
    const testApp = await startTestApp({ RATE_LIMITS: 'off', ...env })
    const isDemo = testApp.services.settings.mode === 'demo'
    const admin = await testApp.seed.admin({ email: emailOf('admin'), password: demoPassword, isDemo: true })
    const login = { method: 'POST', url: '/api/auth/login', payload: { email: admin.email, password: demoPassword } } as const
    const counts = { open: 0, closed: 0 }
    for (const [index, { remoteAddress, headers, isLocal }] of requests.entries()) {
      const session = {
        method: 'GET',
        url: '/api/admin/user',
        headers: { ...headers, ...authHeaders(admin.token) },
        remoteAddress,
      } as const
      const doors = [
        ...['/dev/mailbox', '/dev/mailbox.json'].map((url) => ({ method: 'GET', url, headers, remoteAddress }) as const),
        // Production does not start beside demo accounts; here it has one all the same.
        ...(isDemo ? [session] : []),
        // A password takes long to check, so only some of the combinations sign in.
        ...(isDemo && (isLocal || index % 5 === 0) ? [{ ...login, headers, remoteAddress }] : []),
      ]
      for (const door of doors) {
        const { statusCode } = await testApp.app.inject(door)
        expect([door.url, remoteAddress, headers, statusCode === 200]).toEqual([door.url, remoteAddress, headers, isDemo && isLocal])
        counts[statusCode === 200 ? 'open' : 'closed'] += 1
      }
    }
    await testApp.close()
    console.log(`A12 ${where}: ${requests.length} combinations, ${JSON.stringify(counts)}`)
  })

  /** As people write it: Debian's default, its proxy_params, and HTTP/1.1 with a host name or a header. */
  const passings = [
    '',
    'proxy_set_header Host $http_host; proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'proxy_http_version 1.1; proxy_set_header Host $host;',
    'proxy_http_version 1.1; proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Forwarded-Proto https;',
  ]

  test.skipIf(!hasNginx)('A12: behind nginx on the same machine, however it passes requests on', async () => {
    const testApp: TestApp = await startTestApp({ RATE_LIMITS: 'off' })
    const admin = await testApp.seed.admin({ email: emailOf('admin'), password: demoPassword, isDemo: true })
    const target = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
    const nginx = await startNginx(passings.map((passing) => ({ targets: [target], passing })))
    const statuses = async (url: string, host: string) => [
      (await ask(`${url}/dev/mailbox`, { headers: { host } })).status,
      (await ask(`${url}/dev/mailbox.json`, { headers: { host } })).status,
      (await ask(`${url}/api/admin/user`, { headers: { host, ...authHeaders(admin.token) } })).status,
      (await ask(`${url}/api/auth/login`, { headers: { host }, body: { email: admin.email, password: demoPassword } })).status,
    ]
    try {
      expect(await statuses(target, new URL(target).host)).toEqual([200, 200, 200, 200])
      for (const url of nginx.urls) expect([url, ...(await statuses(url, 'arcstead.example'))]).toEqual([url, 404, 404, 401, 403])
    } finally {
      await nginx.stop()
      await testApp.close()
    }
    console.log(`A12 nginx: ${passings.length} configurations × 4 ways in: all closed`)
  })
})

const good = 'Larkspur-Terrace-75'
const guesses = 1_000
const strangers = 100

type Attack = {
  /** Statuses of the strangers' guesses, of the owner's device and of people who sign in elsewhere in a new browser. */
  readonly guessed: readonly number[]
  readonly owner: readonly number[]
  readonly others: readonly number[]
}

/** Wrong guesses at one account, then at many accounts from one address, while the owner and others sign in. */
async function attack(cluster: TestCluster, url: string): Promise<Attack> {
  const [owner, other] = [await cluster.seed.investor({ password: good }), await cluster.seed.investor({ password: good })]
  const { cookie } = await ask(`${url}/api/auth/refresh`, { from: '127.0.2.1', headers: authHeaders(owner.token) })
  const logIn = async (email: string, password: string, from: string, headers: Record<string, string> = {}) =>
    (await ask(`${url}/api/auth/login`, { from, headers, body: { email, password } })).status
  let next = 0
  const guessed: number[] = []
  const guess = async () => {
    while (next < guesses) {
      const turn = next++
      guessed.push(await logIn(owner.email, `Guess-Number-${turn}`, `127.0.1.${1 + (turn % strangers)}`))
    }
  }
  const guessing = Array.from({ length: 20 }, guess)
  const own: number[] = []
  const others: number[] = []
  for (let turn = 0; turn < 10; turn++) {
    own.push(await logIn(owner.email, good, '127.0.2.1', { cookie }))
    others.push(await logIn(other.email, good, `127.0.3.${1 + turn}`))
  }
  await Promise.all(guessing)
  for (let turn = 0; turn < 60; turn++) await logIn(`nobody-${turn}@test.example`, `Guess-Number-${turn}`, '127.0.4.1')
  for (let turn = 0; turn < 5; turn++) {
    own.push(await logIn(owner.email, good, '127.0.2.1', { cookie }))
    others.push(await logIn(other.email, good, `127.0.5.${1 + turn}`))
  }
  return { guessed, owner: own, others }
}

/** Being busy for a moment is no lockout: the browser retries. */
const answered = (statuses: readonly number[]) => statuses.filter((status) => status !== 503)

describe.skipIf(!hasNginx)(`A11: ${guesses} wrong guesses from ${strangers} addresses through nginx`, () => {
  test.for([
    ['with TRUST_PROXY: nobody else is kept out', '127.0.0.1'],
    ['with TRUST_PROXY off: the owner’s device signs in, and the log says what is wrong', 'off'],
  ] as const)('A11: through nginx, %s', async ([, TRUST_PROXY]) => {
    const cluster = await startTestCluster()
    const api = await cluster.startApi({ TRUST_PROXY, LOG_LEVEL: 'warn' })
    const nginx = await startNginx([{ targets: [api.url], passing: describedPassing }])
    try {
      const { guessed, owner, others } = await attack(cluster, nginx.urls[0] ?? '')
      expect(new Set(answered(owner))).toEqual(new Set([200]))
      expect(guessed.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
      const isTrusted = TRUST_PROXY !== 'off'
      if (isTrusted) expect(new Set(answered(others))).toEqual(new Set([200]))
      expect(api.said().includes('TRUST_PROXY is off, but a request came through a proxy')).toBe(!isTrusted)
      const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length
      console.log(
        `A11 TRUST_PROXY=${TRUST_PROXY}: ${guessed.length} guesses, ${count(guessed, 401)} looked at; owner’s device ${count(owner, 200)} of ${owner.length}, others in new browsers ${count(others, 200)} of ${others.length}`,
      )
    } finally {
      await nginx.stop()
      await cluster.close()
    }
  })

  test('A11: without TRUST_PROXY production does not start', async () => {
    const cluster = await startTestCluster()
    await expect(cluster.startApi({ TRUST_PROXY: '' })).rejects.toThrow('ended before it was ready')
    await cluster.close()
  })
})
