import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test as appTest, authHeaders } from '#server/testing/test-app.ts'

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A second process on the same database, on a real port, so that headers are as they travel. */
const test = appTest.extend<{ origin: string }>({
  origin: [
    async ({ testApp }, use) => {
      const app = await buildApp(testApp.services)
      await app.listen({ host: '127.0.0.1', port: 0 })
      await use(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
      await app.close()
    },
    { scope: 'file' },
  ],
})

const ask = (url: string, headers: Record<string, string> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }))
    }).on('error', reject)
  })

const unlikeTheOthers = ['x-request-id', 'date', 'content-length', 'content-encoding']
const lasting = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !unlikeTheOthers.includes(name)))

test('the list of circles is sent in the encoding that is asked for, and not again to those who have it', async ({ testApp, origin }) => {
  const owner = await testApp.seed.investor()
  await testApp.call(owner, 'POST', 'app/circle', circleForm())
  const list = `${origin}/api/public/circle`
  const plain = await ask(list)
  const again = await ask(list)
  expect([again.status, again.body.toString()]).toEqual([200, plain.body.toString()])
  expect(lasting(again.headers)).toEqual(lasting(plain.headers))

  const compressed = await ask(list, { 'accept-encoding': 'br' })
  expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true)
  const known = await ask(list, { 'if-none-match': String(plain.headers.etag) })
  expect([known.status, known.body.length, known.headers['cache-control']]).toEqual([304, 0, 'no-cache'])
  expect(known.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
})

test('the list is never older than a write that this process has answered', async ({ testApp, origin }) => {
  const owner = await testApp.seed.investor()
  for (let round = 0; round < 10; round++) {
    const title = `Round ${round}`
    const made = await fetch(`${origin}/api/app/circle`, {
      method: 'POST',
      headers: { ...authHeaders(owner.token), 'content-type': 'application/json' },
      body: JSON.stringify(circleForm({}, { title })),
    })
    expect(made.status).toBe(200)
    const { data } = JSON.parse((await ask(`${origin}/api/public/circle`)).body.toString()) as { data: Circle[] }
    expect(data.map((circle) => circle.title)).toContain(title)
  }
})

test('other paths, other methods and a server that stops are answered as everywhere', async ({ testApp, origin }) => {
  expect((await ask(`${origin}/api/public/circle/nonsense`)).status).toBe(404)
  expect((await ask(`${origin}/api/public/circle?sort=random`)).status).toBe(400)
  expect((await fetch(`${origin}/api/public/circle`, { method: 'POST' })).status).toBe(401)
  testApp.services.phase.current = 'stopping'
  expect((await ask(`${origin}/api/public/circle`)).status).toBe(503)
  testApp.services.phase.current = 'ready'
  expect((await ask(`${origin}/api/public/circle`)).status).toBe(200)
})
