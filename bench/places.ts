// How long the database takes to find places: npx tsx bench/places.ts [DATABASE_URL] Without a URL it starts an embedded PostgreSQL in a
// temporary folder. On a busy machine look at the CPU time, which does not include waiting; it is available on Linux for a local server.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { randomFrom } from '#demo/random.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadPlaces, readGazetteer } from '#server/db/places/load-places.ts'
import { findPlaces } from '#server/features/locations/find-places.ts'
import { projectRoot } from '#server/root.ts'

const rounds = 2_000
const random = randomFrom('bench')

/** One typo: a letter missing, doubled, swapped or replaced by a neighbouring key. */
function mistyped(name: string): string {
  const at = random.whole(1, Math.max(1, name.length - 2))
  const slips = [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name.charAt(at) + name.slice(at),
    name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
    `${name.slice(0, at)}e${name.slice(at + 1)}`,
  ]
  return random.pick(slips)
}

const kinds: Readonly<Record<string, (name: string, state: string) => string>> = {
  'one letter': (name) => name.slice(0, 1),
  'two letters': (name) => name.slice(0, 2),
  'three letters': (name) => name.slice(0, 3),
  'half a name': (name) => name.slice(0, Math.ceil(name.length / 2)),
  'whole name': (name) => name,
  mistyped: (name) => mistyped(name),
  'mistyped with state': (name, state) => `${mistyped(name)}, ${state}`,
}

/** The CPU time used by this connection so far, in milliseconds. */
async function workMeter(db: Database): Promise<() => number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return () => {
    try {
      return Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return Number.NaN
    }
  }
}

function spread(figures: number[]): string {
  const sorted = figures.sort((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2).padStart(7)
  return `p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`
}

async function main(): Promise<void> {
  const root = projectRoot()
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
  const server = process.argv[2] ? null : await startEmbeddedPostgres({ folder })
  const url = process.argv[2] ?? server?.url ?? ''
  await migrate(url, path.join(root, 'server/db/migrations'))
  const before = performance.now()
  const outcome = await loadPlaces(url, root)
  console.log(`places ${outcome} in ${Math.round(performance.now() - before)} ms`)
  const { db, close } = connect(url, { max: 1 })
  const places = (await (await readGazetteer(root)).places()).slice(0, 5_000)

  const worked = await workMeter(db)
  for (const [kind, textOf] of Object.entries(kinds)) {
    const times: number[] = []
    const work: number[] = []
    for (let round = 0; round < rounds / Object.keys(kinds).length; round++) {
      const place = random.pick(places)
      const text = textOf(place.city, place.state)
      const [start, startWork] = [performance.now(), worked()]
      await findPlaces(db, text)
      times.push(performance.now() - start)
      work.push(worked() - startWork)
    }
    console.log(`${kind.padEnd(20)} answered: ${spread(times)}    worked: ${spread(work)}`)
  }
  await close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}

await main()
