import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { openEvents } from '#server/testing/sse.ts'
import { authHeaders } from '#server/testing/test-app.ts'
import { ask } from './nginx.ts'
import { startTwoProcesses, type TwoProcesses } from './over-processes.ts'
import { pixelBomb } from './pixel-bomb.ts'

const password = 'Larkspur-Terrace-75'

let product: TwoProcesses
const call: TwoProcesses['call'] = (...request) => product.call(...request)

beforeAll(async () => {
  product = await startTwoProcesses()
})
afterAll(() => product.close())

const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length
/** So many calls, a few at a time or all at once. */
async function many<Result>(times: number, work: (turn: number) => Promise<Result>, atOnce = times): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < times) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}

/** Others sign in until the flood is over; being busy for a moment is no refusal. */
async function signInMeanwhile(person: Person, flood: Promise<unknown>): Promise<{ times: number; busy: number; slowest: number }> {
  let isOver = false
  void flood.finally(() => {
    isOver = true
  })
  let [times, busy, slowest] = [0, 0, 0]
  while (!isOver) {
    const began = performance.now()
    const { status } = await ask(`${product.url}/api/auth/login`, { from: '127.0.9.1', body: { email: person.email, password } })
    expect([200, 503]).toContain(status)
    slowest = Math.max(slowest, performance.now() - began)
    if (status === 200) times += 1
    else busy += 1
  }
  expect(times).toBeGreaterThan(0)
  return { times, busy, slowest: Math.round(slowest) }
}

describe('I2: floods of requests without a session', () => {
  const flood = 1_000
  const lanes = 20
  const link = { token: 'x'.repeat(43), id: '01890a5d-ac96-774b-bcce-b302099a8057', password, confirmPassword: password }

  test.for([
    ['reset-password', 'one_time_link_address', () => link],
    ['set-password', 'one_time_link_address', () => link],
    ['confirm-email', 'one_time_link_address', () => link],
    [
      'request-token',
      'request_token_address',
      (turn: number) => ({ email: `nobody-${turn}@test.example`, confirmEmail: `nobody-${turn}@test.example` }),
    ],
  ] as const)('I2: %s from one address and from one IPv6 network is limited, and others sign in meanwhile', async ([path, limit, body]) => {
    const person = await product.cluster.seed.investor({ password })
    await product.cluster.db.deleteFrom('rate_counters').execute()
    const url = `/api/auth/${path}`
    const fromOne = many(flood / 2, (turn) => ask(product.url + url, { from: '127.0.8.1', body: body(turn) }), lanes)
    const fromNetwork = many(
      flood / 2,
      (turn) =>
        ask((product.apis[turn % 2]?.url ?? '') + url, {
          headers: { 'x-forwarded-for': `2001:db8:1:2::${turn.toString(16)}` },
          body: body(turn),
        }),
      lanes,
    )
    const meanwhile = await signInMeanwhile(person, Promise.all([fromOne, fromNetwork]))
    const looked = (await Promise.all([fromOne, fromNetwork])).map((answers) =>
      answers.map(({ status }) => status).filter((status) => status !== 429 && status !== 503),
    )
    for (const statuses of looked) {
      expect(new Set(statuses)).toEqual(new Set([path === 'request-token' ? 200 : 400]))
      expect(statuses.length).toBeLessThanOrEqual(rateLimits[limit].most)
    }
    console.log(
      `I2 ${path}: ${flood} requests, ${looked.map(({ length }) => length).join(' and ')} looked at; others signed in ${meanwhile.times} times meanwhile and were busy ${meanwhile.busy} times, slowest after ${meanwhile.slowest} ms`,
    )
  })
})

test('I2: the bare list of circles is limited per person over both processes', async () => {
  const person = await product.cluster.seed.investor()
  const statuses = (await many(300, () => call(person, 'GET', 'app/circle'))).map(({ status }) => status)
  expect(count(statuses, 200)).toBeLessThanOrEqual(rateLimits.circle_list_account.most)
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  console.log(`I2 300 lists for one person at once: ${count(statuses, 200)} sent`)
})

test('D5: parallel uploads over both processes stay within the quota, and pictures of many pixels are refused', async () => {
  const pending = await product.cluster.seed.pending()
  const megabytes = 10
  const begin = (size: number) => call(pending, 'POST', 'app/s3/get-signed-post-url/a.png/image%2Fpng', { isPublic: true, size })
  const answers = await many(100, () => begin(megabytes * 1024 * 1024))
  const begun = answers.filter(({ status }) => status === 200)
  expect(begun).toHaveLength(4)
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])

  const bomb = pixelBomb(30_000)
  const owner = await product.cluster.seed.investor()
  const slot = await call(owner, 'POST', 'app/s3/get-signed-post-url/bomb.png/image%2Fpng', { size: bomb.length })
  const address = new URL(slot.data<{ signedPostUrl: string }>().signedPostUrl)
  const sent = await fetch(product.url + address.pathname + address.search, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: bomb,
  })
  expect([sent.status, (await sent.json()).code]).toEqual([400, 'picture_too_large'])
  console.log(
    `D5 100 uploads of ${megabytes} MB at once by an unverified person: ${begun.length} begun; a picture of 900 megapixels in ${Math.round(bomb.length / 1_000)} kB refused`,
  )
})

test('I2: a burst of streams leaves a person at most twenty in each process, and others theirs', async () => {
  const [person, other] = [await product.cluster.seed.investor(), await product.cluster.seed.investor()]
  const open = (each: Person) => openEvents(`${product.url}/api/app/stream`, authHeaders(each.token))
  const own = await open(other)
  const opened = (await Promise.allSettled(Array.from({ length: 250 }, () => open(person)))).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  const left = () => opened.filter((stream) => !stream.isEnded()).length
  for (let wait = 0; wait < 100 && left() > 40; wait++) await sleep(50)
  console.log(`I2 250 streams of one person at once: ${opened.length} opened, ${left()} left in two processes`)
  expect(left()).toBeLessThanOrEqual(40)
  expect(own.isEnded()).toBe(false)
  await Promise.all([own, ...opened].map((stream) => stream.stop()))
})

test('I2: pictures of shared links and the API document are refused at once while a process is overloaded, the page is not', async () => {
  const owner = await product.cluster.seed.investor()
  const circle = (await call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
  const [api] = product.apis
  const statusOf = async (path: string) => {
    const answer = await fetch(`${api?.url}${path}`)
    await answer.arrayBuffer()
    return answer.status
  }
  const paths = [`/og/circle/${circle._id}.png`, '/og/arcstead.png', '/api/docs', '/api/openapi.json']
  await product.cluster.db.transaction().execute(async (tx) => {
    // Everyone who reads members now waits.
    await sql`lock table memberships in access exclusive mode`.execute(tx)
    const waiting = many(300, () => statusOf(`/api/public/circle-membership/${circle._id}`))
    await sleep(1_500)
    const began = performance.now()
    const refused = await Promise.all(paths.map(statusOf))
    const milliseconds = Math.round(performance.now() - began)
    expect(refused).toEqual(paths.map(() => 503))
    expect(milliseconds).toBeLessThan(1_000)
    expect(await statusOf('/healthz')).toBe(200)
    console.log(`I2 overloaded: ${paths.length} addresses refused with 503 in ${milliseconds} ms`)
    void waiting
  })
  await sleep(2_000)
  expect(await Promise.all(paths.map(statusOf))).toEqual(paths.map(() => 200))
})
