// The reads that pages make, as ratios to a bare node:http server with one plain prepared select over the same data, and signed-in reads in
// requests per second and CPU time of the API process: npm run bench -- reads
// Both run in turns on one PostgreSQL, so that a busy machine slows both.
import { readFile } from 'node:fs/promises'
import type { Circle } from '#contract/circles.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { randomFrom } from '#server/testing/random-circles.ts'
import type { Person } from '#server/testing/seed.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { startBarePgServer } from './bare-server.ts'
import { median, printHead, printRow } from './figures.ts'
import { openRawClient } from './raw-client.ts'
import { leastDisturbed } from './stolen-time.ts'

const circles = 1_000
const connections = 10
const rounds = 5
/** A round has at least so much time and so many answers: sign-ins take long. */
const [milliseconds, leastAnswers] = [1_500, 300]
const password = 'Larkspur-Terrace-75'
const people = 100

type Load = { readonly perSecond: number; readonly answers: number }

/** `request` makes the text of the n-th request; there are at least `least`. Every answer must be 200. */
async function measure(url: string, request: (turn: number) => string, least = 0): Promise<Load> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openRawClient(url)))
  let answers = 0
  const started = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (answers < least || performance.now() - started < milliseconds) {
        const { status, body } = await client.send(request(answers++))
        if (status !== 200) throw new Error(`${request(answers).split('\r\n')[0]} was answered ${status} ${body.slice(0, 200)}`)
      }
    }),
  )
  const perSecond = (answers * 1_000) / (performance.now() - started)
  for (const client of clients) client.close()
  return { perSecond, answers }
}

const get = (path: string, headers = '') => `GET /api/${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`

/** Each from its own address, because limits per address are not measured here. */
function signIn(turn: number): string {
  const body = JSON.stringify({ email: `caller-${turn % people}@example.com`, password })
  const address = `x-forwarded-for: 10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}\r\n`
  return `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\n${address}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

type Comparison = {
  readonly what: string
  readonly request: (turn: number) => string
  /** How many are sent before measuring: each that differs, and enough for V8 to have compiled what they run through. */
  readonly before: number
  readonly goal: number
}

/** Searches differ from each other as people's do. */
function comparisons(ids: readonly string[]): Comparison[] {
  const random = randomFrom(1)
  const names = ['larkspur', 'juniper', 'harbor', 'elm', 'cedar', 'granite', 'willow', 'prairie', 'terrace', 'court', 'lofts', 'place']
  const searches = Array.from({ length: 997 }, () => {
    const from = random.whole(1, 40) * 50_000
    return `public/circle?minTarget=${from}&maxTarget=${from + random.whole(10, 40) * 50_000}&q=${random.one(names)}&sort=createdAt`
  })
  return [
    { what: 'One circle by id', request: (turn) => get(`public/circle/${ids[turn % ids.length]}`), before: ids.length, goal: 0.6 },
    { what: 'Filtered page of 10', request: (turn) => get(searches[turn % searches.length] ?? ''), before: searches.length, goal: 0.6 },
    { what: 'Page of 10 without filter', request: (turn) => get(`public/circle?page=${1 + (turn % 20)}`), before: 20, goal: 0.6 },
    { what: 'Sign-in', request: signIn, before: 1_500, goal: 0.9 },
  ]
}

async function compare(api: ApiProcess, bare: string, { what, request, before, goal }: Comparison): Promise<void> {
  const ways = { bare: () => measure(bare, request, leastAnswers), api: () => measure(api.url, request, leastAnswers) }
  for (const url of [bare, api.url]) await measure(url, request, before)
  const results = await leastDisturbed(rounds, async (round) => {
    const result = { bare: 0, api: 0 }
    for (const way of round % 2 === 0 ? (['bare', 'api'] as const) : (['api', 'bare'] as const)) result[way] = (await ways[way]()).perSecond
    return result
  })
  printRow({
    what,
    figures: `${median(results.map((result) => result.api)).toFixed(0)}/s, bare node:http + pg ${median(results.map((result) => result.bare)).toFixed(0)}/s`,
    ratio: median(results.map((result) => result.api / result.bare)).toFixed(2),
    goal: `at least ${goal}`,
  })
}

/** The CPU time that a process has used, in milliseconds (Linux counts hundredths of a second). */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

async function send<Data>({ url }: ApiProcess, person: Person, path: string, body: unknown): Promise<Data> {
  const headers = { authorization: `Bearer ${person.token.accessToken}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
  return ((await answer.json()) as { data: Data }).data
}

/** A circle with three members and a property, as most are that people look at. */
async function makeOwnCircle({ seed }: TestCluster, api: ApiProcess): Promise<{ owner: Person; id: string }> {
  const owner = await seed.investor()
  const { _id: id } = await send<Circle>(api, owner, 'app/circle', circleForm())
  for (let count = 0; count < 2; count++) {
    await send(api, await seed.investor(), `app/circle-membership/${id}`, { investmentAmount: 75_000 })
  }
  const place = { address: '418 Alderstone Way', city: 'Denver', state: 'CO', zipCode: '80205' }
  await send(api, owner, 'app/property', {
    ...place,
    price: 845_000,
    listingStatus: 'available',
    url: 'https://listings.example/418',
    circle: id,
  })
  return { owner, id }
}

async function measureSignedIn(cluster: TestCluster, api: ApiProcess): Promise<void> {
  const { owner, id } = await makeOwnCircle(cluster, api)
  const headers = `authorization: Bearer ${owner.token.accessToken}\r\nx-refresh-token: ${owner.token.refreshToken}\r\n`
  for (const path of [
    `app/circle/${id}`,
    `app/circle-membership/${id}`,
    `app/property/${id}`,
    `app/user-membership/${owner._id}`,
    'auth/whoami',
  ]) {
    const request = () => get(path, headers)
    await measure(api.url, request)
    const results: { perSecond: number; cpu: number }[] = []
    for (let round = 0; round < 3; round++) {
      const before = await cpuOf(api.pid)
      const { perSecond, answers } = await measure(api.url, request)
      results.push({ perSecond, cpu: ((await cpuOf(api.pid)) - before) / answers })
    }
    const [perSecond, cpu] = [median(results.map((result) => result.perSecond)), median(results.map((result) => result.cpu))]
    const what = path.replace(id, '{circle}').replace(owner._id, '{user}')
    printRow({ what: `\`${what}\``, figures: `${perSecond.toFixed(0)}/s, ${cpu.toFixed(2)} ms of CPU`, ratio: '', goal: '' })
  }
}

const cluster = await startTestCluster()
try {
  await fillWithCircles(cluster.databaseUrl, circles)
  const hash = await hashPassword(password)
  for (let count = 0; count < people; count++) await cluster.seed.investor({ email: `caller-${count}@example.com` })
  await cluster.db.updateTable('users').set({ password_hash: hash }).where('email', 'like', 'caller-%').execute()
  const ids = (await cluster.db.selectFrom('circles').select('id').orderBy('id').execute()).map(({ id }) => id)
  const api = await cluster.startApi({ TRUST_PROXY: '127.0.0.1' })
  const bare = await startBarePgServer(cluster.databaseUrl)
  try {
    printHead()
    for (const comparison of comparisons(ids)) await compare(api, bare.url, comparison)
    await measureSignedIn(cluster, api)
  } finally {
    await bare.stop()
  }
} finally {
  await cluster.close()
}
