import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { CirclePage } from '#contract/search.ts'
import { sortValues } from '#domain/choices.ts'
import type { FitPreferences } from '#domain/fit.ts'
import { type CircleFilter, type CircleSearch, matchesFilter, searchCircles, sortCircles } from '#domain/search.ts'
import { writeFitPreferences, writeSearch } from '#domain/search-url.ts'
import { type Random, randomCircle, randomFrom, randomSearch } from '#server/testing/random-circles.ts'
import { test as appTest, type TestApp } from '#server/testing/test-app.ts'
import { findCircles } from './find-circles.ts'

const test = appTest.extend<{ circles: Circle[] }>({
  circles: [
    async ({ testApp }, use) => {
      const owner = await testApp.seed.investor()
      const random = randomFrom(20_260_714)
      const rows = Array.from({ length: 400 }, () => randomCircle(random, owner._id))
      await testApp.db.insertInto('circles').values(rows).execute()
      // Some have a free arc, the others cannot be joined.
      const joinable = rows.filter(() => random.one([true, false])).map(({ id }) => ({ circle_id: id, number: 1, price: 50_000 }))
      await testApp.db.insertInto('arcs').values(joinable).execute()
      await use((await testApp.call(null, 'GET', 'public/circle')).data<Circle[]>())
    },
    { scope: 'file' },
  ],
})

const addressOf = (search: CircleSearch) =>
  new URLSearchParams({
    ...writeSearch(search),
    ...(search.preferences && writeFitPreferences(search.preferences)),
    sort: search.sort,
    pageSize: String(search.pageSize),
  })

const searchFor = async (testApp: TestApp, search: CircleSearch) => {
  const answer = await testApp.call(null, 'GET', `public/circle?${addressOf(search)}`)
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()])
  return answer.data<CirclePage>()
}

/** Limits so small that each way of searching is used. */
const smallLimits = (random: Random) => ({ total: random.one([0, 1, 5, 40]), walked: random.one([0, 5, 50, 2_000]), scored: 2_000 })

const anyPreferences: FitPreferences = { point: null, radius: 0, min: 100_000, max: 300_000, propertyTypes: [] }

/** Characters that mean something in patterns and queries, that are written in two units. */
const oddTexts = [
  "O'Neil's 'quoted' \"words\" ''",
  'back\\slash \\ and \\\\ two\\',
  '100% of 50% each_way _ %',
  'a & b | !c <-> d:* (e) f:A,B g',
  'two  spaces,   three\nnew lines\tand tabs ',
  `${'long'.repeat(600)} ${'word'.repeat(600)} end`,
  'Zürich Straße ÉLAN élan Istanbul Île-aux-Cœurs',
  '🏡 house 🏡🏡 漢字 かな 漢字',
  'sixteencharacter sixteencharacters seventeencharacter 1234567890123456 12345678901234567',
]

const ids = (items: readonly { _id: string }[]) => items.map((item) => item._id)

