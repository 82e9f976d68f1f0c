import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { uploadLimits } from '#domain/files.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type Slot, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'

let testApp: StoreTestApp
let maya: Person
beforeAll(async () => {
  testApp = await startStoreTestApp({})
  maya = await testApp.seed.investor()
})
afterAll(() => testApp.close())

const upload = async (owner: Person) => (await testApp.offer(owner, 'image/png', png())).slot.objectId

describe('uploading to our own disk', () => {
  const drafts = () => readdir(path.join(testApp.services.settings.dataFolder, 'files/incoming'))

  test('works once', async () => {
    const slot = await testApp.begin(maya, 'a.png', 'image/png')
    const statuses = []
    for (const mark of ['1', '2']) statuses.push((await testApp.send(slot.signedPostUrl, 'image/png', png(mark))).status)
    expect(statuses).toEqual([200, 409])
    expect(await drafts()).toEqual([])
  })

  test('of four parallel uploads one succeeds and the others are refused', async () => {
    const slot = await testApp.begin(maya, 'a.png', 'image/png')
    const answers = await Promise.all([1, 2, 3, 4].map(() => testApp.send(slot.signedPostUrl, 'image/png', png('', 200_000))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
    expect(await drafts()).toEqual([])
  })

  /** A PUT over a raw socket, so that the test controls when the body is sent. */
  const open = ({ signedPostUrl }: Slot, length: string) => {
    const { host, hostname, port, pathname, search } = new URL(signedPostUrl)
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: image/png\r\n${length}\r\n\r\n`)
    return socket
  }
  const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const statusOf = async (socket: Socket) => {
    const [head] = (await once(socket, 'data')) as [Buffer]
    return Number(head.toString().split(' ')[1])
  }

  test('a body without a length is measured while it arrives, and refused before it ends', async () => {
    const small = open(await testApp.begin(maya, 'a.png', 'image/png'), 'transfer-encoding: chunked')
    small.write(Buffer.concat([chunk(png()), chunk(Buffer.alloc(3_000_000)), Buffer.from('0\r\n\r\n')]))
    expect(await statusOf(small)).toBe(200)
    small.destroy()

    const slot = await testApp.begin(maya, 'a.png', 'image/png')
    const endless = open(slot, 'transfer-encoding: chunked')
    for (let sent = 0; sent <= uploadLimits.bytes; sent += 1_000_000) endless.write(chunk(png('', 1_000_000)))
    expect(await statusOf(endless)).toBe(413)
    // The rest of the body is drained, and the connection stays usable.
    for (let more = 0; more < 10; more++) endless.write(chunk(Buffer.alloc(1_000_000)))
    endless.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await statusOf(endless)).toBe(200)
    endless.destroy()
    expect((await testApp.read(maya, slot.objectId)).status).toBe(404)
    expect(await drafts()).toEqual([])
  })

  test('an upload that is interrupted leaves nothing behind', async () => {
    const slot = await testApp.begin(maya, 'a.png', 'image/png')
    const socket = open(slot, 'content-length: 5000')
    socket.write(png())
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), { timeout: 20_000 })
    socket.destroy()
    await vi.waitFor(async () => expect(await drafts()).toEqual([]), { timeout: 20_000 })
    expect((await testApp.send(slot.signedPostUrl, 'image/png', png())).status).toBe(200)
  })

  test('an unsigned URL, or one of an unknown file, is refused', async () => {
    const key = 'a.png-2026-01-01T00:00:00.000Z'
    const unknown = await testApp.services.files.signPut({ key, contentType: 'image/png', size: null })
    const { port } = new URL((await testApp.begin(maya, 'a.png', 'image/png')).signedPostUrl)
    expect((await testApp.send(`http://127.0.0.1:${port}${unknown}`, 'image/png', png())).status).toBe(404)
    for (const path of [`/api/files/${key}`, '/api/files/..%2F..%2Fetc%2Fpasswd?type=x&expires=1&signature=x', '/api/files/%00']) {
      expect([path, (await testApp.send(`http://127.0.0.1:${port}${path}`, 'image/png', png())).status]).toEqual([path, 403])
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 403])
    }
  })

  test('a disk that cannot be written is reported as store unavailable, and everything else works', async () => {
    const broken = await startStoreTestApp({})
    const person = await broken.seed.investor()
    const folder = path.join(broken.services.settings.dataFolder, 'files')
    await mkdir(path.dirname(folder))
    await writeFile(folder, 'in the way')
    const slot = await broken.begin(person, 'a.png', 'image/png')
    expect((await broken.send(slot.signedPostUrl, 'image/png', png())).status).toBe(503)
    expect((await broken.call(person, 'GET', 'app/profile')).status).toBe(200)
    await rm(folder)
    expect((await broken.send(slot.signedPostUrl, 'image/png', png())).status).toBe(200)
    await broken.close()
  })
})

describe('reading from our own disk', () => {
  const get = async (key: string, headers: Record<string, string> = {}) => fetch((await testApp.read(maya, key)).address, { headers })

  test('is inert: no sniffing, no scripts, no frames except a PDF in our own page', async () => {
    const picture = await get(await upload(maya))
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/)
    expect(picture.headers.get('x-frame-options')).toBe('DENY')
    const pdf = await get((await testApp.offer(maya, 'application/pdf', '%PDF-1.4\n')).slot.objectId)
    expect(pdf.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'self'$/)
    expect(pdf.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(pdf.headers.get('content-disposition')).toBe('inline; filename="offer.pdf"')
    const text = await get((await testApp.offer(maya, 'text/plain', 'hello')).slot.objectId)
    expect(text.headers.get('content-disposition')).toBe('attachment; filename="offer.txt"')
  })

  test('supports byte ranges and ETags', async () => {
    const key = await upload(maya)
    const { length } = png()
    const whole = await get(key)
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-length')]).toEqual([200, 'bytes', String(length)])
    const tag = whole.headers.get('etag') ?? ''
    expect((await get(key, { 'if-none-match': tag })).status).toBe(304)

    const last = await get(key, { range: 'bytes=-4' })
    expect([last.status, last.headers.get('content-range'), last.headers.get('content-length')]).toEqual([
      206,
      `bytes ${length - 4}-${length - 1}/${length}`,
      '4',
    ])
    expect(Buffer.from(await last.arrayBuffer()).equals(png().subarray(-4))).toBe(true)
    expect((await get(key, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206)
    expect((await get(key, { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
    expect((await get(key, { range: 'bytes=0-1,4-5' })).status).toBe(200)
    const beyond = await get(key, { range: `bytes=${length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${length}`])
  })
})
