import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CircleMap, MapCluster } from '#contract/search.ts'
import { type Box, isInBox } from '#domain/distance.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { type Random, randomCircle, randomFrom } from '#server/testing/random-circles.ts'
import { test as appTest, type TestApp } from '#server/testing/test-app.ts'
import { findClusters } from './map-clusters.ts'
import { readMapOfCircles } from './map-of-circles.ts'

const world: Box = { south: -90, west: -180, north: 90, east: 180 }

const test = appTest.extend<{ owner: string }>({
  owner: [
    async ({ testApp }, use) => {
      const { _id } = await testApp.seed.investor()
      const random = randomFrom(31)
      const rows = Array.from({ length: 500 }, () => randomCircle(random, _id))
      await testApp.db.insertInto('circles').values(rows).execute()
      await use(_id)
    },
    { scope: 'file', auto: true },
  ],
})

const onMap = async (testApp: TestApp) => {
  const { rows } = await sql<{ id: string; lat: number; lng: number }>`select id, lat, lng from circles
    where lat is not null and not hide_circle and deleted_at is null`.execute(testApp.db)
  return rows
}

const sumOf = (clusters: readonly MapCluster[]) => clusters.reduce((sum, { count }) => sum + count, 0)

const rounded = (clusters: readonly MapCluster[]) =>
  clusters.map(({ lat, lng, count }) => `${count} at ${lat.toFixed(6)} ${lng.toFixed(6)}`.replaceAll('-0.000000', '0.000000')).sort()

function randomPart(random: Random): Box {
  const [south, north] = [random.between(-90, 90), random.between(-90, 90)].sort((a, b) => a - b)
  return { south: south ?? 0, north: north ?? 0, west: random.between(-180, 180), east: random.between(-180, 180) }
}

async function changeCirclesRandomly(testApp: TestApp, owner: string, random: Random): Promise<void> {
  const moved = { lat: random.between(-89, 89), lng: random.between(-180, 180) }
  const anyCircle = sql<string>`(select id from circles order by random() limit 1)`
  await testApp.db.updateTable('circles').set(moved).where('id', '=', anyCircle).execute()
  await testApp.db
    .updateTable('circles')
    .set({ hide_circle: random.one([true, false]) })
    .where('id', '=', anyCircle)
    .execute()
  await testApp.db
    .updateTable('circles')
    .set({ deleted_at: random.one([null, new Date()]) })
    .where('id', '=', anyCircle)
    .execute()
  await testApp.db.updateTable('circles').set({ lat: null, lng: null }).where('id', '=', anyCircle).execute()
  await testApp.db.insertInto('circles').values(randomCircle(random, owner)).execute()
}

test('clusters contain every circle on the map once', async ({ testApp, owner }) => {
  const random = randomFrom(32)
  for (let round = 0; round < 12; round++) {
    await changeCirclesRandomly(testApp, owner, random)
    const expected = (await onMap(testApp)).length
    for (const zoom of [0, 3, 8, 12]) expect(sumOf(await findClusters(testApp.db, { bbox: world }, zoom))).toBe(expected)
  }
})

/** The cell of the web maps' square world (Mercator), divided into 2^level columns and rows. */
function cellOf({ lat, lng }: { lat: number; lng: number }, level: number): string {
  const angle = (Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180
  const part = 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)
  const last = 2 ** level - 1
  return `${Math.min(last, Math.floor(((lng + 180) / 360) * 2 ** level))},${Math.max(0, Math.min(last, Math.floor(part * 2 ** level)))}`
}

test('circles of one cell become one cluster at their average place, in any box', async ({ testApp, owner }) => {
  const random = randomFrom(33)
  for (let round = 0; round < 60; round++) {
    if (round % 5 === 0) await changeCirclesRandomly(testApp, owner, random)
    const bbox = random.one([world, randomPart(random)])
    // Four cells to a tile's side, in few enough tiles that none has to be joined.
    const zoom = random.whole(0, 3)
    const cells = new Map<string, { lat: number; lng: number }[]>()
    for (const circle of (await onMap(testApp)).filter((each) => isInBox(each, bbox))) {
      const cell = cellOf(circle, zoom + 2)
      cells.set(cell, [...(cells.get(cell) ?? []), circle])
    }
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const expected = [...cells.values()].map((all) => ({
      count: all.length,
      lat: mean(all.map(({ lat }) => lat)),
      lng: mean(all.map(({ lng }) => lng)),
    }))
    expect(rounded(await findClusters(testApp.db, { bbox }, zoom))).toEqual(rounded(expected))
  }
})

test('few circles are returned as points, many as clusters in which a single circle keeps its name', async ({ testApp }) => {
  const all = await onMap(testApp)
  const points = await readMapOfCircles(testApp.db, {}, 5, all.length)
  expect(points).toMatchObject({ form: 'points', total: all.length })
  expect(points.items.map((item) => ('_id' in item ? item._id : '')).sort()).toEqual(all.map((circle) => circle.id).sort())

  const clusters = await readMapOfCircles(testApp.db, {}, 12, all.length - 1)
  expect(clusters).toMatchObject({ form: 'clusters', total: all.length })
  for (const item of clusters.items) {
    if (!('count' in item)) throw new Error('a point among clusters')
    expect(item.circle === undefined).toBe(item.count > 1)
    if (item.circle) expect(item.circle).toMatchObject({ lat: item.lat, lng: item.lng })
  }
})

test('a filtered map shows only matches', async ({ testApp }) => {
  const investor = await testApp.seed.investor()
  await testApp.call(investor, 'POST', 'app/circle', circleForm({ totalTargetSize: 900_000 }, { title: 'Wobbegong Court' }))
  const answer = await testApp.call(null, 'GET', 'public/circle?view=map&q=wobbegong')
  expect(answer.data<CircleMap>()).toMatchObject({
    form: 'points',
    total: 1,
    items: [{ title: 'Wobbegong Court', city: 'Denver', lat: 39.7392, lng: -104.9903, percent: 25 }],
  })
  // One of many in Denver, but the only match there.
  const filtered = await readMapOfCircles(testApp.db, { q: 'wobbegong', bbox: world }, 3, 0)
  expect(filtered).toMatchObject({ form: 'clusters', total: 1, items: [{ count: 1, circle: { title: 'Wobbegong Court' } }] })
})

test('the whole map is cached and follows writes', async ({ testApp }) => {
  const first = await testApp.app.inject({ url: '/api/public/circle?view=map&zoom=5' })
  const again = await testApp.app.inject({ url: '/api/public/circle?view=map', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(again.statusCode).toBe(304)
  const investor = await testApp.seed.investor()
  await testApp.call(investor, 'POST', 'app/circle', circleForm({}, { title: 'Just made' }))
  expect((await testApp.call(null, 'GET', 'public/circle?view=map')).text).toContain('Just made')
})

test('the answer for the whole world at the deepest zoom has a limited size', async ({ testApp }) => {
  const answer = await testApp.call(null, 'GET', 'public/circle?view=clusters&bbox=-180,-90,180,90&zoom=22')
  const map = answer.data<CircleMap>()
  expect(map.form).toBe('clusters')
  expect(map.items.length).toBeLessThanOrEqual(64 * 64)
  expect(map.total).toBe((await onMap(testApp)).length)
})

test('a box across the date line shows both sides', async ({ testApp }) => {
  const { items } = await readMapOfCircles(testApp.db, { bbox: { south: -17, north: -16, west: 179, east: -179 } }, 8, 200)
  const sides = new Set(items.map((item) => Math.sign(item.lng)))
  expect(sides).toEqual(new Set([1, -1]))
})
