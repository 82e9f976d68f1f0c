import type { Insertable } from 'kysely'
import { minimumShareSizeValues, sortValues } from '#domain/choices.ts'
import { type CriterionFilter, criteria, filteredCriteria, type OpenRange, preferredCriteria, type Slider } from '#domain/criteria.ts'
import type { CircleSearch } from '#domain/search.ts'
import { newId } from '#server/db/ids.ts'
import type { Circles } from '#server/db/schema.generated.ts'
import { criterionValues } from '#server/shared/circles/criterion-columns.ts'

/** The same sequence for the same seed, so that failures can be reproduced. */
export function randomFrom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1))
  const one = <Value>(values: readonly Value[]): Value => values[whole(0, values.length - 1)] as Value
  const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => next() < 0.3)
  const maybe = <Value>(chance: number, make: () => Value): Value | undefined => (next() < chance ? make() : undefined)
  return { between, whole, one, some, maybe }
}
export type Random = ReturnType<typeof randomFrom>

const cities = [
  { city: 'Denver', state: 'CO', lat: 39.7392, lng: -104.9903 },
  { city: 'Boulder', state: 'CO', lat: 40.015, lng: -105.2705 },
  { city: 'Île-aux-Cœurs', state: null, lat: 46.2, lng: -71.1 },
  { city: 'Savusavu', state: 'Cakaudrove', lat: -16.78, lng: 179.33 },
  { city: 'Waiyevo', state: 'Taveuni', lat: -16.8, lng: -179.98 },
  { city: 'Amundsen', state: null, lat: -90, lng: 0 },
]
const words = ['Larkspur', 'larkspur', 'ÉLAN', 'élan', 'Elm 100%', 'under_score', 'back\\slash', 'Zürich', 'Oak', "O'Neil", 'a', '!!']
const sentences = ['A small group.', 'Buys one TERRACE, together.', '', 'Ends with Den', 'ver and so on.', 'Straße, 50% each_way']

const valuesOf = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value)

/** Open, open above, or between two of the slider's stops. */
function randomRange(random: Random, { min, max, step }: Slider): OpenRange | null {
  const stop = (from: number) => from + random.whole(0, (max - from) / step) * step
  const least = stop(min)
  return random.one([null, { min: least, max: 'any' as const }, { min: least, max: stop(least) }])
}

const randomCriteria = (random: Random) =>
  criterionValues(
    Object.fromEntries(
      criteria.map((criterion) => {
        if (criterion.kind === 'range') return [criterion.key, randomRange(random, criterion.slider)]
        const values = valuesOf(criterion.choices)
        return [criterion.key, criterion.kind === 'several' ? random.some(values) : (random.maybe(0.8, () => random.one(values)) ?? null)]
      }),
    ),
  )

const randomFilters = (random: Random): CriterionFilter =>
  Object.fromEntries(
    filteredCriteria.map((each) => [
      each.key,
      random.maybe(0.2, () =>
        each.kind === 'range' ? random.whole(each.slider.min, each.slider.max) : random.some(valuesOf(each.choices)),
      ),
    ]),
  )

/** Some circles share a city, some have their own place, some have none: ties and nulls in every sort order. */
export function randomCircle(random: Random, createdBy: string): Insertable<Circles> {
  const city = random.one(cities)
  const ownPlace = random.maybe(0.4, () => ({ lat: city.lat + random.between(-1, 1), lng: city.lng + random.between(-1, 1) }))
  const place = random.maybe(0.9, () => ownPlace ?? city)
  const createdAt = new Date(Date.UTC(2026, 0, random.whole(1, 28)))
  return {
    id: newId(random.whole(1_700_000_000_000, 1_800_000_000_000)),
    title: `${random.one(words)} ${random.one(words)}`,
    description: random.one(sentences),
    city: city.city,
    state: city.state,
    lat: place ? Math.max(-90, Math.min(90, place.lat)) : null,
    lng: place ? ((((place.lng + 180) % 360) + 360) % 360) - 180 : null,
    hide_circle: random.maybe(0.1, () => true) ?? false,
    deleted_at: random.maybe(0.1, () => createdAt) ?? null,
    created_by: createdBy,
    total_target_size: random.maybe(0.9, () => random.whole(1, 50) * 100_000) ?? null,
    geographic_radius: random.whole(0, 20) * 5,
    minimum_share_size: random.maybe(0.8, () => random.one(minimumShareSizeValues)) ?? null,
    ...randomCriteria(random),
    // About as high as what people want to invest.
    ...random.one([
      { property_investment_min: null, property_investment_max: null },
      { property_investment_min: random.whole(0, 9) * 100_000, property_investment_max: null },
      { property_investment_min: random.whole(0, 4) * 100_000, property_investment_max: random.whole(5, 9) * 100_000 },
    ]),
    created_at: createdAt,
  }
}

const needles = [...words, 'larks', 'TERR', 'denver', 'ver and', '0%', '_', '\\', 'ß', 'zzz', ' élan ', 'o', "'"]

function randomBox(random: Random) {
  const [south, north] = [random.between(-91, 50), random.between(-30, 91)]
    .map((lat) => Math.max(-90, Math.min(90, lat)))
    .sort((a, b) => a - b)
  return { south: south ?? -90, north: north ?? 90, west: random.between(-180, 180), east: random.between(-180, 180) }
}

/** A search as it could be in the page's URL. */
export function randomSearch(random: Random): CircleSearch {
  const city = random.one(cities)
  const [least, most] = [random.whole(0, 50) * 100_000, random.whole(0, 50) * 100_000].sort((a, b) => a - b)
  const [cheapest, dearest] = [random.whole(0, 40) * 25_000, random.whole(0, 40) * 25_000].sort((a, b) => a - b)
  const away = random.one([0, 0, 0.3])
  const near = { lat: Math.max(-90, city.lat - away), lng: city.lng, radius: random.one([0.5, 5, 15, 50, 100]) }
  return {
    filter: {
      q: random.maybe(0.3, () => random.one(needles)),
      near: random.maybe(0.4, () => near),
      bbox: random.maybe(0.2, () => randomBox(random)),
      ...randomFilters(random),
      minTarget: random.maybe(0.2, () => least ?? 0),
      maxTarget: random.maybe(0.2, () => most ?? 0),
      minArcPrice: random.maybe(0.2, () => cheapest ?? 0),
      maxArcPrice: random.maybe(0.2, () => dearest ?? 0),
      hasFreeArcs: random.maybe(0.2, () => true as const),
    },
    sort: random.one(sortValues),
    preferences: random.maybe(0.7, () => ({
      point: random.maybe(0.8, () => ({ lat: city.lat, lng: city.lng })) ?? null,
      radius: random.one([0, 15, 50, 100]),
      min: random.whole(0, 5) * 100_000,
      max: random.whole(5, 9) * 50_000,
      ...Object.fromEntries(preferredCriteria.map(({ key, choices }) => [key, random.some(valuesOf(choices))])),
    })),
    page: random.one([1, 1, 1, 2, 3]),
    pageSize: random.one([1, 5, 9, 50]),
  }
}
