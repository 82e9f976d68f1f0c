import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonPasswords } from '#domain/common-passwords.ts'
import { passwordProblems } from '#domain/password.ts'
import { newId } from '#server/db/ids.ts'
import { createLink } from '#server/features/accounts/one-time-links.store.ts'
import { runJobsDuring } from '#server/testing/mails.ts'
import { productionEnv, startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { median, percent } from './figures.ts'

const good = 'Larkspur-Terrace-75'

let testApp: TestApp
let cluster: TestCluster
let apis: ApiProcess[]

beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' })
  cluster = await startTestCluster()
  // Each call sends its own client address, as behind a proxy.
  apis = await Promise.all([cluster.startApi({ TRUST_PROXY: '127.0.0.1' }), cluster.startApi({ TRUST_PROXY: '127.0.0.1' })])
})
afterAll(async () => {
  await testApp.close()
  await cluster.close()
})

async function post(turn: number, path: string, body: object, address = '203.0.113.7'): Promise<number> {
  const answer = await fetch(`${apis[turn % apis.length]?.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

const registration = (email: string, password: string) => ({
  firstName: 'Maya',
  lastName: 'Stone',
  email,
  password,
  confirmPassword: password,
  tos: true,
})

const pairs = 50

test(`A1: ${pairs} pairs of passwords that differ after byte 72 do not match`, async () => {
  for (let pair = 0; pair < pairs; pair++) {
    const start = `Aa1!${'x'.repeat(68 + pair)}`
    const email = `long-${pair}@example.com`
    expect((await testApp.call(null, 'POST', 'auth/register', registration(email, `${start}a`))).status).toBe(200)
    expect([pair, (await testApp.call(null, 'POST', 'auth/login', { email, password: `${start}b` })).status]).toEqual([pair, 401])
    expect([pair, (await testApp.call(null, 'POST', 'auth/login', { email, password: `${start}a` })).status]).toEqual([pair, 200])
  }
  const stored = await testApp.db.selectFrom('users').select('password_hash').where('email', 'like', 'long-%').execute()
  expect(stored.filter(({ password_hash }) => !password_hash?.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toEqual([])
})

const tooCommon = commonPasswords()
  // Passwords that only the list refuses come first.
  .toSorted((one, other) => passwordProblems(one).length - passwordProblems(other).length)
  .slice(0, 3_000)

test(`A1: ${tooCommon.length.toLocaleString('en')} common passwords are refused at every entry: register, reset, set, change`, async () => {
  const person = await testApp.seed.person({ password: good })
  const to = { userId: person._id, email: person.email }
  const link = await testApp.db.transaction().execute((tx) => createLink(tx, '', to, 'reset_password'))
  const welcome = await testApp.db.transaction().execute((tx) => createLink(tx, '', to, 'set_password'))
  const tokenOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('token') ?? ''
  const before = await testApp.db.selectFrom('users').select('password_hash').where('id', '=', person._id).executeTakeFirst()
  for (const password of tooCommon) {
    const both = { password, confirmPassword: password }
    const answers = [
      await testApp.call(null, 'POST', 'auth/register', registration(`${newId()}@example.com`, password)),
      await testApp.call(null, 'POST', 'auth/reset-password', { ...both, id: person._id, token: tokenOf(link) }),
      await testApp.call(null, 'POST', 'auth/set-password', { ...both, id: person._id, token: tokenOf(welcome) }),
      await testApp.call(person, 'POST', 'auth/change-password', { ...both, currentPassword: good }),
    ]
    expect([password, ...answers.map(({ status }) => status)]).toEqual([password, 400, 400, 400, 400])
  }
  expect(await testApp.db.selectFrom('users').select('password_hash').where('id', '=', person._id).executeTakeFirst()).toEqual(before)
  const onlyByList = tooCommon.filter((password) => passwordProblems(password).length === 1).length
  console.log(`A1 ${tooCommon.length} refused at four entries; ${onlyByList} of them keep all five rules, and only the list refuses them`)
})

const timed = 500

type Kind = { readonly name: string; readonly ask: (turn: number) => Promise<{ status: number; text: string }> }

/** Both kinds in turn, so that other load on the machine affects both. */
async function compare(what: string, known: Kind, unknown: Kind): Promise<void> {
  const times = new Map<Kind, number[]>([known, unknown].map((kind) => [kind, []]))
  const bodies = new Set<string>()
  for (let turn = -20; turn < timed; turn++) {
    for (const kind of turn % 2 === 0 ? [known, unknown] : [unknown, known]) {
      const start = performance.now()
      const { status, text } = await kind.ask(turn)
      const took = performance.now() - start
      // The first calls are warm-up.
      if (turn >= 0) times.get(kind)?.push(took)
      bodies.add(`${status} ${text.replace(/"requestId":"[^"]*"/, '')}`)
    }
  }
  expect([...bodies]).toHaveLength(1)
  const of = (kind: Kind) => times.get(kind) ?? []
  const halves = [known, unknown].map((kind) => {
    const even = of(kind).filter((_, index) => index % 2 === 0)
    const odd = of(kind).filter((_, index) => index % 2 === 1)
    return Math.abs(1 - median(even) / median(odd))
  })
  const noise = Math.max(...halves)
  const difference = Math.abs(1 - median(of(known)) / median(of(unknown)))
  const figures = [known, unknown].map((kind) => `${kind.name} ${median(of(kind)).toFixed(2)} ms`).join(', ')
  console.log(`A2 ${what}: ${figures}; they differ by ${percent(difference)}, two halves of one kind by ${percent(noise)}`)
  expect(difference).toBeLessThan(Math.max(2 * noise, 0.05))
}

