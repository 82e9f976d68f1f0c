// Searches among 1,000,000 circles, as ratios to the same searches among 10,000: npm run bench -- search
// They are asked for as the page does, from an API process for each database. Both run in turns on one PostgreSQL, so that a busy machine
// slows both. The goal is at most 2 for the first page of every search, with its count.
import { totalmem } from 'node:os'
import { brotliCompressSync, constants } from 'node:zlib'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { connect, type Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { countCircles } from '#server/features/search/find-circles.ts'
import { readMapOfCircles } from '#server/features/search/map-of-circles.ts'
import { nearestIds } from '#server/features/search/nearest-circles.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { randomFrom } from '#server/testing/random-circles.ts'
import { startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { compareSearches, nearestFirst, type Side, searches } from './searches.ts'

const many = Number(process.argv[2] ?? 1_000_000)
const few = Number(process.argv[3] ?? 10_000)
const rounds = Number(process.argv[4] ?? 300)

/** A quarter of the machine's memory, as PostgreSQL's documentation advises. */
const sharedMemory = `${Math.min(4_096, Math.floor(totalmem() / 2 ** 20 / 4))}MB`

/** Reads the circles into PostgreSQL's memory, where those of a server that has run for a while are. Making the indexes has left them there. */
async function warmUp(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select sum(length(description)) from circles')
  await client.end()
}

/** The query plan of one search around a place. */
async function showPlan(url: string): Promise<void> {
  const asked: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  await nearestIds(db, nearestFirst(randomFrom(4)))
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

/** A database with circles and an API process that answers from it. */
async function startSide(
  cluster: TestCluster,
  name: string,
  count: number,
): Promise<Side & { readonly url: string; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(cluster.databaseUrl)
  address.pathname = `/${name}`
  const url = address.href
  // The process migrates the database.
  const { url: apiUrl } = await cluster.startApi({ DATABASE_URL: url })
  const started = performance.now()
  await fillWithCircles(url, count)
  console.log(`${count.toLocaleString('en-US')} circles made in ${Math.round((performance.now() - started) / 1_000)} s`)
  await warmUp(url)
  return { ...connect(url, { max: 4 }), apiUrl, url }
}

async function main(): Promise<void> {
  const cluster = await startTestCluster({ settings: { shared_buffers: sharedMemory, max_wal_size: '4GB' } })
  try {
    const [small, large] = [await startSide(cluster, 'bench_few', few), await startSide(cluster, 'bench_many', many)]
    await compareSearches(small, large, rounds, searches)
    console.log(`\ncounted to ${await countCircles(large.db, {}, 1_001)}\n`)
    await weighPoints(large.db)
    console.log('\nThe plan of the first row, among the many:\n')
    await showPlan(large.url)
    await small.close()
    await large.close()
  } finally {
    await cluster.close()
  }
}

await main()
