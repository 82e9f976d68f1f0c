import { randomUUID } from 'node:crypto'
import type { CircleSort } from '#domain/choices.ts'
import type { Box } from '#domain/distance.ts'
import type { CircleFilter, CircleSearch, Near } from '#domain/search.ts'
import { writeSearch, writeWishes } from '#domain/search-url.ts'
import type { Database } from '#server/db/connect.ts'
import { type Random, randomFrom } from '#server/testing/random-circles.ts'
import { printHead, printRow, quantile } from './figures.ts'
import { openRawClient, type RawClient } from './raw-client.ts'

type Search = { readonly what: string; readonly parameters: (random: Random) => Record<string, string>; readonly goal?: string }

const search = (filter: CircleFilter, sort: CircleSort): CircleSearch => ({ filter, sort, page: 1, pageSize: 10 })

const around = (random: Random): { near: Near } => ({
  near: { lat: random.between(28, 46), lng: random.between(-120, -72), radius: random.whole(1, 20) * 5 },
})

const boxAt = (random: Random, width: number): Box => {
  const [west, south] = [random.between(-122, -70 - width), random.between(27, 47 - width / 3)]
  return { west, south, east: west + width, north: south + width / 2 }
}

const targetRange = (random: Random): CircleFilter => {
  const minTarget = 10_000 + random.whole(0, 900) * 5_000
  return { minTarget, maxTarget: minTarget + random.whole(1, 50) * 5_000 }
}

const wishesOf = (random: Random) => ({
  point: { lat: random.between(28, 46), lng: random.between(-120, -72) },
  radius: 50,
  min: 100_000,
  max: 500_000,
  propertyTypes: ['condo' as const],
})

const landAsTrust: CircleFilter = { propertyTypes: ['land'], ownershipStructure: ['trust'] }
const sixCriteria: CircleFilter = { ...landAsTrust, propertyCondition: ['good'], investmentPurpose: ['commercial'], bedrooms: 1 }

/** The first page with its count. */
const page = (what: string, sort: CircleSort, filterOf: (random: Random) => CircleFilter): Search => ({
  what,
  // Without any parameter the list of all would be answered.
  parameters: (random) => ({ pageSize: '10', ...writeSearch(search(filterOf(random), sort)) }),
  goal: 'at most 2',
})

const clusters = (what: string, zoom: number, boxOf: (random: Random) => Box): Search => ({
  what,
  parameters: (random) => ({ view: 'clusters', zoom: String(zoom), ...writeSearch(search({ bbox: boxOf(random) }, 'createdAt')) }),
})

/** The numbers of titles go up to this one among the few circles too. */
const few = 10_000

/** What the page can ask for. */
export const searches: readonly Search[] = [
  page('Around a place, nearest first', 'distance', around),
  page('Around a place, newest first', 'createdAt', around),
  page('All, by title', 'title', () => ({})),
  page('Land held as a trust, by target', 'totalTargetSize', () => landAsTrust),
  page('A rare text', 'createdAt', (random) => ({ q: `court ${random.whole(1, few)}` })),
  page('A common text', 'createdAt', () => ({ q: 'larkspur' })),
  clusters('Clusters of the country', 5, () => ({ west: -125, south: 24, east: -66, north: 50 })),
  clusters('Clusters of a state', 8, (random) => boxAt(random, 7)),
  clusters('Clusters of a city', 12, (random) => boxAt(random, 0.4)),
  page('One criterion, by title', 'title', () => ({ propertyTypes: ['land'] })),
  page('A range of targets, newest first', 'createdAt', targetRange),
  page('Six criteria, newest first', 'createdAt', (random) => ({
    ...sixCriteria,
    minTarget: 10_000 + random.whole(0, 400) * 5_000,
    maxTarget: 4_000_000,
  })),
  page('A text and a criterion', 'createdAt', () => ({ q: 'larkspur', propertyTypes: ['land'] })),
  page('Two common words, by title', 'title', () => ({ q: 'willow terrace' })),
  page('A town', 'createdAt', (random) => ({ q: `town ${random.whole(100, 1_999)}` })),
  page('Words that no circle has together', 'createdAt', (random) => ({ q: `harbor mill ${random.whole(100, 1_999)}` })),
  page('Two letters that no circle has', 'createdAt', () => ({ q: 'zq' })),
  page('A place and a criterion, newest first', 'createdAt', (random) => ({ ...around(random), propertyTypes: ['land'] })),
  page('A place and a criterion, nearest first', 'distance', (random) => ({ ...around(random), propertyTypes: ['land'] })),
  page('A place and a text, nearest first', 'distance', (random) => ({ ...around(random), q: 'larkspur' })),
  page('A place and a text, newest first', 'createdAt', (random) => ({ ...around(random), q: 'larkspur' })),
  page('A place and a town, newest first', 'createdAt', (random) => ({ ...around(random), q: `town ${random.whole(100, 1_999)}` })),
  page('A place and a town, nearest first', 'distance', (random) => ({ ...around(random), q: `town ${random.whole(100, 1_999)}` })),
  page('The list beside the map of a city', 'title', (random) => ({ bbox: boxAt(random, 0.4) })),
  page('The list beside the map of a state', 'title', (random) => ({ bbox: boxAt(random, 7) })),
  {
    what: 'Best fit',
    parameters: (random) => ({ sort: 'fit', ...writeWishes(wishesOf(random)) }),
    goal: 'at most 2',
  },
]

/** An API process and its database. */
export type Side = { readonly apiUrl: string; readonly db: Database }

/** The time of one request. A circle has changed just before, so no page is kept, only the circles that others have asked for. */
async function timeOf(api: RawClient, { db }: Side, parameters: Record<string, string>): Promise<number> {
  await db.insertInto('circle_changes').values({ subject: randomUUID() }).execute()
  const started = performance.now()
  const { status, body } = await api.send(`GET /api/public/circle?${new URLSearchParams(parameters)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  if (status !== 200) throw new Error(`${JSON.stringify(parameters)} was answered ${status} ${body.slice(0, 200)}`)
  return performance.now() - started
}

export async function compareSearches(small: Side, large: Side, rounds: number, asked: readonly Search[]): Promise<void> {
  const clients = { small: await openRawClient(small.apiUrl), large: await openRawClient(large.apiUrl) }
  printHead()
  for (const [nth, { what, parameters, goal = '' }] of asked.entries()) {
    const times = { small: [] as number[], large: [] as number[] }
    // Places of its own for each, because the circles of earlier ones are ready.
    const random = { small: randomFrom(1 + nth), large: randomFrom(1 + nth) }
    for (let round = -40; round < rounds; round++) {
      const smallTime = await timeOf(clients.small, small, parameters(random.small))
      const largeTime = await timeOf(clients.large, large, parameters(random.large))
      if (round < 0) continue
      times.small.push(smallTime)
      times.large.push(largeTime)
    }
    const [before, after] = [quantile(times.small, 0.95), quantile(times.large, 0.95)]
    const medians = `median ${quantile(times.small, 0.5).toFixed(1)} and ${quantile(times.large, 0.5).toFixed(1)} ms`
    printRow({ what, figures: `p95 ${before.toFixed(1)} and ${after.toFixed(1)} ms, ${medians}`, ratio: (after / before).toFixed(2), goal })
  }
  for (const client of Object.values(clients)) client.close()
}
