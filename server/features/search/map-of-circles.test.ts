import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CircleMap, MapCluster } from '#contract/search.ts'
import type { Box } from '#domain/distance.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { type Random, randomCircle, randomFrom } from '#server/testing/random-circles.ts'
import { test as appTest, type TestApp } from '#server/testing/test-app.ts'
import { foldMapCounts } from './fold-map-counts.ts'
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

/** The whole earth excludes nothing, but as a filter it makes the query cluster the circles directly instead of using cells. */
const everywhere = { lat: 0, lng: 0, radius: 20_000 }

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

test('clusters contain every circle on the map once, whenever it was added and counted', async ({ testApp, owner }) => {
  const random = randomFrom(32)
  for (let round = 0; round < 12; round++) {
    await changeCirclesRandomly(testApp, owner, random)
    const expected = (await onMap(testApp)).length
    for (const zoom of [0, 3, 8, 12]) expect(sumOf(await findClusters(testApp.db, { bbox: world }, zoom))).toBe(expected)
    if (round % 3 === 0) await foldMapCounts(testApp.db)
  }
})

test('counted cells and directly clustered circles give the same result for any box and zoom', async ({ testApp, owner }) => {
  const random = randomFrom(33)
  for (let round = 0; round < 60; round++) {
    if (round % 5 === 0) await changeCirclesRandomly(testApp, owner, random)
    if (round % 7 === 0) await foldMapCounts(testApp.db)
    const zoom = random.whole(0, 12)
    const whole = rounded(await findClusters(testApp.db, { bbox: world, near: everywhere }, zoom))
    expect(rounded(await findClusters(testApp.db, { bbox: world }, zoom))).toEqual(whole)

    const bbox = randomPart(random)
    const counted = await findClusters(testApp.db, { bbox }, zoom)
    const inside = (await onMap(testApp)).filter(
      ({ lat, lng }) =>
        lat >= bbox.south &&
        lat <= bbox.north &&
        (bbox.west <= bbox.east ? lng >= bbox.west && lng <= bbox.east : lng >= bbox.west || lng <= bbox.east),
    )
    const gathered = await findClusters(testApp.db, { bbox, near: everywhere }, zoom)
    expect(sumOf(gathered)).toBe(inside.length)
    // A cell that the box cuts is included completely, so the sum can be higher.
    expect(sumOf(counted)).toBeGreaterThanOrEqual(inside.length)
    expect(counted.length).toBeGreaterThanOrEqual(gathered.length)
  }
})

test('a circle that is removed next to the box, in a cell that the box cuts, hides none of those in the box', async ({
  testApp,
  owner,
}) => {
  const random = randomFrom(34)
  const at = (lng: number) => ({ ...randomCircle(random, owner), lat: -70, lng, hide_circle: false, deleted_at: null })
  const [inside, beside] = [at(2), at(40)]
  await testApp.db.insertInto('circles').values([inside, beside]).execute()
  await foldMapCounts(testApp.db)
  const bbox = { south: -71, north: -69, west: 1, east: 3 }
  expect(await findClusters(testApp.db, { bbox }, 0)).toHaveLength(1)
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', beside.id).execute()
  expect(await findClusters(testApp.db, { bbox }, 0)).toMatchObject([{ count: 1, lat: -70, lng: 2 }])
  await testApp.db.deleteFrom('circles').where('id', 'in', [inside.id, beside.id]).execute()
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
