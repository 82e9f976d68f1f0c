import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import { projectRoot } from '#server/root.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders } from '#server/testing/test-app.ts'
import { startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { newCircle } from './buying.ts'
import { countOf, type TimedAnswer, timed } from './clients.ts'
import { median, quantile } from './figures.ts'

const factor = 10
const seconds = 30
const password = 'Larkspur-Terrace-75'

let cluster: TestCluster
let person: Person

beforeAll(async () => {
  cluster = await startTestCluster()
  person = await cluster.seed.investor({ password })
  for (let count = 0; count < 100; count++) await cluster.seed.investor({ email: `overload-${count}@example.com` })
  const hashed = cluster.db.selectFrom('users').select('password_hash').where('id', '=', person._id)
  await cluster.db.updateTable('users').set({ password_hash: hashed }).where('email', 'like', 'overload-%').execute()
})
afterAll(() => cluster.close())

type Ask = (turn: number) => Promise<TimedAnswer>

/** Successful answers per second at full load. */
async function sustainable(ask: Ask): Promise<number> {
  const start = performance.now()
  let served = 0
  const client = async (index: number) => {
    for (let turn = index; performance.now() - start < 5_000; turn += 8) if ((await ask(turn)).status === 200) served++
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => client(index)))
  return served / ((performance.now() - start) / 1_000)
}

const clients = 500

/** Sends `rate` requests per second from many clients, without waiting if a client is late. */
async function overload(ask: Ask, rate: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = []
  const start = performance.now()
  const every = (1_000 * clients) / rate
  const client = async (index: number) => {
    for (let next = start + (index * every) / clients; ; next += every) {
      await sleep(Math.max(0, next - performance.now()))
      if (performance.now() - start > seconds * 1_000) return
      answers.push(await ask(index + answers.length))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  return answers
}

async function prove(what: string, ask: Ask): Promise<void> {
  await sustainable(ask)
  const rate = await sustainable(ask)
  const calm = await Promise.all(Array.from({ length: 4 }, (_, turn) => ask(turn)))
  const answers = await overload(ask, factor * rate)
  const over = performance.now()
  // After the overload a single request is as fast as before.
  let recovered = await ask(0)
  while (recovered.status !== 200 || recovered.ms > 4 * median(calm.map(({ ms }) => ms)) + 250) {
    await sleep(200)
    recovered = await ask(0)
    expect(performance.now() - over).toBeLessThan(30_000)
  }
  const served = answers.filter(({ status }) => status === 200)
  const shed = answers.filter(({ status }) => status === 429 || status === 503)
  console.log(
    `I1 ${what}: ${rate.toFixed(0)}/s sustained, ${answers.length} asked in ${seconds} s (${(answers.length / seconds).toFixed(0)}/s): ${countOf(answers)}; ` +
      `served ${(served.length / seconds).toFixed(0)}/s, p99 of all ${Math.round(
        quantile(
          answers.map(({ ms }) => ms),
          0.99,
        ),
      )} ms; recovered ${Math.round(performance.now() - over)} ms after`,
  )
  expect(answers.length - served.length - shed.length).toBe(0)
  expect(served.length).toBeGreaterThan(0)
}

test(`I1: ${factor} times the sustainable rate of sign-ins for ${seconds} s: sheds with 429 or 503 and recovers`, async () => {
  const api = await cluster.startApi({ TRUST_PROXY: '127.0.0.1' })
  await prove('sign-ins', (turn) =>
    timed(`${api.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}` },
      body: JSON.stringify({ email: `overload-${turn % 100}@example.com`, password }),
    }),
  )
  await api.kill('SIGTERM')
})

type LoadResult = {
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
  readonly latency: { readonly p99: number; readonly max: number }
  readonly timeouts: number
  readonly errors: number
}

/** Runs autocannon in a separate process, which is far cheaper than requests from here. */
async function runAutocannon(url: string, token: Token, ...options: string[]): Promise<LoadResult> {
  const program = path.join(projectRoot(), 'node_modules/autocannon/autocannon.js')
  const headers = Object.entries(authHeaders(token)).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', '--no-progress', ...options, ...headers, url])
  return JSON.parse(stdout) as LoadResult
}

test(`I1: ${factor} times the sustainable rate of reads for ${seconds} s: sheds with 429 or 503 and recovers`, async () => {
  const api = await cluster.startApi()
  const url = `${api.url}/api/app/circle/${await newCircle(cluster.db, person, '1/12')}`
  const countIn = ({ statusCodeStats }: LoadResult, status: string) => statusCodeStats[status]?.count ?? 0
  await runAutocannon(url, person.token, '-c', '8', '-d', '5')
  const rate = countIn(await runAutocannon(url, person.token, '-c', '8', '-d', '5'), '200') / 5
  const answers = await runAutocannon(
    url,
    person.token,
    '-c',
    String(clients),
    '-R',
    String(Math.ceil(factor * rate)),
    '-d',
    String(seconds),
    '-t',
    '30',
  )
  const over = performance.now()
  while ((await timed(url, { headers: authHeaders(person.token) })).status !== 200) await sleep(100)
  const counts = Object.entries(answers.statusCodeStats).map(([status, { count }]) => `${status}: ${count}`)
  console.log(
    `I1 reads of a circle: ${rate.toFixed(0)}/s sustained, ${(factor * rate).toFixed(0)}/s asked for ${seconds} s by ${clients} connections: ${counts.join(', ')}, ` +
      `no answer: ${answers.timeouts + answers.errors}; p99 ${answers.latency.p99} ms, slowest ${answers.latency.max} ms; recovered ${Math.round(performance.now() - over)} ms after`,
  )
  expect([
    answers.timeouts,
    answers.errors,
    Object.keys(answers.statusCodeStats).filter((status) => !['200', '429', '503'].includes(status)),
  ]).toEqual([0, 0, []])
  expect(performance.now() - over).toBeLessThan(30_000)
  await api.kill('SIGTERM')
})
