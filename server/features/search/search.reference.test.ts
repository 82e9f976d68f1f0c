import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { type CirclePage, largestTotal } from '#contract/search.ts'
import { sortValues } from '#domain/choices.ts'
import { type CircleSearch, searchCircles } from '#domain/search.ts'
import { writeSearch, writeWishes } from '#domain/search-url.ts'
import { randomCircle, randomFrom, randomSearch } from '#server/testing/random-circles.ts'
import { test as houseTest, type TestApp } from '#server/testing/test-app.ts'
import { countCircles, findIds } from './find-circles.ts'

const test = houseTest.extend<{ circles: Circle[] }>({
  circles: [
    async ({ testApp }, use) => {
      const owner = await testApp.seed.investor()
      const random = randomFrom(20_260_714)
      const rows = Array.from({ length: 400 }, () => randomCircle(random, owner._id))
      await testApp.db.insertInto('circles').values(rows).execute()
      await use((await testApp.call(null, 'GET', 'public/circle')).data<Circle[]>())
    },
    { scope: 'file' },
  ],
})

const addressOf = (search: CircleSearch) =>
  new URLSearchParams({
    ...writeSearch(search),
    ...(search.wishes && writeWishes(search.wishes)),
    sort: search.sort,
    pageSize: String(search.pageSize),
  })

const searchFor = async (testApp: TestApp, search: CircleSearch) => {
  const answer = await testApp.call(null, 'GET', `public/circle?${addressOf(search)}`)
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()])
  return answer.data<CirclePage>()
}

const ids = (items: readonly { _id: string }[]) => items.map((item) => item._id)

describe('the indexed search equals the simple reference search', () => {
  test('for random combinations of filters, in every order, on any page', async ({ testApp, circles }) => {
    const random = randomFrom(1)
    for (let round = 0; round < 300; round++) {
      const search = randomSearch(random)
      const expected = searchCircles(circles, search)
      const found = await searchFor(testApp, search)
      expect({ search, total: found.total, items: ids(found.items) }).toEqual({ search, total: expected.total, items: ids(expected.items) })
    }
  })

  test('also with the query plan for many matches', async ({ testApp, circles }) => {
    const random = randomFrom(2)
    for (let round = 0; round < 200; round++) {
      const search = randomSearch(random)
      expect({ search, found: await findIds(testApp.db, search, true) }).toEqual({
        search,
        found: ids(searchCircles(circles, search).items),
      })
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

  test('counting stops at the given limit', async ({ testApp, circles }) => {
    expect(await countCircles(testApp.db, {}, largestTotal + 1)).toBe(circles.length)
    expect(await countCircles(testApp.db, {}, 10)).toBe(10)
  })
})
