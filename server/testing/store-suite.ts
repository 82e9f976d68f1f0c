import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { displayNameOf, isFileKey, uploadLimits } from '#domain/files.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** A 1×1 picture followed by a mark, so that two can be distinguished. */
export const png = (mark = '', length = 0) =>
  Buffer.concat([
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M9QDwADgQF/e5IkGQAAAABJRU5ErkJggg==', 'base64'),
    Buffer.from(mark),
    Buffer.alloc(length, 7),
  ])

/** The same picture with another size in its header. */
const sized = (width: number, height: number) => {
  const picture = png()
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  return picture
}

export type Slot = { readonly signedPostUrl: string; readonly objectId: string }
export type Body = Buffer<ArrayBuffer> | string

/** A test app that listens on a port, so that signed URLs work. */
export type StoreTestApp = TestApp & {
  begin(person: Person, name: string, type: string, body?: object): Promise<Slot>
  send(address: string, type: string, body: Body): Promise<Response>
  read(person: Person | null, key: string): Promise<{ status: number; address: string }>
  /** Whether the file could be uploaded and read; otherwise the first refusal. */
  offer(person: Person, type: string, body: Body, form?: object): Promise<{ slot: Slot; status: number }>
}

export async function startStoreTestApp(env: Readonly<Record<string, string>>): Promise<StoreTestApp> {
  const testApp = await startTestApp(env)
  const host = new URL(await testApp.app.listen({ host: '127.0.0.1', port: 0 })).host
  const begin: StoreTestApp['begin'] = async (person, name, type, body = {}) => {
    const path = `app/s3/get-signed-post-url/${encodeURIComponent(name)}/${encodeURIComponent(type)}`
    return (await testApp.call(person, 'POST', path, body, { host })).data<Slot>()
  }
  const send: StoreTestApp['send'] = (address, type, body) => fetch(address, { method: 'PUT', headers: { 'content-type': type }, body })
  const read: StoreTestApp['read'] = async (person, key) => {
    const answer = await testApp.call(person, 'GET', `app/s3/get-signed-url/${encodeURIComponent(key)}`, undefined, { host })
    return { status: answer.status, address: answer.data<{ signedUrl: string } | undefined>()?.signedUrl ?? '' }
  }
  const offer: StoreTestApp['offer'] = async (person, type, body, form) => {
    const slot = await begin(person, 'offer', type, form)
    const sent = await send(slot.signedPostUrl, type, body)
    if (sent.status >= 400) return { slot, status: sent.status }
    return { slot, status: (await read(person, slot.objectId)).status }
  }
  return { ...testApp, begin, send, read, offer }
}

