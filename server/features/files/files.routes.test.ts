import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { uploadLimits } from '#domain/files.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type Slot, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'
import { productionEnv } from '#server/testing/test-app.ts'

let testApp: StoreTestApp
let maya: Person
beforeAll(async () => {
  testApp = await startStoreTestApp({})
  maya = await testApp.seed.investor()
})
afterAll(() => testApp.close())

const upload = async (owner: Person, form: object = {}) => (await testApp.offer(owner, 'image/png', png(), form)).slot.objectId
const ask = (person: Person | null, path: string, body: object = {}, headers = {}) =>
  testApp.call(person, 'POST', `app/s3/get-signed-post-url/${path}`, body, headers)

describe('who may read a file', () => {
  test('depends on its permission and on what it is attached to', async () => {
    const { seed, db, call } = testApp
    const [owner, member, former, stranger, pending] = [
      await seed.investor(),
      await seed.investor(),
      await seed.investor(),
      await seed.investor(),
      await seed.pending(),
    ]
    const [broker, otherBroker, admin] = [await seed.broker(), await seed.broker(), await seed.admin()]
    const circle = (await call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    const membership = { circle_id: circle._id, is_owner: false }
    await db
      .insertInto('memberships')
      .values([
        { ...membership, id: crypto.randomUUID(), user_id: member._id },
        { ...membership, id: crypto.randomUUID(), user_id: former._id, ended_at: new Date() },
      ])
      .execute()
    await db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    const listing = {
      address: '1 Elm St',
      city: 'Denver',
      state: 'CO',
      zipCode: '80201',
      url: 'https://x.example',
      price: 1,
      listingStatus: 'available',
    }
    const addProperty = async (key: string) => {
      const body = { circle: circle._id, ...listing, listingImg: { imageUri: key } }
      const answer = await call(owner, 'POST', 'app/property', body)
      expect([answer.status, answer.body.error]).toEqual([200, undefined])
      return answer.data<{ _id: string }>()._id
    }

    const files = {
      private: await upload(owner),
      viewable: await upload(owner, { isViewableByAnyUser: true }),
      public: await upload(owner, { isPublic: true }),
      listing: await upload(owner),
      removedListing: await upload(owner),
      hiddenListing: await upload(owner),
      hiddenPublic: await upload(owner, { isPublic: true, isViewableByAnyUser: true }),
      copied: await upload(owner),
      portrait: await upload(owner),
      unfinished: (await testApp.begin(owner, 'a.png', 'image/png', { isPublic: true })).objectId,
    }
    await addProperty(files.listing)
    await db
      .updateTable('properties')
      .set({ deleted_at: new Date() })
      .where('id', '=', await addProperty(files.removedListing))
      .execute()
    const hidden = [files.hiddenListing, files.hiddenPublic, files.copied].map(addProperty)
    await db
      .updateTable('properties')
      .set({ hidden_at: new Date() })
      .where('id', 'in', await Promise.all(hidden))
      .execute()
    await addProperty(files.copied)
    expect((await call(owner, 'POST', 'app/profile', { profileImageKey: files.portrait })).status).toBe(200)

    const everyone = { visitor: null, pending, stranger, former, otherBroker, member, broker, owner, admin }
    const readers = async (key: string) => {
      const answers = await Promise.all(
        Object.entries(everyone).map(async ([name, person]) => {
          const answer = await call(person, 'GET', `app/s3/get-signed-url/${key}`)
          expect([200, 404]).toContain(answer.status)
          return answer.status === 200 ? [name] : []
        }),
      )
      return answers.flat()
    }
    const signedIn = ['pending', 'stranger', 'former', 'otherBroker', 'member', 'broker', 'owner', 'admin']
    expect(await readers(files.private)).toEqual(['owner', 'admin'])
    expect(await readers(files.viewable)).toEqual(signedIn)
    expect(await readers(files.public)).toEqual(['visitor', ...signedIn])
    expect(await readers(files.listing)).toEqual(['member', 'broker', 'owner', 'admin'])
    expect(await readers(files.removedListing)).toEqual(['owner', 'admin'])
    // Hidden by an administrator. The last one is shown by another property, too.
    expect(await readers(files.hiddenListing)).toEqual(['owner', 'admin'])
    expect(await readers(files.hiddenPublic)).toEqual(['owner', 'admin'])
    expect(await readers(files.copied)).toEqual(['member', 'broker', 'owner', 'admin'])
    expect(await readers(files.portrait)).toEqual(signedIn)
    expect(await readers(files.unfinished)).toEqual([])

    await db.updateTable('circles').set({ deleted_at: new Date() }).where('id', '=', circle._id).execute()
    expect(await readers(files.listing)).toEqual(['owner', 'admin'])
  })

  test('an unknown or unreadable key is not found', async () => {
    for (const key of ['nothing', 'no.png-2026-01-01T00:00:00.000Z', '%00', '..%2F..%2Fetc%2Fpasswd', '%F0%9F%8F%A0', 'a'.repeat(1_900)]) {
      expect([key, (await testApp.call(maya, 'GET', `app/s3/get-signed-url/${key}`)).status]).toEqual([key, 404])
    }
  })
})

describe('beginning an upload', () => {
  test('requires a session', async () => {
    expect((await ask(null, 'a.png/image%2Fpng')).status).toBe(401)
  })

  test('works on both routes, with the type in one part or two, and without permissions', async () => {
    for (const path of ['app/s3', 's3'].flatMap((group) =>
      ['image%2Fpng', 'image/png'].map((type) => `${group}/get-signed-post-url/a.png/${type}`),
    )) {
      const answer = await testApp.call(maya, 'POST', path)
      expect([path, answer.status]).toEqual([path, 200])
      const { objectId } = answer.data<Slot>()
      const row = await testApp.db.selectFrom('files').selectAll().where('key', '=', objectId).executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        content_type: 'image/png',
        is_public: false,
        is_viewable_by_any_user: false,
        stored_at: null,
        size: null,
      })
      expect((await testApp.call(maya, 'GET', `s3/get-signed-url/${objectId}`)).status).toBe(404)
    }
  })

  test('refuses types that may not be uploaded', async () => {
    for (const type of [
      'image%2Fsvg%2Bxml',
      'text%2Fhtml',
      'application%2Fx-msdownload',
      'text%2Fjavascript',
      'png',
      '%20',
      'image%2Fpng%2Fx',
    ]) {
      const answer = await ask(maya, `a.png/${type}`)
      expect([type, answer.status, answer.body.error]).toEqual([type, 400, 'This kind of file cannot be uploaded.'])
    }
    expect((await ask(maya, 'a.png/image%2Fpng', { size: uploadLimits.bytes + 1 })).status).toBe(413)
    for (const size of [0, -1, 1.5, '70', null, 1e300])
      expect([size, (await ask(maya, 'a.png/image%2Fpng', { size })).status]).toEqual([size, 400])
    expect((await ask(maya, 'a.png/image%2Fpng', { isPublic: 'yes' })).status).toBe(400)
  })

  test('refuses names with paths or control characters, and cleans others', async () => {
    for (const name of ['..%2F..%2Fetc%2Fpasswd', 'a%5Cb.png', 'a%00.png', 'a%0D%0Ab.png', '%20']) {
      const answer = await ask(maya, `${name}/image%2Fpng`)
      expect([name, answer.status, answer.body.fields?.[0]?.field]).toEqual([name, 400, 'fileName'])
    }
    for (const [name, clean] of [
      ['Pl%C3%A4n%20(f%C3%BCnf)%20%232.png', 'Plan funf 2.png'],
      ['..%20.png', 'png'],
      ['%22%3E%3Cscript%3E.png', 'script.png'],
      ['%E2%80%AEgnp.exe', 'gnp.exe'],
    ]) {
      expect((await ask(maya, `${name}/image%2Fpng`)).data<Slot>().objectId.slice(0, -25)).toBe(clean)
    }
  })

  test('repeats its answer with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const [first, second] = [await ask(maya, 'a.png/image%2Fpng', {}, headers), await ask(maya, 'a.png/image%2Fpng', {}, headers)]
    expect(second.data<Slot>()).toEqual(first.data<Slot>())
  })

  test('is limited per account in bytes and files, also for parallel requests', async () => {
    const [heavy, many] = [await testApp.seed.pending(), await testApp.seed.pending()]
    const begin = (person: Person, size: number) => ask(person, 'a.png/image%2Fpng', { size })
    const large = await Promise.all(Array.from({ length: 10 }, () => begin(heavy, 10 * 1024 * 1024)))
    expect(large.map((answer) => answer.status).sort()).toEqual([...Array(4).fill(200), ...Array(6).fill(429)])
    expect(large.find((answer) => answer.status === 429)?.body.code).toBe('upload_quota')
    for (let count = 0; count < 20; count++) expect((await begin(many, 100)).status).toBe(200)
    expect((await begin(many, 100)).body.code).toBe('upload_quota')
    // Attached files no longer count as unattached.
    await testApp.db.updateTable('files').set({ attached_at: new Date() }).where('owner_id', '=', many._id).execute()
    expect((await begin(many, 100)).status).toBe(200)
  })

  test('is allowed 300 times an hour', async () => {
    const busy = await testApp.seed.investor()
    const counter = { name: 'upload_account', subject: busy._id, window_ends_at: new Date(Date.now() + 1_000_000) }
    await testApp.db
      .insertInto('rate_counters')
      .values({ ...counter, count: 299 })
      .execute()
    expect((await ask(busy, 'a.png/image%2Fpng')).status).toBe(200)
    expect((await ask(busy, 'a.png/image%2Fpng')).status).toBe(429)
  })
})

describe('a signed URL', () => {
  test('uses the page’s own host name on this machine', async () => {
    const originFor = async (host: string) =>
      new URL((await ask(maya, 'a.png/image%2Fpng', {}, { host })).data<Slot>().signedPostUrl).origin
    expect(await originFor('localhost:3000')).toBe('http://localhost:3000')
    expect(await originFor('127.0.0.1:5173')).toBe('http://127.0.0.1:5173')
    expect(await originFor('not a host')).toBe('http://localhost:3000')
  })

  test('uses PUBLIC_URL otherwise', async () => {
    const elsewhere = await startStoreTestApp(productionEnv)
    const slot = await elsewhere.begin(await elsewhere.seed.investor(), 'a.png', 'image/png')
    expect(new URL(slot.signedPostUrl).origin).toBe('https://arcstead.example')
    await elsewhere.close()
  })
})
