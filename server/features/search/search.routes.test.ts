import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { CirclePage } from '#contract/search.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { openHouse, test } from '#server/testing/house.ts'
import { randomCircle, randomFrom } from '#server/testing/random-circles.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('the bare list', () => {
  test('holds every visible circle, newest first, as an outsider may see it', async ({ house }) => {
    const owner = await house.seed.investor({ firstName: 'Ada', lastName: 'Quill' })
    const admin = await house.seed.admin()
    const older = (await house.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Older' }))).data<Circle>()
    const newer = (await house.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Newer' }))).data<Circle>()
    const hidden = (await house.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Hidden' }))).data<Circle>()
    expect((await house.call(admin, 'PUT', `admin/circle/${hidden._id}`, { hideCircle: true })).status).toBe(200)

    const answer = await house.call(null, 'GET', 'public/circle')
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

  test('comes compressed as asked for, and not again while it is known', async ({ house }) => {
    const plain = await house.app.inject({ url: '/api/public/circle' })
    const gzip = await house.app.inject({ url: '/api/public/circle', headers: { 'accept-encoding': 'gzip, deflate' } })
    const br = await house.app.inject({ url: '/api/public/circle', headers: { 'accept-encoding': 'gzip, br' } })
    const noBr = await house.app.inject({ url: '/api/public/circle', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
    expect([plain, gzip, br, noBr].map((reply) => reply.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br', 'gzip'])
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })

    const etag = String(plain.headers.etag)
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
      const again = await house.app.inject({ url: '/api/public/circle', headers: { 'if-none-match': known } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    expect((await house.app.inject({ url: '/api/public/circle', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })

  test('is never older than a write that this process has answered', async ({ house }) => {
    const owner = await house.seed.investor({ firstName: 'Grace' })
    const buyer = await house.seed.investor()
    const admin = await house.seed.admin()
    const broker = await house.seed.broker({ firstName: 'Vera' })
    const listed = async (id: string) =>
      (await house.call(null, 'GET', 'public/circle')).data<Circle[]>().find((circle) => circle._id === id)

    const circle = (await house.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    expect(await listed(circle._id)).toMatchObject({ title: 'Larkspur Terrace', percentFunded: 25 })

    await house.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect(await listed(circle._id)).toMatchObject({ percentFunded: 33, memberCount: 2, sharesAvailable: 8 })

    await house.call(owner, 'PUT', `app/circle/${circle._id}`, { title: 'Renamed' })
    expect(await listed(circle._id)).toMatchObject({ title: 'Renamed' })

    await house.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
    expect(await listed(circle._id)).toMatchObject({ exclusiveAssignedBroker: { firstName: 'Vera' } })

    await house.call(owner, 'POST', 'app/profile', { firstName: 'Hedy' })
    expect(await listed(circle._id)).toMatchObject({ createdBy: { firstName: 'Hedy' } })

    await house.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
    expect(await listed(circle._id)).toMatchObject({ percentFunded: 25, memberCount: 1 })

    await house.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`)
    expect(await listed(circle._id)).toBeUndefined()
  })

  test('follows the writes of other processes within a second, even one that commits late', async ({ house }) => {
    const other = await buildApp(house.means)
    try {
      const titles = async () => {
        const reply = await other.inject({ url: '/api/public/circle' })
        return reply.json<{ data: Circle[] }>().data.map((circle) => circle.title)
      }
      const owner = await house.seed.investor()
      const random = randomFrom(7)
      const row = (title: string) => ({
        ...randomCircle(random, owner._id),
        title,
        lat: null,
        lng: null,
        hide_circle: false,
        deleted_at: null,
      })

      const early = await house.db.startTransaction().execute()
      await early.insertInto('circles').values(row('Commits late')).execute()
      await house.db.insertInto('circles').values(row('Commits first')).execute()
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

  test('is cut off at 5,000 circles, and says so', async () => {
    const house = await openHouse()
    try {
      const owner = await house.seed.investor()
      const random = randomFrom(5)
      const rows = Array.from({ length: 5_001 }, (_, index) => ({
        ...randomCircle(random, owner._id),
        title: `Number ${index}`,
        hide_circle: false,
        deleted_at: null,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
      }))
      for (let start = 0; start < rows.length; start += 500) {
        await house.db
          .insertInto('circles')
          .values(rows.slice(start, start + 500))
          .execute()
      }
      const answer = await house.call(null, 'GET', 'public/circle')
      expect(answer.body).toMatchObject({ truncated: true })
      const titles = answer.data<Circle[]>().map((circle) => circle.title)
      expect([titles.length, titles[0], titles.at(-1)]).toEqual([5_000, 'Number 5000', 'Number 1'])
      expect((await house.call(null, 'GET', 'public/circle?page=1')).data<CirclePage>()).toMatchObject({
        total: 5_001,
        page: 1,
        pageSize: 5,
      })
    } finally {
      await house.close()
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
    test(`${query.slice(0, 60)} is refused, naming ${field}`, async ({ house }) => {
      const answer = await house.call(null, 'GET', `public/circle?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.fields?.map((problem) => problem.field).join()).toBe(field)
    })
  }

  test('those left empty or unknown are as if they were not there', async ({ house }) => {
    const bare = await house.call(null, 'GET', 'public/circle')
    expect((await house.call(null, 'GET', 'public/circle?q=&sort=&utm_source=mail')).text).toBe(bare.text)
    const found = await house.call(null, 'GET', 'public/circle?q=&page=1&city=Denver')
    expect(found.data<CirclePage>().total).toBe(bare.data<Circle[]>().length)
  })

  test('a page past the end is empty', async ({ house }) => {
    const { total } = (await house.call(null, 'GET', 'public/circle?page=1')).data<CirclePage>()
    const answer = await house.call(null, 'GET', 'public/circle?page=1000000&pageSize=100')
    expect(answer.data<CirclePage>()).toEqual({ items: [], total, page: 1_000_000, pageSize: 100 })
  })

  test('any text can be searched for', async ({ house }) => {
    for (const q of ['%', '_', '\\', "'", '"', '50%_', '👩‍👩‍👧', '–', '/*', 'Ａ', '\n', 'ﬁ'.repeat(100)]) {
      expect((await house.call(null, 'GET', `public/circle?q=${encodeURIComponent(q)}`)).status).toBe(200)
    }
  })
})

describe('the list of someone who is signed in', () => {
  test('is the bytes that everyone gets, and hidden circles first for who is inside', async ({ house }) => {
    const [owner, stranger, admin] = [await house.seed.investor(), await house.seed.investor(), await house.seed.admin()]
    await house.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Seen' }))
    const hidden = (await house.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Unseen' }))).data<Circle>()
    await house.call(admin, 'PUT', `admin/circle/${hidden._id}`, { hideCircle: true })
    const everyone = await house.call(null, 'GET', 'public/circle')
    expect((await house.call(stranger, 'GET', 'app/circle')).text).toBe(everyone.text)
    for (const insider of [owner, admin]) {
      const list = (await house.call(insider, 'GET', 'app/circle')).data<Circle[]>()
      expect(list.map(({ title }) => title)).toContain('Unseen')
      expect(list.slice(-everyone.data<Circle[]>().length)).toEqual(everyone.data())
    }
  })

  test('is a page when there are parameters', async ({ house }) => {
    const person = await house.seed.investor()
    const page = await house.call(person, 'GET', 'app/circle?pageSize=1&page=1')
    expect(page.data()).toEqual((await house.call(null, 'GET', 'public/circle?pageSize=1&page=1')).data())
    expect(page.data<CirclePage>().items).toHaveLength(1)
  })

  test('is limited for a person, and searching for visitors by their network', async ({ house }) => {
    const person = await house.seed.investor()
    const window_ends_at = new Date(Date.now() + 1_000_000)
    await house.db
      .insertInto('rate_counters')
      .values([
        { name: 'circle_list_account', subject: person._id, window_ends_at, count: 120 },
        { name: 'circle_search_address', subject: '203.0.113.7', window_ends_at, count: 1_200 },
      ])
      .execute()
    expect((await house.call(person, 'GET', 'app/circle')).status).toBe(429)
    expect((await house.call(await house.seed.investor(), 'GET', 'app/circle')).status).toBe(200)
    const visit = async (url: string, remoteAddress: string) => (await house.app.inject({ url: `/api/${url}`, remoteAddress })).statusCode
    expect(await visit('public/circle?q=row', '203.0.113.7')).toBe(429)
    expect(await visit('public/circle', '203.0.113.7')).toBe(200)
    expect(await visit('public/circle?q=row', '203.0.113.8')).toBe(200)
  })
})