/** Tests that every file store must pass. */
export function describeStore(name: string, env: () => Readonly<Record<string, string>>): void {
  describe(`files on ${name}`, () => {
    let testApp: StoreTestApp
    let maya: Person
    beforeAll(async () => {
      testApp = await startStoreTestApp(env())
      maya = await testApp.seed.investor()
    })
    afterAll(() => testApp.close())

    const expectNothingStored = async (slot: Slot) => {
      expect((await testApp.read(maya, slot.objectId)).status).toBe(404)
      const row = await testApp.db.selectFrom('files').select('stored_at').where('key', '=', slot.objectId).executeTakeFirst()
      expect(row?.stored_at ?? null).toBeNull()
    }

    test('an upload to its signed URL is read back byte for byte', async () => {
      const content = png('front', 200_000)
      const slot = await testApp.begin(maya, 'Front view_2 (new).png', 'image/png', { size: content.length })
      expect(isFileKey(slot.objectId)).toBe(true)
      expect(displayNameOf(slot.objectId)).toBe('Front view_2 new.png')
      await expectNothingStored(slot)

      expect((await testApp.send(slot.signedPostUrl, 'image/png', content)).status).toBe(200)
      const { address } = await testApp.read(maya, slot.objectId)
      const got = await fetch(address)
      expect([got.status, got.headers.get('content-type'), got.headers.get('content-disposition')]).toEqual([
        200,
        'image/png',
        'inline; filename="Front view_2 new.png"',
      ])
      const cachedFor = /^private, max-age=(\d+), immutable$/.exec(got.headers.get('cache-control') ?? '')?.[1]
      expect(Number(cachedFor)).toBeGreaterThan(0)
      expect(Number(cachedFor)).toBeLessThanOrEqual(15 * 60)
      expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
      const row = await testApp.db.selectFrom('files').selectAll().where('key', '=', slot.objectId).executeTakeFirstOrThrow()
      expect([row.size, row.owner_id, row.stored_at instanceof Date]).toEqual([content.length, maya._id, true])

      const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${content.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(10, 20))).toBe(true)
    })

    test('files that browsers cannot show are downloaded with a file name', async () => {
      const { slot, status } = await testApp.offer(maya, 'text/csv', 'address,price\n1 Elm St,250000\n')
      expect(status).toBe(200)
      const got = await fetch((await testApp.read(maya, slot.objectId)).address)
      expect(got.headers.get('content-disposition')).toBe('attachment; filename="offer.csv"')
    })

    test.each([
      ['larger', 5],
      ['smaller', -5],
    ])('a body %s than announced is refused and nothing is stored', async (_, difference) => {
      const size = png().length
      const slot = await testApp.begin(maya, 'a.png', 'image/png', { size })
      const body = difference < 0 ? png().subarray(0, difference) : png('x'.repeat(difference))
      expect((await testApp.send(slot.signedPostUrl, 'image/png', body)).status).toBeGreaterThanOrEqual(400)
      await expectNothingStored(slot)
    })

    test('a content type other than the signed one is refused and nothing is stored', async () => {
      for (const type of ['text/html', 'image/svg+xml', 'image/jpeg', 'application/octet-stream']) {
        const slot = await testApp.begin(maya, 'a.png', 'image/png')
        expect((await testApp.send(slot.signedPostUrl, type, png())).status).toBeGreaterThanOrEqual(400)
        await expectNothingStored(slot)
      }
    })

    test('a changed signed URL is refused and nothing is stored', async () => {
      const [slot, other] = [await testApp.begin(maya, 'a.png', 'image/png', { size: 70 }), await testApp.begin(maya, 'b.png', 'image/png')]
      const change = (edit: (url: URL) => void) => {
        const url = new URL(slot.signedPostUrl)
        edit(url)
        return url.href
      }
      const names = [...new URL(slot.signedPostUrl).searchParams.keys()]
      const altered = [
        change((url) => {
          url.pathname = url.pathname.replace(encodeURIComponent(slot.objectId), encodeURIComponent(other.objectId))
        }),
        change((url) => {
          url.pathname = url.pathname.replace('a.png', 'a.svg')
        }),
        // Every parameter changed, and every parameter removed.
        ...names.flatMap((name) => [
          change((url) => {
            const value = url.searchParams.get(name) ?? ''
            url.searchParams.set(name, value.slice(0, -1) + (value.endsWith('0') ? '1' : '0'))
          }),
          change((url) => url.searchParams.delete(name)),
        ]),
      ]
      for (const address of altered) {
        // Names the signing client; not secret and without effect.
        if (new URL(address).searchParams.get('x-id') !== new URL(slot.signedPostUrl).searchParams.get('x-id')) continue
        const { status } = await testApp.send(address, 'image/png', png())
        expect([address, status >= 400]).toEqual([address, true])
      }
      await expectNothingStored(slot)
      await expectNothingStored(other)
    })

    test('an expired signed URL is refused for writing and reading', async () => {
      const { slot } = await testApp.offer(maya, 'image/png', png())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 16 * 60_000 })
      const { address } = await testApp.read(maya, slot.objectId)
      const late = await testApp.begin(maya, 'late.png', 'image/png')
      vi.useRealTimers()
      expect((await fetch(address)).status).toBe(403)
      expect((await testApp.send(late.signedPostUrl, 'image/png', png())).status).toBe(403)
      await expectNothingStored(late)
    })

    test('a signed URL for writing cannot read, and one for reading cannot write', async () => {
      const { slot } = await testApp.offer(maya, 'image/png', png())
      const { address } = await testApp.read(maya, slot.objectId)
      expect((await fetch(slot.signedPostUrl)).status).toBe(403)
      expect((await testApp.send(address, 'image/png', png('changed'))).status).toBe(403)
    })

    test('a file of exactly the size limit is accepted; one byte more is refused and nothing is stored', async () => {
      const most = png('', uploadLimits.bytes - png().length)
      expect((await testApp.offer(maya, 'image/png', most)).status).toBe(200)
      const { slot, status } = await testApp.offer(maya, 'image/png', Buffer.concat([most, Buffer.alloc(1)]))
      expect(status).toBe(413)
      await expectNothingStored(slot)
    })

    test.each([
      ['a page called a picture', 'image/png', '<!doctype html><script>alert(1)</script>'],
      ['a drawing called a picture', 'image/jpeg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['a page inside a picture', 'image/gif', 'GIF89a/*<script>alert(1)</script>*/'],
      ['a page far behind a picture', 'image/png', png(`${'\0'.repeat(200_000)}<script>alert(1)</script>`)],
      ['an archive behind a picture', 'image/png', png(`PK\x05\x06${'\0'.repeat(18)}`)],
      ['a page called a text', 'text/plain', '<html><script>alert(1)</script></html>'],
      ['another kind of picture', 'image/webp', png()],
      ['nothing at all', 'text/plain', ''],
    ])('%s is refused and nothing is stored', async (_, type, body) => {
      const { slot, status } = await testApp.offer(maya, type, body)
      expect(status).toBe(400)
      await expectNothingStored(slot)
    })

    test('a picture of more than fifty megapixels is refused and nothing is stored', async () => {
      const { slot, status } = await testApp.offer(maya, 'image/png', sized(30_000, 30_000))
      expect(status).toBe(400)
      await expectNothingStored(slot)
      expect((await testApp.offer(maya, 'image/png', sized(10_000, 5_000))).status).toBe(200)
    })

    test('a finished file does not change, even while its signed URL is valid', async () => {
      const slot = await testApp.begin(maya, 'a.png', 'image/png')
      await testApp.send(slot.signedPostUrl, 'image/png', png('first'))
      const { address } = await testApp.read(maya, slot.objectId)
      await testApp.send(slot.signedPostUrl, 'image/png', png('second'))
      await testApp.send(slot.signedPostUrl, 'image/png', '<script>alert(1)</script>')
      const again = await testApp.read(maya, slot.objectId)
      for (const url of [address, again.address]) {
        expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(png('first'))).toBe(true)
      }
    })

    test('of parallel uploads to one signed URL, exactly one becomes the file', async () => {
      const slot = await testApp.begin(maya, 'a.png', 'image/png')
      const bodies = [1, 2, 3, 4].map((mark) => png(`mark ${mark}`, 300_000 + mark))
      const sent = await Promise.all(bodies.map((body) => testApp.send(slot.signedPostUrl, 'image/png', body)))
      expect(sent.some((answer) => answer.status === 200)).toBe(true)
      const got = Buffer.from(await (await fetch((await testApp.read(maya, slot.objectId)).address)).arrayBuffer())
      expect(bodies.filter((body) => body.equals(got))).toHaveLength(1)
    })

    test('parallel uploads with the same file name get different keys', async () => {
      const slots = await Promise.all(Array.from({ length: 12 }, () => testApp.begin(maya, 'same.png', 'image/png')))
      expect(new Set(slots.map((slot) => slot.objectId)).size).toBe(12)
    })

    test('only an own, finished picture can become a profile picture', async () => {
      const own = (await testApp.offer(maya, 'image/png', png())).slot.objectId
      const sent = await testApp.begin(maya, 'sent.png', 'image/png')
      await testApp.send(sent.signedPostUrl, 'image/png', png())
      const unfinished = (await testApp.begin(maya, 'a.png', 'image/png')).objectId
      const text = (await testApp.offer(maya, 'text/plain', 'hello')).slot.objectId
      const foreign = (await testApp.offer(await testApp.seed.investor(), 'image/png', png(), { isPublic: true })).slot.objectId
      const attach = async (key: string) => (await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: key })).status
      for (const key of [own, sent.objectId]) expect([key, await attach(key)]).toEqual([key, 200])
      for (const key of [unfinished, text, foreign, 'nothing', '../own.png']) expect([key, await attach(key)]).toEqual([key, 400])
      // An upload whose content does not match its type cannot be attached either.
      const page = await testApp.begin(maya, 'page.png', 'image/png')
      await testApp.send(page.signedPostUrl, 'image/png', '<html>')
      expect(await attach(page.objectId)).toBe(400)
      await expectNothingStored(page)
    })

    test('a file that was uploaded for others never becomes a verification document, so that no earlier signed URL shows one', async () => {
      const owen = await testApp.seed.pending()
      const give = (key: string) => testApp.call(owen, 'PUT', 'app/user-verification', { documents: [{ key, name: 'Passport' }] })
      for (const permission of [{ isPublic: true }, { isViewableByAnyUser: true }]) {
        const { objectId } = (await testApp.offer(owen, 'image/png', png(), permission)).slot
        const { address } = await testApp.read(maya, objectId)
        expect((await fetch(address)).status).toBe(200)
        expect((await give(objectId)).body).toMatchObject({
          code: 'document_not_private',
          error: 'Please upload this document again: this file was uploaded for others to see.',
        })
      }
      const { objectId } = (await testApp.offer(owen, 'image/png', png())).slot
      expect((await give(objectId)).status).toBe(200)
      expect((await testApp.read(maya, objectId)).status).toBe(404)
    })

    test('an erased person’s files get no signed URL from that moment on', async () => {
      const [password, admin] = ['Larkspur-Terrace-75', await testApp.seed.admin()]
      const leaver = await testApp.seed.investor({ password })
      const keys = []
      for (const permission of [{}, { isPublic: true }, { isViewableByAnyUser: true }])
        keys.push((await testApp.offer(leaver, 'image/png', png(), permission)).slot.objectId)
      const portrait = (await testApp.offer(leaver, 'image/png', png())).slot.objectId
      await testApp.call(leaver, 'POST', 'app/profile', { profileImageKey: portrait })
      const left = await testApp.call(leaver, 'DELETE', `app/user/${leaver._id}`, undefined, { 'x-current-password': password })
      expect(left.status).toBe(204)
      for (const key of [...keys, portrait]) {
        for (const person of [null, maya, admin]) expect([key, (await testApp.read(person, key)).status]).toEqual([key, 404])
      }
    })

    test('an SVG created by the server is stored and readable', async () => {
      const file = { key: 'testApp.svg-2026-01-01T00:00:00.000Z', contentType: 'image/svg+xml' }
      const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
      await testApp.services.files.put(file, drawing)
      await testApp.services.files.put(file, drawing)
      const stored = { content_type: file.contentType, is_seed: true, is_public: true, size: drawing.length, stored_at: new Date() }
      await testApp.db
        .insertInto('files')
        .values({ key: file.key, ...stored })
        .execute()
      const got = await fetch((await testApp.read(null, file.key)).address)
      expect([got.headers.get('content-type'), await got.text()]).toEqual(['image/svg+xml', drawing.toString()])
    })

    test('unattached uploads are deleted after a day, finished or not; others stay', async () => {
      const { files } = testApp.services
      const begun = [await testApp.begin(maya, 'never.png', 'image/png'), await testApp.begin(maya, 'bad.png', 'image/png')]
      await testApp.send(begun[1]?.signedPostUrl ?? '', 'image/png', '<html>')
      const fresh = await testApp.begin(maya, 'fresh.png', 'image/png')
      const finished = (await testApp.offer(maya, 'image/png', png())).slot
      await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: finished.objectId })
      const loose = (await testApp.offer(maya, 'image/png', png(), { isPublic: true })).slot
      const erased = (await testApp.offer(maya, 'image/png', png())).slot
      await testApp.db.updateTable('files').set({ owner_id: null }).where('key', '=', erased.objectId).execute()
      const old = [...begun, finished, loose].map(({ objectId }) => objectId)
      await testApp.db.updateTable('files').set({ created_at: sql<Date>`now() - interval '25 hours'` }).where('key', 'in', old).execute()
      await sql`select graphile_worker.add_job('sweep-files')`.execute(testApp.db)
      await testApp.runJobs()

      const gone = [...begun, erased, loose].map(({ objectId }) => objectId)
      expect(await testApp.db.selectFrom('files').select('key').where('key', 'in', gone).execute()).toEqual([])
      for (const key of gone) expect(await files.arrived({ key, contentType: 'image/png', size: null })).toBeNull()
      expect(
        (await fetch(new URL(await files.signGet({ key: erased.objectId, contentType: 'image/png' }), finished.signedPostUrl))).status,
      ).toBe(404)
      expect((await testApp.send(fresh.signedPostUrl, 'image/png', png())).status).toBe(200)
      for (const slot of [fresh, finished]) expect((await fetch((await testApp.read(maya, slot.objectId)).address)).status).toBe(200)

      // Uploads that were never kept are deleted by age.
      await wait(1_100)
      await files.sweep(new Date())
      for (const slot of [fresh, finished]) {
        expect((await fetch((await testApp.read(maya, slot.objectId)).address)).status).toBe(200)
        expect(await files.arrived({ key: slot.objectId, contentType: 'image/png', size: null })).toBeNull()
      }
    })
  })
}
