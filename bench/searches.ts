import { filterOf, searchOf, searchQuery } from '#contract/search.ts'
import type { CircleSort } from '#domain/choices.ts'
import type { Box } from '#domain/distance.ts'
import { mapStart } from '#domain/map.ts'
import type { CircleFilter, CircleSearch, Near } from '#domain/search.ts'
import { writeFitPreferences, writeSearch } from '#domain/search-url.ts'
import type { Database } from '#server/db/connect.ts'
import { findCircles } from '#server/features/search/find-circles.ts'
import { partOfMapLimit, readMapOfCircles } from '#server/features/search/map-of-circles.ts'
import { type Random, randomFrom } from '#server/testing/random-circles.ts'
import { median, printHead, printRow, quantile } from './figures.ts'

type Search = { readonly what: string; readonly parameters: (random: Random) => Record<string, string> }

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

const arcPriceRange = (random: Random): CircleFilter => {
  const minArcPrice = random.whole(2, 100) * 5_000
  return { minArcPrice, maxArcPrice: minArcPrice + random.whole(1, 10) * 5_000 }
}

const fitPreferencesOf = (random: Random) => ({
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
  {
    what: 'Clusters of the country, one criterion',
    parameters: () => ({ view: 'clusters', zoom: '5', bbox: '-125,24,-66,50', propertyTypes: 'land' }),
  },
  clusters('Clusters of a state', 8, (random) => boxAt(random, 7)),
  clusters('Clusters of a city', 12, (random) => boxAt(random, 0.4)),
  page('One criterion, by title', 'title', () => ({ propertyTypes: ['land'] })),
  page('A range of targets, newest first', 'createdAt', targetRange),
  page('All, by arc price', 'arcPrice', () => ({})),
  page('Land held as a trust, by arc price', 'arcPrice', () => landAsTrust),
  page('A range of arc prices, newest first', 'createdAt', arcPriceRange),
  page('With free arcs, by arc price', 'arcPrice', () => ({ hasFreeArcs: true })),
  {
    what: 'Clusters of the country, with free arcs',
    parameters: () => ({ view: 'clusters', zoom: '5', bbox: '-125,24,-66,50', hasFreeArcs: 'true' }),
  },
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
    parameters: (random) => ({ sort: 'fit', ...writeFitPreferences(fitPreferencesOf(random)) }),
  },
]

/** The times of one search at the database, in milliseconds. Each round asks for another place or text. */
async function timesOf({ parameters }: Search, db: Database, random: Random, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = -5; round < rounds; round++) {
    const query = searchQuery.parse(parameters(random))
    const started = performance.now()
    if (query.view) await readMapOfCircles(db, filterOf(query), query.zoom ?? mapStart.zoom, partOfMapLimit)
    else await findCircles(db, searchOf(query))
    if (round >= 0) times.push(performance.now() - started)
  }
  return times
}

/** One row for each search: the 95th percentile and the median in each database, and how much slower the largest is than the smallest. */
export async function compareSearches(databases: readonly Database[], rounds: number, asked: readonly Search[]): Promise<void> {
  printHead()
  for (const [nth, search] of asked.entries()) {
    const figures: { p95: number; median: number }[] = []
    for (const db of databases) {
      const times = await timesOf(search, db, randomFrom(1 + nth), rounds)
      figures.push({ p95: quantile(times, 0.95), median: median(times) })
    }
    const inWords = (part: 'p95' | 'median') => figures.map((each) => each[part].toFixed(1)).join(', ')
    const ratio = (figures.at(-1)?.p95 ?? 0) / (figures[0]?.p95 ?? 1)
    printRow({
      what: search.what,
      figures: `p95 ${inWords('p95')} ms, median ${inWords('median')} ms`,
      ratio: ratio.toFixed(1),
      goal: '60 ms among 100,000, 1 s among 1,000,000',
    })
  }
}