describe('the search in PostgreSQL equals the simple reference search', () => {
  test('for random combinations of filters, in every order, on any page', async ({ testApp, circles }) => {
    const random = randomFrom(1)
    for (let round = 0; round < 100; round++) {
      const search = randomSearch(random)
      const expected = searchCircles(circles, search)
      const found = await searchFor(testApp, search)
      expect({ search, total: found.total, items: ids(found.items) }).toEqual({ search, total: expected.total, items: ids(expected.items) })
    }
  })

  test('also above every limit at which another way of searching begins', async ({ testApp, circles }) => {
    const random = randomFrom(2)
    for (let round = 0; round < 120; round++) {
      const search = randomSearch(random)
      const limits = smallLimits(random)
      const expected = searchCircles(circles, search)
      const { ids: found, ...page } = await findCircles(testApp.db, search, limits)
      expect({ search, limits, found, total: page.total, isAtLeast: page.totalIsAtLeast ?? false }).toEqual({
        search,
        limits,
        found: ids(expected.items),
        total: Math.min(expected.total, limits.total),
        isAtLeast: expected.total > limits.total,
      })
    }
  })

  test('of more circles than are scored, the best of the newest and of the newest near the person are found', async ({
    testApp,
    circles,
  }) => {
    const random = randomFrom(4)
    for (let round = 0; round < 120; round++) {
      const { filter, preferences = anyPreferences, page, pageSize } = randomSearch(random)
      const limits = { ...smallLimits(random), scored: random.one([1, 5, 20, 60]) }
      const { point, radius } = preferences
      const newest = (near: CircleFilter['near']) =>
        sortCircles(circles, 'createdAt')
          .filter((circle) => matchesFilter(circle, filter) && matchesFilter(circle, { near }))
          .slice(0, limits.scored)
      const scored = new Set([...newest(undefined), ...(point ? newest({ ...point, radius }) : [])])
      const best = sortCircles([...scored], 'fit', undefined, preferences).slice((page - 1) * pageSize, page * pageSize)
      const search: CircleSearch = { filter, sort: 'fit', preferences, page, pageSize }
      expect({ search, limits, found: (await findCircles(testApp.db, search, limits)).ids }).toEqual({ search, limits, found: ids(best) })
    }
  })

  test('with one filter at a time, so that no other can hide an error', async ({ testApp, circles }) => {
    const random = randomFrom(3)
    const { filter } = randomSearch(random)
    for (const name of Object.keys(filter) as (keyof typeof filter)[]) {
      for (let round = 0; round < 12; round++) {
        const only = { [name]: randomSearch(random).filter[name] }
        const search: CircleSearch = { filter: only, sort: random.one(sortValues), page: 1, pageSize: 50 }
        const expected = searchCircles(circles, search)
        const found = await searchFor(testApp, search)
        expect({ only, total: found.total, items: ids(found.items) }).toEqual({ only, total: expected.total, items: ids(expected.items) })
      }
    }
  })

  test('for any part of any text, whatever characters it has', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const random = randomFrom(11)
    const rows = oddTexts.flatMap((text) => [
      { ...randomCircle(random, owner._id), title: text, description: `Before ${text} after` },
      { ...randomCircle(random, owner._id), title: `Plain ${random.whole(1, 9)}`, description: text.toUpperCase() },
    ])
    await testApp.db.insertInto('circles').values(rows).execute()
    const circles = (await testApp.call(null, 'GET', 'public/circle')).data<Circle[]>()
    for (let round = 0; round < 150; round++) {
      const text = random.one(rows).description
      const start = random.whole(0, text.length - 1)
      const part = text.slice(start, start + random.one([1, 3, 8, 20, 60])).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
      const q = random.one([part, part, part, part.toUpperCase(), part.replace(' ', '  '), `${part} zz`, `zz ${part}`])
      const search: CircleSearch = { filter: { q }, sort: random.one(sortValues), page: 1, pageSize: 50 }
      const { ids: found } = await findCircles(testApp.db, search, smallLimits(random))
      expect({ q, found }).toEqual({ q, found: ids(searchCircles(circles, search).items) })
    }
    await sql`delete from circles where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(testApp.db)
  })

  test('for words of a circle around its place or in a box, in every order', async ({ testApp, circles }) => {
    const random = randomFrom(5)
    for (let round = 0; round < 120; round++) {
      const { title, description, location } = random.one(circles)
      const { lat, lng } = location
      const text = random.one([title, description])
      const q = text.slice(random.whole(0, 4), text.length - random.whole(0, 4))
      const place = lat === null || lng === null ? undefined : { lat, lng, radius: random.one([1, 50, 5_000]) }
      const box = {
        south: random.between(-90, 0),
        north: random.between(0, 90),
        west: random.between(-180, 180),
        east: random.between(-180, 180),
      }
      const filter = {
        q,
        ...random.one([{ near: place }, { bbox: box }, { near: place, bbox: box }]),
        bedrooms: random.one([undefined, 2]),
      }
      const search: CircleSearch = { filter, sort: random.one(sortValues), page: random.one([1, 2]), pageSize: random.one([2, 50]) }
      const limits = smallLimits(random)
      const expected = searchCircles(circles, search)
      const { ids: found, total } = await findCircles(testApp.db, search, limits)
      expect({ search, found, total }).toEqual({ search, found: ids(expected.items), total: Math.min(expected.total, limits.total) })
    }
  })

  test('and pagination neither misses nor repeats a circle in any order', async ({ testApp, circles }) => {
    for (const sort of sortValues) {
      const seen: string[] = []
      for (let page = 1; page <= Math.ceil(circles.length / 50) + 1; page++) {
        seen.push(...ids((await searchFor(testApp, { filter: {}, sort, page, pageSize: 50 })).items))
      }
      expect(seen).toHaveLength(circles.length)
      expect(new Set(seen).size).toBe(circles.length)
    }
  })

  test('more than a thousand matches are not counted, and every page of them can be read', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const random = randomFrom(7)
    const rows = Array.from({ length: 1_100 }, () => ({ ...randomCircle(random, owner._id), hide_circle: false, deleted_at: null }))
    await testApp.db
      .insertInto('circles')
      .values(rows.map((row, index) => ({ ...row, title: `Quillwort ${index}`, property_types: ['land'] })))
      .execute()
    for (const filter of [
      { q: 'quillwort' },
      { q: 'quillwort', propertyTypes: ['land' as const] },
      { q: 'quillwort', minTarget: 2_500_000 },
    ]) {
      for (const sort of ['createdAt', 'title', 'totalTargetSize'] as const) {
        const all = await searchFor(testApp, { filter, sort, page: 1, pageSize: 100 })
        const isCapped = filter.minTarget === undefined
        const targets = rows.filter((row) => Number(row.total_target_size ?? 0) >= 2_500_000).length
        expect([all.total, all.totalIsAtLeast]).toEqual(isCapped ? [1_000, true] : [targets, undefined])
        const seen = new Set<string>()
        for (let page = 1; page <= 12; page++) {
          for (const id of ids((await searchFor(testApp, { filter, sort, page, pageSize: 100 })).items)) seen.add(id)
        }
        expect(seen.size).toBe(isCapped ? 1_100 : targets)
      }
    }
    await sql`delete from circles where title like 'Quillwort %'`.execute(testApp.db)
  })
})
