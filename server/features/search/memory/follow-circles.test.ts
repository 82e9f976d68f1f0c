import { setTimeout as sleep } from 'node:timers/promises'
import { type KyselyPlugin, type QueryResult, sql, type UnknownRow } from 'kysely'
import { expect } from 'vitest'
import { type CircleSearch, searchCircles } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { followCircleChanges } from '#server/shared/circles/circle-changes.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { type Random, randomCircle, randomFrom, randomSearch } from '#server/testing/random-circles.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { findPage } from './find-page.ts'
import { followCircles } from './follow-circles.ts'
import { searchLimits } from './limits.ts'

/** A process's circles. `read` finds them as they are now. */
function startProcess(db: Database, mostAwaited?: number) {
  const changes = followCircleChanges(db)
  const followed = followCircles(db, changes, mostAwaited)
  const read = async () => {
    await changes.catchUp()
    return followed.current()
  }
  return { changes, read, load: followed.load }
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

type Fault = 'none' | 'fails' | 'is slow' | 'is odd'

/** A database whose next query for searched circles has a fault. */
function withFaults(db: Database) {
  const next: { fault: Fault } = { fault: 'none' }
  const isOfSearch = (result: QueryResult<UnknownRow>) => result.rows.some((row) => 'geographic_radius' in row && 'traits' in row)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (next.fault === 'none' || !isOfSearch(result)) return result
      const { fault } = next
      next.fault = 'none'
      if (fault === 'fails') throw new Error('the connection was lost')
      if (fault === 'is slow') await sleep(1_200)
      return fault === 'is odd' ? { ...result, rows: result.rows.map((row) => ({ ...row, description: null })) } : result
    },
  }
  return { db: db.withPlugin(plugin), next }
}

test('an index with many slots that are no longer used is read anew', async ({ testApp }) => {
  await insertCircles(testApp, randomFrom(35), 600)
  const { read } = startProcess(testApp.db)
  const { size } = (await read()).slots
  const lengths: number[] = []
  for (let change = 1; change <= 4; change++) {
    await sql`update circles set title = ${`Moor ${change}`} where not hide_circle`.execute(testApp.db)
    const index = await read()
    expect(findPage(index, titled(`moor ${change}`), { ...searchLimits, total: 100_000 }).total).toBe(size)
    lengths.push(index.circles.length)
  }
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * size + 1_000)
  expect(lengths).toContain(size)
})

test('after any changes of thousands of circles, the same is found as by the simple search', async ({ testApp }) => {
  const { db } = testApp
  const random = randomFrom(31)
  const ids = await insertCircles(testApp, random, 1_500)
  const { read } = startProcess(db)
  await read()
  for (let round = 0; round < 3; round++) {
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

/** A process that knows one circle by its title, which has changed since. */
async function startWithChange(testApp: TestApp, before: string, after: string) {
  const owner = await testApp.seed.investor()
  const row = { ...randomCircle(randomFrom(33), owner._id), id: newId(), hide_circle: false, deleted_at: null }
  await testApp.db
    .insertInto('circles')
    .values({ ...row, title: before })
    .execute()
  const { db, next } = withFaults(testApp.db)
  const { read } = startProcess(db)
  expect(findPage(await read(), titled(before)).total).toBe(1)
  await testApp.db.updateTable('circles').set({ title: after }).where('id', '=', row.id).execute()
  const expectChange = async () => {
    const index = await read()
    expect([findPage(index, titled(before)).total, findPage(index, titled(after)).total]).toEqual([0, 1])
    expect(findPage(index, { filter: { q: after }, sort: 'title', page: 1, pageSize: 5 }, { ...searchLimits, few: 0 }).ids).toEqual([
      row.id,
    ])
  }
  return { read, next, expectChange }
}

test('a circle that could not be read after its change is read by the next search', async ({ testApp }) => {
  const { read, next, expectChange } = await startWithChange(testApp, 'Bramble', 'Thistle')
  next.fault = 'fails'
  await expect(read()).rejects.toThrow('the connection was lost')
  await expectChange()
})

test('an index that was changed in part only is read anew', async ({ testApp }) => {
  const { read, next, expectChange } = await startWithChange(testApp, 'Yarrow', 'Tansy')
  next.fault = 'is odd'
  await expect(read()).rejects.toThrow('toLowerCase')
  await expectChange()
})

test('a search waits for a slow database as other reads do', async ({ testApp }) => {
  const { next, expectChange } = await startWithChange(testApp, 'Foxglove', 'Sorrel')
  next.fault = 'is slow'
  await expectChange()
})

test('searches are refused while very many circles are read, and answered when all have been read', async ({ testApp }) => {
  await insertCircles(testApp, randomFrom(36), 1_200)
  const { changes, read, load } = startProcess(testApp.db, 500)
  const refused = expect.objectContaining({ status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) })
  expect(await Promise.allSettled([read(), read()])).toEqual([refused, refused])
  await load()
  const { size } = (await read()).slots
  changes.forget()
  await expect(read()).rejects.toMatchObject({ code: 'busy' })
  await load()
  expect((await read()).slots.size).toBe(size)
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