test(`A2: sign-in and "forgot" answer alike for known and unknown addresses, medians of ${timed} calls each within noise`, async () => {
  const email = 'known@example.com'
  await testApp.seed.investor({ email, password: good })
  const logIn = (name: string, of: (turn: number) => string): Kind => ({
    name,
    ask: (turn) => testApp.call(null, 'POST', 'auth/login', { email: of(turn), password: 'Wrong-Password-75' }),
  })
  const unknownEmail = (turn: number) => `nobody-${turn}@example.com`
  await compare(
    'sign-in',
    logIn('known', () => email),
    logIn('unknown', unknownEmail),
  )
  const forgot = (name: string, of: (turn: number) => string): Kind => ({
    name,
    ask: (turn) => testApp.call(null, 'POST', 'auth/request-token', { email: of(turn), confirmEmail: of(turn) }),
  })
  await compare(
    'forgot',
    forgot('known', () => email),
    forgot('unknown', unknownEmail),
  )
})

const guesses = 500

test(`A3: of ${guesses} parallel guesses from as many addresses over two processes at most 10 are evaluated, and the owner can still reset`, async () => {
  const email = 'guessed@example.com'
  const owner = await cluster.seed.investor({ email, password: good })
  // A guess is repeated if the server was too busy to check it.
  const guess = async (turn: number): Promise<number> => {
    const form = { email, password: `Guess-Number-${turn}` }
    const status = await post(turn, 'auth/login', form, `198.51.${turn >> 8}.${turn & 255}`)
    return status === 503 ? guess(turn) : status
  }
  const statuses = await Promise.all(Array.from({ length: guesses }, (_, turn) => guess(turn)))
  const evaluated = statuses.filter((status) => status === 401).length
  const recorded = await cluster.db
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', 'session.refused')
    .where('actor_id', '=', owner._id)
    .execute()
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(evaluated).toBeGreaterThan(0)
  expect(Math.max(evaluated, recorded.length)).toBeLessThanOrEqual(10)
  expect(await post(0, 'auth/login', { email, password: good })).toBe(429)

  expect(await post(1, 'auth/request-token', { email, confirmEmail: email })).toBe(200)
  const link = await linkMailedTo(owner._id)
  const password = 'Quiet-Meadow-31'
  const form = { password, confirmPassword: password, id: owner._id, token: link.searchParams.get('token') }
  expect(await post(0, 'auth/reset-password', form)).toBe(200)
  expect(await post(1, 'auth/login', { email, password })).toBe(200)
  console.log(`A3 ${guesses} guesses: ${evaluated} evaluated, ${guesses - evaluated} answered 429; the owner reset and signed in`)
})

