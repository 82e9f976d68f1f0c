// Searches among 1,000,000 circles, as ratios to the same searches among 10,000: npm run bench -- search Both run in turns on one
// PostgreSQL, so that a busy machine slows both. The goal is at most 2 for the first page of every search, with its count.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { countCircles } from '#server/features/search/find-circles.ts'
import { readMapOfCircles } from '#server/features/search/map-of-circles.ts'
import { projectRoot } from '#server/root.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { randomFrom } from '#server/testing/random-circles.ts'
import { compareSearches, nearestPage, searches, timed } from './searches.ts'

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
  const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: sharedMemory, max_wal_size: '4GB' } })
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
      await warmUp(url.href)
      console.log(`${count.toLocaleString('en-US')} circles made in ${Math.round(took / 1_000)} s`)
      urls.push(url.href)
    }
    const [small, large] = urls.map((url) => connect(url, { max: 4 }))
    if (!small || !large) throw new Error('no databases')
    await compareSearches(small.db, large.db, rounds, searches)
    console.log(`\ncounted to ${await countCircles(large.db, {}, 1_001)}\n`)
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
