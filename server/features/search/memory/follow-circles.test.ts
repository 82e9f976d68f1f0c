import { type KyselyPlugin, sql } from 'kysely'
import { expect } from 'vitest'
import { type CircleSearch, searchCircles } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { followCircleChanges } from '#server/shared/circles/circle-changes.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { type Random, randomCircle, randomFrom, randomSearch } from '#server/testing/random-circles.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { findPage } from './find-page.ts'
import { followCircles } from './follow-circles.ts'

/** A process's circles. `read` finds them as they are now. */
function startProcess(db: Database) {
  const changes = followCircleChanges(db)
  const followed = followCircles(db, changes)
  const read = async () => {
    await changes.catchUp()
    return followed.current()
  }
  return { changes, read }
}

async function insertCircles({ db, seed }: TestApp, random: Random, count: number): Promise<string[]> {
  const owner = await seed.investor()
  const rows = Array.from({ length: count }, () => randomCircle(random, owner._id))
  for (let from = 0; from < count; from += 500) {
    await db
      .insertInto('circles')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  return rows.map(({ id }) => id as string)
}

const titled = (q: string): CircleSearch => ({ filter: { q }, sort: 'createdAt', page: 1, pageSize: 50 })

/** A database whose next query with this text fails. */
function failing(db: Database, text: RegExp) {
  const failure = { isNext: false }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (failure.isNext && text.test(JSON.stringify(node))) {
        failure.isNext = false
        throw new Error('the connection was lost')
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), failure }
}

test('after any changes of thousands of circles, the same is found as by the simple search', async ({ testApp }) => {
  const { db } = testApp
  const random = randomFrom(31)
  const ids = await insertCircles(testApp, random, 2_500)
  const { read } = startProcess(db)
  await read()
  for (let round = 0; round < 4; round++) {
    for (let change = 0; change < 150; change++) {
      const { id: _, created_by: __, ...fields } = randomCircle(random, '')
      await db.updateTable('circles').set(fields).where('id', '=', random.one(ids)).execute()
    }
    await db.deleteFrom('circles').where('id', 'in', ids.splice(0, 5)).execute()
    ids.push(...(await insertCircles(testApp, random, 20)))
    const index = await read()
    const circles = (await selectCircles(db).execute()).map((row) => toCircle(row, 'outside'))
    for (let nth = 0; nth < 100; nth++) {
      const search = randomSearch(random)
      const limits = { total: random.one([5, 1_000, 10_000]), few: random.one([0, 100, 2_000]), scored: 10_000 }
      const expected = searchCircles(circles, search)
      const found = findPage(index, search, limits)
      expect({ search, limits, ids: found.ids, total: found.total }).toEqual({
        search,
        limits,
        ids: expected.items.map(({ _id }) => _id),
        total: Math.min(expected.total, limits.total),
      })
    }
  }
})

test('a change that searches don’t show leaves the index as it is', async ({ testApp }) => {
  const [id] = await insertCircles(testApp, randomFrom(32), 5)
  const { read } = startProcess(testApp.db)
  const before = (await read()).circles.length
  await sql`update circles set updated_at = now() + interval '1 day' where id = ${id}`.execute(testApp.db)
  expect((await read()).circles.length).toBe(before)
  await sql`update circles set title = 'Heronry' where id = ${id}`.execute(testApp.db)
  expect((await read()).circles.length).toBeLessThanOrEqual(before + 1)
})

test('a circle that could not be read after its change is read by the next search', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const row = { ...randomCircle(randomFrom(33), owner._id), hide_circle: false, deleted_at: null }
  await testApp.db
    .insertInto('circles')
    .values({ ...row, title: 'Bramble' })
    .execute()
  const { db, failure } = failing(testApp.db, /"circles".*array_to_string/)
  const { read } = startProcess(db)
  expect(findPage(await read(), titled('bramble')).total).toBe(1)
  await testApp.db
    .updateTable('circles')
    .set({ title: 'Thistle' })
    .where('id', '=', row.id as string)
    .execute()
  failure.isNext = true
  await expect(read()).rejects.toThrow('the connection was lost')
  const index = await read()
  expect([findPage(index, titled('bramble')).total, findPage(index, titled('thistle')).total]).toEqual([0, 1])
})

test('what is committed while all circles are read is found, in any number of searches at once', async ({ testApp }) => {
  const random = randomFrom(34)
  const ids = await insertCircles(testApp, random, 3_000)
  const { read } = startProcess(testApp.db)
  const loading = read()
  const named = ids.slice(0, 30)
  for (const id of named) {
    await testApp.db.updateTable('circles').set({ title: 'Sedge', hide_circle: false, deleted_at: null }).where('id', '=', id).execute()
    const index = await read()
    expect(findPage(index, titled('sedge')).total).toBe(named.indexOf(id) + 1)
  }
  await loading
})

test('an index with many slots that are no longer used is read anew', async ({ testApp }) => {
  await insertCircles(testApp, randomFrom(35), 1_200)
  const { read } = startProcess(testApp.db)
  const { size } = (await read()).slots
  const lengths: number[] = []
  for (let change = 1; change <= 4; change++) {
    await sql`update circles set title = ${`Moor ${change}`} where not hide_circle`.execute(testApp.db)
    const index = await read()
    expect(findPage(index, titled(`moor ${change}`), { total: 100_000, few: 2_000, scored: 2_000 }).total).toBe(size)
    lengths.push(index.circles.length)
  }
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * size + 1_000)
  expect(lengths).toContain(size)
})
