// How long the database takes to find places: npx tsx bench/places.ts [DATABASE_URL]
// Without an address it starts an embedded PostgreSQL in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadPlaces, readGazetteer } from '#server/db/places/load-places.ts'
import { randomFrom } from '#server/demo/random.ts'
import { findPlaces } from '#server/features/locations/find-places.ts'
import { projectRoot } from '#server/root.ts'

const rounds = 2_000
const random = randomFrom('bench')

/** One slip of a finger: a letter lost, doubled, swapped or hit beside. */
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

  for (const [kind, textOf] of Object.entries(kinds)) {
    const times: number[] = []
    for (let round = 0; round < rounds / Object.keys(kinds).length; round++) {
      const place = random.pick(places)
      const text = textOf(place.city, place.state)
      const start = performance.now()
      await findPlaces(db, text)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(2).padStart(7)
    console.log(`${kind.padEnd(22)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms`)
  }
  await close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}

await main()
