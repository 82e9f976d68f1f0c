// Purchases per second through the API, as a ratio to the same SQL sent by a bare script: npx tsx bench/purchases.ts Both run in turns on
// one database, so that a busy machine slows both. The goal is 0.7.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { openMailTransport } from '#server/mail/mail-transport.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { projectRoot } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { openLiveFeed } from '#server/shared/live/live-feed.ts'
import { noDataKeys } from '#server/shared/pay-details/data-keys.ts'
import { openFileStore } from '#server/storage/open-file-store.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { clusterKeys, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { median, printHead, printRow } from './figures.ts'
import { openRawClient } from './raw-client.ts'
import { record, replay, type Script, type Slots } from './recorded-sql.ts'
import { leastDisturbed } from './stolen-time.ts'

const connections = 10
const rounds = 5
/** More would fill the circles. */
const mostRounds = 7
const perRound = 600
const circleCount = 1_000
const price = 75_000

type Buyer = Person & { readonly sessionId: string }
type Want = { readonly buyer: Buyer; readonly circle: string }
type Scripts = { readonly buy: Script; readonly leave: Script }

const headersOf = ({ token }: Person) => `authorization: Bearer ${token.accessToken}\r\nx-refresh-token: ${token.refreshToken}\r\n`

function buyRequest({ buyer, circle }: Want): string {
  const body = JSON.stringify({ circle, user: buyer._id, investmentAmount: price, isOwner: false })
  return `POST /api/app/circle-membership/${circle} HTTP/1.1\r\nhost: localhost\r\n${headersOf(buyer)}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
const leaveRequest = ({ buyer, circle }: Want) =>
  `DELETE /api/app/circle-membership/${circle} HTTP/1.1\r\nhost: localhost\r\n${headersOf(buyer)}\r\n`

/** Circles of twelve arcs, one of them the owner's. */
async function makeCircles({ db, seed }: TestCluster, count: number): Promise<string[]> {
  const owner = await seed.investor()
  const circles = Array.from({ length: count }, () => ({ circle: newId(), membership: newId() }))
  const [ids, memberships] = [circles.map((row) => row.circle), circles.map((row) => row.membership)]
  await db.transaction().execute(async (tx) => {
    await sql`insert into circles (id, title, city, created_by, total_target_size, minimum_share_size, owner_investment_amount)
      select id, 'Bench', 'Denver', ${owner._id}, ${12 * price}, '1/12', ${price} from unnest(${ids}::uuid[]) as id`.execute(tx)
    await sql`insert into memberships (id, circle_id, user_id, is_owner)
      select id, circle, ${owner._id}, true from unnest(${memberships}::uuid[], ${ids}::uuid[]) as made (id, circle)`.execute(tx)
    await sql`insert into arcs (circle_id, number, price, membership_id) select circle, number, ${price}, case when number = 1 then id end
      from unnest(${memberships}::uuid[], ${ids}::uuid[]) as made (id, circle), generate_series(1, 12) as number`.execute(tx)
    await sql`insert into ledger (circle_id, membership_id, user_id, kind, arcs, amount, actor_id) select circle, id, ${owner._id}, 'bought', '{1}',
      ${price}, ${owner._id} from unnest(${memberships}::uuid[], ${ids}::uuid[]) as made (id, circle)`.execute(tx)
  })
  await sql`analyze`.execute(db)
  return ids
}

/** The mails that purchases queue are sent after the measured time: sending them is not a part of a purchase. */
async function postponeJobs({ db }: TestCluster): Promise<void> {
  await sql`create function postpone_job() returns trigger language plpgsql as
    $$ begin new.run_at := now() + interval '1 day'; return new; end $$`.execute(db)
  await sql`create trigger postpone before insert on graphile_worker._private_jobs for each row execute function postpone_job()`.execute(db)
}

async function makeBuyers({ db, seed }: TestCluster, count: number): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  for (let made = 0; made < count; made++) {
    const person = await seed.investor()
    const { id } = await db.selectFrom('sessions').select('id').where('user_id', '=', person._id).executeTakeFirstOrThrow()
    buyers.push({ ...person, sessionId: id })
  }
  return buyers
}

/** Records the SQL that the product sends for one purchase and for one leave. */
async function recordScripts(cluster: TestCluster, { buyer, circle }: Want): Promise<Scripts> {
  const data = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
  const settings = readSettings({ LOG_LEVEL: 'silent', ARCSTEAD_DATA: data }, projectRoot())
  const { db, close } = connect(cluster.databaseUrl)
  const [keys, mailTransport, live] = [clusterKeys, openMailTransport(settings), await openLiveFeed(cluster.databaseUrl)]
  const files = await openFileStore(settings, keys)
  const phase = { current: 'ready' as const }
  const app = await buildApp({
    db,
    keys,
    limiter: noRateLimits,
    live,
    mailTransport,
    pushKeys: await readPushKeys(db, settings.vapidKeys),
    dataKeys: noDataKeys,
    files,
    settings,
    phase,
    root: projectRoot(),
    version: 'bench',
  })
  const headers = { authorization: `Bearer ${buyer.token.accessToken}`, 'x-refresh-token': buyer.token.refreshToken }
  const url = `/api/app/circle-membership/${circle}`
  let membership = ''
  const slots = (): Slots => ({ buyer: buyer._id, session: buyer.sessionId, circle, membership, arc: 2 })
  // The first purchase fills the caches of schemas and plans.
  const payload = { circle, user: buyer._id, investmentAmount: price, isOwner: false }
  await app.inject({ method: 'POST', url, headers, payload })
  await app.inject({ method: 'DELETE', url, headers })
  const buy = await record(async () => {
    membership = (await app.inject({ method: 'POST', url, headers, payload })).json().data._id
    return slots()
  })
  const leave = await record(async () => {
    await app.inject({ method: 'DELETE', url, headers })
    return slots()
  })
  await app.close()
  await live.close()
  mailTransport.close()
  await close()
  await rm(data, { recursive: true, force: true })
  return { buy, leave }
}

type Run = (want: Want, line: number) => Promise<void>

/** Purchases per second over all connections. */
async function callsPerSecond(wants: readonly Want[], run: Run): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, line) => {
      for (let want = wants[next++]; want; want = wants[next++]) await run(want, line)
    }),
  )
  return (wants.length * 1_000) / (performance.now() - started)
}

type Comparison = { readonly bare: Run; readonly api: Run; readonly wants: (round: number) => readonly Want[] }

async function compare({ db }: TestCluster, name: string, { bare, api, wants }: Comparison): Promise<void> {
  const measure = async (round: number) => {
    // Jobs that wait for their day would slow down every job added after them.
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await sql`vacuum analyze graphile_worker._private_jobs`.execute(db)
    // Each goes first in every second round.
    const paces = { bare: 0, api: 0 }
    for (const [turn, way] of (round % 2 === 0 ? (['bare', 'api'] as const) : (['api', 'bare'] as const)).entries()) {
      paces[way] = await callsPerSecond(wants(2 * round + turn), way === 'bare' ? bare : api)
    }
    return paces
  }
  const results = await leastDisturbed(rounds, measure, mostRounds)
  const ratio = median(results.map((result) => result.api / result.bare))
  const [bareMedian, apiMedian] = [median(results.map((result) => result.bare)), median(results.map((result) => result.api))]
  printRow({
    what: name,
    figures: `${apiMedian.toFixed(0)}/s through the API, ${bareMedian.toFixed(0)}/s by a bare script; rounds ${results.map((result) => (result.api / result.bare).toFixed(2)).join(' ')}`,
    ratio: ratio.toFixed(2),
    goal: '0.7',
  })
}

async function main(): Promise<void> {
  const cluster = await startTestCluster({ poolSize: connections })
  try {
    await postponeJobs(cluster)
    const [first, ...buyers] = await makeBuyers(cluster, 121)
    const circles = await makeCircles(cluster, circleCount)
    const [hot, spare] = await makeCircles(cluster, 2)
    const buyerOf = (index: number) => buyers[index % buyers.length] as Buyer
    const scripts = await recordScripts(cluster, { buyer: buyerOf(0), circle: spare as string })
    const sizeOf = (script: Script) => `${script.flat().length} statements in ${script.length} round trips`
    console.log(`one purchase is ${sizeOf(scripts.buy)}, one leave ${sizeOf(scripts.leave)}\n`)
    printHead()

    const api = await cluster.startApi()
    const lines = await Promise.all(Array.from({ length: connections }, () => openRawClient(api.url)))
    const clients = await Promise.all(
      Array.from({ length: connections }, async () => {
        const client = new pg.Client({ connectionString: cluster.databaseUrl, application_name: 'bare', pipeline: true })
        // Errors are reported by the query; a closed connection at the end is expected.
        client.on('error', () => {})
        await client.connect()
        return client
      }),
    )
    const slotsFor = ({ buyer, circle }: Want): Slots => ({
      buyer: buyer._id,
      session: buyer.sessionId,
      circle,
      membership: newId(),
      arc: 0,
    })
    const ask = async (line: number, request: string, expected: number) => {
      const answer = await lines[line]?.send(request)
      if (answer?.status !== expected) throw new Error(`answered ${answer?.status}: ${answer?.body}`)
    }

    const wantsOverMany = (round: number): Want[] =>
      Array.from({ length: perRound }, (_, index) => {
        const at = round * perRound + index
        return { circle: circles[at % circles.length] as string, buyer: buyerOf(Math.floor(at / circles.length) * 7 + at) }
      })
    // A circle's first purchase also writes its rules, so a later one is recorded.
    await callsPerSecond(
      circles.map((circle) => ({ circle, buyer: first as Buyer })),
      (want, line) => ask(line, buyRequest(want), 200),
    )
    await compare(cluster, 'Purchases over many circles', {
      bare: (want, line) => replay(clients[line] as pg.Client, scripts.buy, slotsFor(want)),
      api: (want, line) => ask(line, buyRequest(want), 200),
      wants: wantsOverMany,
    })

    // Ten people, eleven free arcs: each buys one and leaves again, all in the same circle.
    const wantsOnOne = (): Want[] => Array.from({ length: perRound / 2 }, () => ({ circle: hot as string, buyer: buyerOf(0) }))
    const own = (line: number): Want => ({ circle: hot as string, buyer: buyerOf(line) })
    await ask(0, buyRequest(own(0)), 200)
    await ask(0, leaveRequest(own(0)), 204)
    await compare(cluster, 'Purchases on one hot circle', {
      bare: async (_, line) => {
        const slots = slotsFor(own(line))
        await replay(clients[line] as pg.Client, scripts.buy, slots)
        await replay(clients[line] as pg.Client, scripts.leave, slots)
      },
      api: async (_, line) => {
        await ask(line, buyRequest(own(line)), 200)
        await ask(line, leaveRequest(own(line)), 204)
      },
      wants: wantsOnOne,
    })
    for (const line of lines) line.close()
    await Promise.all(clients.map((client) => client.end()))
    const problems = await ledgerProblems(cluster.databaseUrl)
    console.log(problems.length === 0 ? 'the books agree' : problems)
  } finally {
    await cluster.close()
  }
}

await main()
