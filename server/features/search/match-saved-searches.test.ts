import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { savedAddress } from '#domain/saved-search.ts'
import { matchesFilter } from '#domain/search.ts'
import { newId } from '#server/db/ids.ts'
import { filterOfSaved } from '#server/shared/circles/saved-filter.ts'
import { type Random, randomCircle, randomFrom, randomSearch } from '#server/testing/random-circles.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { matchSavedSearches } from './match-saved-searches.ts'

/** Searches of several people; many have no filter but one, so that some match. */
async function saveRandomSearches(testApp: TestApp, random: Random, count: number): Promise<string[]> {
  const addresses = new Set<string>()
  while (addresses.size < count) {
    const { filter } = randomSearch(random)
    const names = Object.keys(filter) as (keyof typeof filter)[]
    const name = random.one(names)
    addresses.add(savedAddress(random.one([filter, { [name]: filter[name] }])))
    addresses.delete('')
  }
  const people = [await testApp.seed.investor(), await testApp.seed.investor()]
  const rows = [...addresses].map((address) => ({ id: newId(), user_id: random.one(people)._id, address }))
  await testApp.db.insertInto('saved_searches').values(rows).execute()
  return [...addresses]
}

const visible = { hide_circle: false, deleted_at: null }

/** The circle as the page has it, which the slow search judges. */
const circleOf = async (testApp: TestApp, id: string) => (await testApp.call(null, 'GET', `public/circle/${id}`)).data<Circle>()

const rowOf = async (testApp: TestApp, id: string) => {
  const { rows } = await sql<{ row: object }>`select to_jsonb(circles) as row from circles where id = ${id}`.execute(testApp.db)
  return rows[0]?.row
}

async function toldAddresses(testApp: TestApp, circle: string): Promise<string[]> {
  const told = testApp.db
    .selectFrom('saved_search_matches')
    .innerJoin('saved_searches', 'saved_searches.id', 'saved_search_matches.saved_search_id')
    .select('saved_searches.address')
    .where('saved_search_matches.circle_id', '=', circle)
  return (await told.execute()).map(({ address }) => address)
}

test('a circle is sent to exactly the searches that find it now and did not before', async ({ testApp }) => {
  const random = randomFrom(45)
  const addresses = await saveRandomSearches(testApp, random, 120)
  const owner = await testApp.seed.investor()
  let told = 0
  for (let round = 0; round < 60; round++) {
    const created = { ...randomCircle(random, owner._id), ...visible }
    const id = String(created.id)
    await testApp.db.insertInto('circles').values(created).execute()
    if (random.one([true, false])) await testApp.db.insertInto('arcs').values({ circle_id: id, number: 1, price: 50_000 }).execute()
    const job = { circle: id, at: new Date(Date.now() + 1_000).toISOString() }
    const isNew = random.one([true, false])
    const before = await circleOf(testApp, id)
    const earlier = await rowOf(testApp, id)
    if (!isNew) {
      const { id: _id, created_by: _by, created_at: _at, ...change } = { ...randomCircle(random, owner._id), ...visible }
      await testApp.db.updateTable('circles').set(change).where('id', '=', id).execute()
    }
    const after = await circleOf(testApp, id)
    const found = (circle: Circle) => addresses.filter((address) => matchesFilter(circle, filterOfSaved(address)))
    const known = isNew ? [] : found(before)
    const expected = found(after).filter((address) => !known.includes(address))
    for (let run = 0; run < 2; run++) await matchSavedSearches(testApp.db, { ...job, before: isNew ? null : earlier }, 50)
    expect((await toldAddresses(testApp, id)).sort()).toEqual(expected.sort())
    told += expected.length
  }
  expect(told).toBeGreaterThan(100)
})
