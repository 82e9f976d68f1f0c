// Searches among 1,000,000 circles, as ratios to the same searches among 10,000: npm run bench -- search
// They are asked for as the page does, from an API process for each database. Both run in turns on one PostgreSQL, so that a busy machine
// slows both. The goal is at most 2 for the first page of every search, with its count.
import { totalmem } from 'node:os'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { connect, type Database } from '#server/db/connect.ts'
import { readMapOfCircles } from '#server/features/search/map-of-circles.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { memoryOf } from './figures.ts'
import { compareSearches, type Side, searches } from './searches.ts'

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
async function startSide(cluster: TestCluster, name: string, count: number): Promise<Side & { close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(cluster.databaseUrl)
  address.pathname = `/${name}`
  const url = address.href
  // The first process also migrates the database and fills the gazetteer.
  await (await cluster.startApi({ DATABASE_URL: url })).kill('SIGTERM')
  const filling = performance.now()
  await fillWithCircles(url, count)
  await warmUp(url)
  const starting = performance.now()
  const { url: apiUrl, pid } = await cluster.startApi({ DATABASE_URL: url })
  const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`
  console.log(
    `${count.toLocaleString('en-US')} circles made in ${seconds(filling, starting)}; a process with them is ready after ${seconds(starting, performance.now())} and has ${Math.round(await memoryOf(pid))} MB`,
  )
  return { ...connect(url, { max: 4 }), apiUrl }
}

async function main(): Promise<void> {
  const cluster = await startTestCluster({ settings: { shared_buffers: sharedMemory, max_wal_size: '4GB' } })
  try {
    const [small, large] = [await startSide(cluster, 'bench_few', few), await startSide(cluster, 'bench_many', many)]
    await compareSearches(small, large, rounds, searches)
    await weighPoints(large.db)
    await small.close()
    await large.close()
  } finally {
    await cluster.close()
  }
}

await main()
