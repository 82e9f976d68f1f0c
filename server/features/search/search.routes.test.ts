import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { CirclePage } from '#contract/search.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { randomCircle, randomFrom } from '#server/testing/random-circles.ts'
import { startTestApp, test } from '#server/testing/test-app.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('the bare list', () => {
  test('contains every visible circle, newest first, as an outsider may see it', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ firstName: 'Ada', lastName: 'Quill' })
    const admin = await testApp.seed.admin()
    const older = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Older' }))).data<Circle>()
    const newer = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Newer' }))).data<Circle>()
    const hidden = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Hidden' }))).data<Circle>()
    expect((await testApp.call(admin, 'PUT', `admin/circle/${hidden._id}`, { hideCircle: true })).status).toBe(200)

    const answer = await testApp.call(null, 'GET', 'public/circle')
    expect(answer.data<Circle[]>().map((circle) => circle._id)).toEqual([newer._id, older._id])
    expect(answer.data<Circle[]>()[0]).toMatchObject({
      createdBy: { firstName: 'Ada', lastName: 'Q.' },
      memberCount: 1,
      currentInvestmentAmount: 225_000,
      percentFunded: 25,
      sharesTotal: 12,
      sharesAvailable: 9,
    })
    expect(answer.text).not.toContain('@')
    expect(answer.body).not.toHaveProperty('truncated')
  })

  test('is compressed as requested, and answered with 304 while unchanged', async ({ testApp }) => {
    const plain = await testApp.app.inject({ url: '/api/public/circle' })
    const gzip = await testApp.app.inject({ url: '/api/public/circle', headers: { 'accept-encoding': 'gzip, deflate' } })
    const br = await testApp.app.inject({ url: '/api/public/circle', headers: { 'accept-encoding': 'gzip, br' } })
    const noBr = await testApp.app.inject({ url: '/api/public/circle', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
    expect([plain, gzip, br, noBr].map((reply) => reply.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br', 'gzip'])
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })

    const etag = String(plain.headers.etag)
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
      const again = await testApp.app.inject({ url: '/api/public/circle', headers: { 'if-none-match': known } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    expect((await testApp.app.inject({ url: '/api/public/circle', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })

  test('is never older than a write that this process has answered', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ firstName: 'Grace' })
    const buyer = await testApp.seed.investor()
    const admin = await testApp.seed.admin()
    const broker = await testApp.seed.broker({ firstName: 'Vera' })
    const listed = async (id: string) =>
      (await testApp.call(null, 'GET', 'public/circle')).data<Circle[]>().find((circle) => circle._id === id)

    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    expect(await listed(circle._id)).toMatchObject({ title: 'Larkspur Terrace', percentFunded: 25 })

    await testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect(await listed(circle._id)).toMatchObject({ percentFunded: 33, memberCount: 2, sharesAvailable: 8 })

    await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { title: 'Renamed' })
    expect(await listed(circle._id)).toMatchObject({ title: 'Renamed' })

    await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
    expect(await listed(circle._id)).toMatchObject({ exclusiveAssignedBroker: { firstName: 'Vera' } })

    await testApp.call(owner, 'POST', 'app/profile', { firstName: 'Hedy' })
    expect(await listed(circle._id)).toMatchObject({ createdBy: { firstName: 'Hedy' } })

    await testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
    expect(await listed(circle._id)).toMatchObject({ percentFunded: 25, memberCount: 1 })

    await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: 'Renamed' })
    expect(await listed(circle._id)).toBeUndefined()
  })

  test('follows the writes of other processes within a second, even one that commits late', async ({ testApp }) => {
    const other = await buildApp(testApp.services)
    try {
      const titles = async () => {
        const reply = await other.inject({ url: '/api/public/circle' })
        return reply.json<{ data: Circle[] }>().data.map((circle) => circle.title)
      }
      const owner = await testApp.seed.investor()
      const random = randomFrom(7)
      const row = (title: string) => ({
        ...randomCircle(random, owner._id),
        title,
        lat: null,
        lng: null,
        hide_circle: false,
        deleted_at: null,
      })

      const early = await testApp.db.startTransaction().execute()
      await early.insertInto('circles').values(row('Commits late')).execute()
      await testApp.db.insertInto('circles').values(row('Commits first')).execute()
      const before = await titles()
      expect(before).toContain('Commits first')
      expect(before).not.toContain('Commits late')
      await early.commit().execute()

      await pause(1_000)
      expect(await titles()).toContain('Commits late')
    } finally {
      await other.close()
    }
  })

  test('is truncated at 5,000 circles, and says so', async () => {
    const testApp = await startTestApp()
    try {
      const owner = await testApp.seed.investor()
      const random = randomFrom(5)
      const rows = Array.from({ length: 5_001 }, (_, index) => ({
        ...randomCircle(random, owner._id),
        title: `Number ${index}`,
        hide_circle: false,
        deleted_at: null,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
      }))
      for (let start = 0; start < rows.length; start += 500) {
        await testApp.db
          .insertInto('circles')
          .values(rows.slice(start, start + 500))
          .execute()
      }
      const answer = await testApp.call(null, 'GET', 'public/circle')
      expect(answer.body).toMatchObject({ truncated: true })
      const titles = answer.data<Circle[]>().map((circle) => circle.title)
      expect([titles.length, titles[0], titles.at(-1)]).toEqual([5_000, 'Number 5000', 'Number 1'])
      expect((await testApp.call(null, 'GET', 'public/circle?page=1')).data<CirclePage>()).toMatchObject({
        total: 1_000,
        totalIsAtLeast: true,
        page: 1,
        pageSize: 5,
      })
    } finally {
      await testApp.close()
    }
  })
})

