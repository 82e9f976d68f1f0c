// Searches among 1,000,000 circles, as ratios to the same searches among 10,000: npm run bench -- search Both run in turns on one
// PostgreSQL, so that a busy machine slows both. The goal is at most 2 for the first page around a place.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { CircleSort } from '#domain/choices.ts'
import type { Box } from '#domain/distance.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { countCircles, findCircles, findIds, readCircles } from '#server/features/search/find-circles.ts'
import { readMapOfCircles } from '#server/features/search/map-of-circles.ts'
import { projectRoot } from '#server/root.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { type Random, randomFrom } from '#server/testing/random-circles.ts'
import { printHead, printRow, quantile } from './figures.ts'

const many = Number(process.argv[2] ?? 1_000_000)
const few = Number(process.argv[3] ?? 10_000)
const rounds = 300

type Ask = (db: Database, random: Random) => Promise<unknown>

const search = (filter: CircleFilter, sort: CircleSort): CircleSearch => ({ filter, sort, page: 1, pageSize: 10 })

const around = (random: Random): CircleFilter => ({
  near: { lat: random.between(28, 46), lng: random.between(-120, -72), radius: random.whole(1, 20) * 5 },
})

const boxAt = (random: Random, width: number): Box => {
  const [west, south] = [random.between(-122, -70 - width), random.between(27, 47 - width / 3)]
  return { west, south, east: west + width, north: south + width / 2 }
}

const nearestPage: Ask = async (db, random) => readCircles(db, await findIds(db, search(around(random), 'distance'), true))

const asks: readonly { what: string; ask: Ask; goal?: string }[] = [
  { what: 'Around a place, nearest first, first page, without the count', ask: nearestPage, goal: 'at most 2' },
  { what: 'The same with the count', ask: (db, random) => findCircles(db, search(around(random), 'distance')) },
  { what: 'Around a place, newest first', ask: (db, random) => findCircles(db, search(around(random), 'createdAt')) },
  { what: 'All, by title', ask: (db) => findCircles(db, search({}, 'title')) },
  {
    what: 'Land held as a trust, by target',
    ask: (db) => findCircles(db, search({ propertyTypes: ['land'], ownershipStructure: ['trust'] }, 'totalTargetSize')),
  },
  { what: 'A rare text', ask: (db, random) => findCircles(db, search({ q: `court ${random.whole(1, few)}` }, 'createdAt')) },
  { what: 'A common text', ask: (db) => findCircles(db, search({ q: 'larkspur' }, 'createdAt')) },
  { what: 'Clusters of the country', ask: (db) => readMapOfCircles(db, { bbox: { west: -125, south: 24, east: -66, north: 50 } }, 5, 200) },
  { what: 'Clusters of a state', ask: (db, random) => readMapOfCircles(db, { bbox: boxAt(random, 7) }, 8, 200) },
  { what: 'Clusters of a city', ask: (db, random) => readMapOfCircles(db, { bbox: boxAt(random, 0.4) }, 12, 200) },
]

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await ask()
  return performance.now() - started
}

async function compare(small: Database, large: Database): Promise<void> {
  printHead()
  for (const { what, ask, goal = '' } of asks) {
    const times = { small: [] as number[], large: [] as number[] }
    const random = { small: randomFrom(1), large: randomFrom(1) }
    for (let round = -20; round < rounds; round++) {
      const [smallTime, largeTime] = [await timed(() => ask(small, random.small)), await timed(() => ask(large, random.large))]
      if (round < 0) continue
      times.small.push(smallTime)
      times.large.push(largeTime)
    }
    const [before, after] = [quantile(times.small, 0.95), quantile(times.large, 0.95)]
    const medians = `median ${quantile(times.small, 0.5).toFixed(1)} and ${quantile(times.large, 0.5).toFixed(1)} ms`
    printRow({ what, figures: `p95 ${before.toFixed(1)} and ${after.toFixed(1)} ms, ${medians}`, ratio: (after / before).toFixed(2), goal })
  }
}

/** The query plan of one search around a place. */
async function showPlan(url: string): Promise<void> {
  const asked: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  await nearestPage(db, randomFrom(4))
  for (const { sql, parameters } of [...asked]) {
    const { rows } = await pool.query(`explain (analyze, timing off, costs off, summary off, buffers off) ${sql}`, [...parameters])
    console.log(`${rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')}\n`)
  }
  await db.destroy()
}

/** The size of an answer with every circle as a point: the reason for the limit in map-of-circles.ts. */
async function weighPoints(db: Database): Promise<void> {
  console.log('\n| points | made in | JSON | brotli |\n|---|---|---|---|')
  for (const half of [0.7, 1.6, 2.3, 5.2, 7.4]) {
    const bbox = { west: -98 - half, east: -98 + half, south: 38 - half, north: 38 + half }
    const started = performance.now()
    const map = await readMapOfCircles(db, { bbox }, 5, 1_000_000)
    const made = performance.now() - started
    const json = Buffer.from(JSON.stringify(map))
    const small = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    console.log(
      `| ${map.total.toLocaleString('en-US')} | ${made.toFixed(0)} ms | ${(json.length / 1e6).toFixed(2)} MB | ${(small.length / 1e6).toFixed(2)} MB |`,
    )
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
  const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  try {
    const urls: string[] = []
    for (const [name, count] of [
      ['bench_few', few],
      ['bench_many', many],
    ] as const) {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      await migrate(url.href, path.join(projectRoot(), 'server/db/migrations'))
      const took = await timed(() => fillWithCircles(url.href, count))
      console.log(`${count.toLocaleString('en-US')} circles made in ${Math.round(took / 1_000)} s`)
      urls.push(url.href)
    }
    const [small, large] = urls.map((url) => connect(url, { max: 4 }))
    if (!small || !large) throw new Error('no databases')
    await compare(small.db, large.db)
    console.log(`\ncounted to ${await countCircles(large.db, {}, 10_001)}\n`)
    await weighPoints(large.db)
    console.log('\nThe plan of the first row, among the many:\n')
    await showPlan(urls[1] ?? '')
    await small.close()
    await large.close()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
