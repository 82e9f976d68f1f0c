import type { CircleSort } from '#domain/choices.ts'
import type { Box } from '#domain/distance.ts'
import type { CircleFilter, CircleSearch, Near } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { findCircles, readCircles } from '#server/features/search/find-circles.ts'
import { readMapOfCircles } from '#server/features/search/map-of-circles.ts'
import { nearestIds } from '#server/features/search/nearest-circles.ts'
import { type Random, randomFrom } from '#server/testing/random-circles.ts'
import { printHead, printRow, quantile } from './figures.ts'

type Ask = (db: Database, random: Random) => Promise<unknown>
type Search = { readonly what: string; readonly ask: Ask; readonly goal?: string }

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
  ask: (db, random) => findCircles(db, search(filterOf(random), sort)),
  goal: 'at most 2',
})

/** The numbers of titles go up to this one among the few circles too. */
const few = 10_000

/** The nearest, without the count. */
export const nearestPage: Ask = async (db, random) =>
  readCircles(db, await nearestIds(db, { ...search({}, 'distance'), filter: around(random) }))

/** What the page can ask for. */
export const searches: readonly Search[] = [
  { what: 'Around a place, nearest first, first page, without the count', ask: nearestPage, goal: 'at most 2' },
  page('The same with the count', 'distance', around),
  page('Around a place, newest first', 'createdAt', around),
  page('All, by title', 'title', () => ({})),
  page('Land held as a trust, by target', 'totalTargetSize', () => landAsTrust),
  page('A rare text', 'createdAt', (random) => ({ q: `court ${random.whole(1, few)}` })),
  page('A common text', 'createdAt', () => ({ q: 'larkspur' })),
  { what: 'Clusters of the country', ask: (db) => readMapOfCircles(db, { bbox: { west: -125, south: 24, east: -66, north: 50 } }, 5, 200) },
  { what: 'Clusters of a state', ask: (db, random) => readMapOfCircles(db, { bbox: boxAt(random, 7) }, 8, 200) },
  { what: 'Clusters of a city', ask: (db, random) => readMapOfCircles(db, { bbox: boxAt(random, 0.4) }, 12, 200) },
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
    ask: (db, random) => findCircles(db, { ...search({}, 'fit'), wishes: wishesOf(random) }),
    goal: 'at most 2',
  },
]

export async function timed(ask: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await ask()
  return performance.now() - started
}

export async function compareSearches(small: Database, large: Database, rounds: number, asked: readonly Search[]): Promise<void> {
  printHead()
  for (const { what, ask, goal = '' } of asked) {
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
