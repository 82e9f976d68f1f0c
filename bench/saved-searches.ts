// What a new circle costs among 10,000 saved searches: npm run bench -- saved-searches
// The work is bounded by the number of different searches; it is done by a job, never by the request that makes the circle.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { savedAddress } from '#domain/saved-search.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { newId } from '#server/db/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { matchSavedSearches } from '#server/features/search/match-saved-searches.ts'
import { projectRoot } from '#server/root.ts'
import { type Random, randomCircle, randomFrom, randomSearch } from '#server/testing/random-circles.ts'
import { median, printHead, printRow, quantile } from './figures.ts'

const searches = 10_000
const rounds = Number(process.argv[2] ?? 20)

async function insertPeople(db: Database, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, nth) => ({
    id: newId(),
    first_name: 'Robin',
    last_name: 'Bench',
    email: `bench${nth}@bench.example`,
    status: 'active',
  }))
  await db.insertInto('users').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** So many different searches, each with two or three filters. */
function differentAddresses(random: Random, count: number): string[] {
  const addresses = new Set<string>()
  while (addresses.size < count) {
    const { filter } = randomSearch(random)
    const near = filter.near && {
      ...filter.near,
      lat: filter.near.lat + random.between(-2, 2),
      lng: filter.near.lng + random.between(-2, 2),
    }
    addresses.add(savedAddress({ ...filter, ...(near && { near }), minArcPrice: random.whole(1, 200) * 1_000 }))
  }
  return [...addresses]
}

async function saveSearches(db: Database, people: readonly string[], addresses: readonly string[]): Promise<void> {
  const rows = Array.from({ length: searches }, (_, nth) => ({
    id: newId(),
    user_id: people[nth % people.length] ?? '',
    address: addresses[nth % addresses.length] ?? '',
  }))
  for (let start = 0; start < rows.length; start += 2_000) {
    await db
      .insertInto('saved_searches')
      .values(rows.slice(start, start + 2_000))
      .execute()
  }
  await sql`vacuum analyze saved_searches`.execute(db)
}

async function timeMatching(db: Database, owner: string, random: Random): Promise<{ times: number[]; works: number[]; told: number }> {
  const times: number[] = []
  const works: number[] = []
  for (let round = 0; round < rounds; round++) {
    const circle = { ...randomCircle(random, owner), hide_circle: false, deleted_at: null, created_at: new Date() }
    await db.insertInto('circles').values(circle).execute()
    const [started, worked] = [performance.now(), process.cpuUsage()]
    await matchSavedSearches(db, { circle: circle.id, at: new Date(Date.now() + 60_000).toISOString(), before: null })
    times.push(performance.now() - started)
    const { user, system } = process.cpuUsage(worked)
    works.push((user + system) / 1_000)
  }
  const { count } = await db.selectFrom('saved_search_matches').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return { times, works, told: count }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
  const postgres = await startEmbeddedPostgres({ folder })
  const { db, close } = connect(postgres.url, { max: 4 })
  try {
    await migrate(postgres.url, path.join(projectRoot(), 'server/db/migrations'))
    const [owner = '', ...people] = await insertPeople(db, searches + 1)
    printHead()
    for (const different of [10_000, 1_000]) {
      const random = randomFrom(45)
      await saveSearches(db, people, differentAddresses(random, different))
      const { times, works, told } = await timeMatching(db, owner, random)
      const figures = `p95 ${quantile(times, 0.95).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, ${median(works).toFixed(0)} ms of the process’s CPU, ${Math.round(told / rounds)} matches each`
      const what = `A new circle among ${searches.toLocaleString('en-US')} saved searches, ${different.toLocaleString('en-US')} of them different`
      printRow({ what, figures, ratio: '', goal: 'below 5 s, in a job' })
      await sql`truncate saved_searches, saved_search_matches, notices`.execute(db)
    }
  } finally {
    await close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