describe('bad parameters', () => {
  const bad: [string, string][] = [
    ['sort=random', 'sort'],
    ['sort=title&sort=title', 'sort'],
    ['lat=91&lng=0', 'lat'],
    ['lat=0&lng=181', 'lng'],
    ['lat=abc&lng=0', 'lat'],
    ['lat=40', 'lng'],
    ['lng=-105', 'lat'],
    ['radius=15', 'lat,lng'],
    ['lat=40&lng=-105&radius=0', 'radius'],
    ['lat=40&lng=-105&radius=101', 'radius'],
    ['bbox=1,2,3', 'bbox'],
    ['bbox=1,2,3,4,5', 'bbox'],
    ['bbox=-10,50,10,40', 'bbox'],
    ['bbox=-181,0,0,1', 'bbox'],
    ['bbox=a,b,c,d', 'bbox'],
    ['bbox=,,,', 'bbox'],
    ['propertyTypes=castle', 'propertyTypes'],
    ['propertyTypes=land,castle', 'propertyTypes'],
    ['propertyCondition=ruin', 'propertyCondition'],
    ['investmentPurpose=fun', 'investmentPurpose'],
    ['ownershipStructure=theft', 'ownershipStructure'],
    ['minTarget=-1', 'minTarget'],
    ['maxTarget=1.5', 'maxTarget'],
    ['minTarget=200000&maxTarget=100000', 'minTarget'],
    ['minArcPrice=-1', 'minArcPrice'],
    ['maxArcPrice=1.5', 'maxArcPrice'],
    ['minArcPrice=200000&maxArcPrice=100000', 'minArcPrice'],
    ['hasFreeArcs=maybe', 'hasFreeArcs'],
    ['bedrooms=0', 'bedrooms'],
    ['bathrooms=6', 'bathrooms'],
    ['page=0', 'page'],
    ['page=1e9', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=five', 'pageSize'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a%00b', 'q'],
    ['q=%1F', 'q'],
    ['view=globe', 'view'],
    ['view=clusters&zoom=3', 'bbox'],
    ['view=clusters&bbox=-180,-90,180,90', 'zoom'],
    ['view=clusters&bbox=-180,-90,180,90&zoom=23', 'zoom'],
  ]
  for (const [query, field] of bad) {
    test(`${query.slice(0, 60)} is refused, naming ${field}`, async ({ testApp }) => {
      const answer = await testApp.call(null, 'GET', `public/circle?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.fields?.map((problem) => problem.field).join()).toBe(field)
    })
  }

  test('empty and unknown parameters are ignored', async ({ testApp }) => {
    const bare = await testApp.call(null, 'GET', 'public/circle')
    expect((await testApp.call(null, 'GET', 'public/circle?q=&sort=&utm_source=mail')).text).toBe(bare.text)
    const found = await testApp.call(null, 'GET', 'public/circle?q=&page=1&city=Denver')
    expect(found.data<CirclePage>().total).toBe(bare.data<Circle[]>().length)
  })

  test('a page past the end is empty', async ({ testApp }) => {
    const { total } = (await testApp.call(null, 'GET', 'public/circle?page=1')).data<CirclePage>()
    const answer = await testApp.call(null, 'GET', 'public/circle?page=1000000&pageSize=100')
    expect(answer.data<CirclePage>()).toEqual({ items: [], total, page: 1_000_000, pageSize: 100 })
  })

  test('any text can be searched for', async ({ testApp }) => {
    for (const q of ['%', '_', '\\', "'", '"', '50%_', '👩‍👩‍👧', '–', '/*', 'Ａ', '\n', 'ﬁ'.repeat(100)]) {
      expect((await testApp.call(null, 'GET', `public/circle?q=${encodeURIComponent(q)}`)).status).toBe(200)
    }
  })
})

describe('the list for a signed-in person', () => {
  test('has the same bytes as the public one, with the person’s hidden circles first', async ({ testApp }) => {
    const [owner, stranger, admin] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.admin()]
    await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Seen' }))
    const hidden = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Unseen' }))).data<Circle>()
    await testApp.call(admin, 'PUT', `admin/circle/${hidden._id}`, { hideCircle: true })
    const everyone = await testApp.call(null, 'GET', 'public/circle')
    expect((await testApp.call(stranger, 'GET', 'app/circle')).text).toBe(everyone.text)
    for (const insider of [owner, admin]) {
      const list = (await testApp.call(insider, 'GET', 'app/circle')).data<Circle[]>()
      expect(list.map(({ title }) => title)).toContain('Unseen')
      expect(list.slice(-everyone.data<Circle[]>().length)).toEqual(everyone.data())
    }
  })

  test('is paginated if there are parameters', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const page = await testApp.call(person, 'GET', 'app/circle?pageSize=1&page=1')
    expect(page.data()).toEqual((await testApp.call(null, 'GET', 'public/circle?pageSize=1&page=1')).data())
    expect(page.data<CirclePage>().items).toHaveLength(1)
  })

  test('is limited per person, and the search for visitors per network', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const window_ends_at = new Date(Date.now() + 1_000_000)
    await testApp.db
      .insertInto('rate_counters')
      .values([
        { name: 'circle_list_account', subject: person._id, window_ends_at, count: 120 },
        { name: 'circle_search_address', subject: '203.0.113.7', window_ends_at, count: 1_200 },
      ])
      .execute()
    expect((await testApp.call(person, 'GET', 'app/circle')).status).toBe(429)
    expect((await testApp.call(await testApp.seed.investor(), 'GET', 'app/circle')).status).toBe(200)
    const visit = async (url: string, remoteAddress: string) => (await testApp.app.inject({ url: `/api/${url}`, remoteAddress })).statusCode
    expect(await visit('public/circle?q=row', '203.0.113.7')).toBe(429)
    expect(await visit('public/circle', '203.0.113.7')).toBe(200)
    expect(await visit('public/circle?q=row', '203.0.113.8')).toBe(200)
  })
})