/** No mail server is available here, so mails stay queued with their content. */
async function linkMailedTo(userId: string): Promise<URL> {
  for (;;) {
    const mail = await cluster.db
      .selectFrom('mails')
      .select('props')
      .where('user_id', '=', userId)
      .where('template', '=', 'reset-password')
      .executeTakeFirst()
    if (mail) return new URL((mail.props as { link: string }).link)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const uses = 100

test(`A4: of ${uses} parallel uses of one link over two processes one wins, for reset and for set`, async () => {
  for (const [purpose, path] of [
    ['reset_password', 'reset-password'],
    ['set_password', 'set-password'],
  ] as const) {
    const person = await cluster.seed.investor({ password: good })
    const link = new URL(
      await cluster.db
        .transaction()
        .execute((tx) => createLink(tx, 'http://localhost', { userId: person._id, email: person.email }, purpose)),
    )
    // A mail scanner opens the link first.
    await fetch(`${apis[0]?.url}${link.pathname}${link.search}`)
    const token = link.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url').length * 8).toBe(256)
    const use = async (turn: number): Promise<number> => {
      const password = `Quiet-Meadow-${turn}a`
      const form = { password, confirmPassword: password, id: person._id, token }
      const status = await post(turn, `auth/${path}`, form, `198.51.100.${turn}`)
      return status === 503 ? use(turn) : status
    }
    const statuses = await Promise.all(Array.from({ length: uses }, (_, turn) => use(turn)))
    const winner = statuses.indexOf(200)
    expect([purpose, statuses.filter((status) => status === 200).length]).toEqual([purpose, 1])
    // Uses that arrived while the link was valid are limited per account.
    expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([])
    expect(await post(0, 'auth/login', { email: person.email, password: `Quiet-Meadow-${winner}a` })).toBe(200)
  }
  console.log(`A4 ${uses} parallel uses of each kind of link: one winner each, whose password holds`)
})

const spoofs = Array.from({ length: 50 }, (_, index) => {
  const host = ['evil.example', 'evil.example:443', 'arcstead.example.evil.example', 'evil.example#', 'user@evil.example'][index % 5] ?? ''
  const names = ['host', 'x-forwarded-host', 'x-forwarded-server', 'x-original-host', 'forwarded']
  const name = names[Math.floor(index / 10)] ?? 'host'
  const headers = {
    [name]: name === 'forwarded' ? `host=${host};proto=https` : host,
    ...(index % 2 ? { 'x-forwarded-proto': 'https' } : {}),
  }
  return headers as Record<string, string>
})

test(`A5: ${spoofs.length} spoofed Host and X-Forwarded-Host headers: every mailed and shown link names PUBLIC_URL`, async () => {
  const behind = await startTestApp({
    ...productionEnv,
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    TRUST_PROXY: '127.0.0.1',
  })
  try {
    const admin = await behind.seed.admin()
    for (const [index, headers] of spoofs.entries()) {
      const email = `spoofed-${index}@example.com`
      const person = await behind.seed.investor({ email, password: good })
      const answers = [
        await behind.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email }, headers),
        await behind.call(null, 'POST', 'auth/register', registration(email, good), headers),
        await runJobsDuring(
          behind,
          behind.call(admin, 'POST', 'admin/user', { firstName: 'New', lastName: 'Person', email: `new-${email}` }, headers),
        ),
        await behind.call(
          person,
          'POST',
          'auth/change-password',
          { currentPassword: good, password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' },
          headers,
        ),
        await behind.call(null, 'GET', '/api/openapi.json', undefined, headers),
        await behind.call(null, 'GET', '/', undefined, headers),
      ]
      expect([index, ...answers.map(({ status }) => status)]).toEqual([index, 200, 400, 200, 200, 200, expect.any(Number)])
      for (const { text, headers: answered } of answers) expect(text + JSON.stringify(answered)).not.toContain('evil')
    }
    await behind.runJobs()
    const mails = await behind.db.selectFrom('mails').selectAll().execute()
    const links = mails.flatMap((mail) => JSON.stringify(mail).match(/https?:\/\/[^\s"\\<>]+/g) ?? [])
    const hosts = new Set(links.map((link) => new URL(link).host))
    expect(mails.filter(({ template }) => template === 'reset-password')).toHaveLength(spoofs.length)
    expect(JSON.stringify(mails)).not.toContain('evil')
    expect(hosts).toContain('arcstead.example')
    console.log(
      `A5 ${spoofs.length} spoofed requests, ${mails.length} mails with ${links.length} links; hosts named: ${[...hosts].join(', ')}`,
    )
  } finally {
    await behind.close()
  }
})
