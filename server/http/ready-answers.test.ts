import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { authHeaders, test as houseTest } from '#server/testing/test-app.ts'

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A second process on a real port: injected requests bypass the HTTP server's request listener, where ready answers are sent. */
const test = houseTest.extend<{ origin: string }>({
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

const readyCount = async (origin: string) =>
  Number(/^arcstead_ready_answers_total (\d+)$/m.exec((await ask(`${origin}/metrics`)).body.toString())?.[1])

const unlikeTheOthers = ['x-request-id', 'date', 'content-length', 'content-encoding']
const lasting = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !unlikeTheOthers.includes(name)))

test('a ready answer equals the answer of its route', async ({ testApp, origin }) => {
  const owner = await testApp.seed.investor()
  await testApp.call(owner, 'POST', 'app/circle', circleForm())
  const list = `${origin}/api/public/circle`
  // An unknown parameter bypasses the ready answer.
  const own = await ask(`${list}?long-way`)
  await ask(list)
  const before = await readyCount(origin)
  await expect
    .poll(
      async () => {
        const again = await ask(list)
        expect([again.status, again.body.toString()]).toEqual([200, own.body.toString()])
        expect(lasting(again.headers)).toEqual(lasting(own.headers))
        expect(again.headers['content-length']).toBe(own.headers['content-length'])
        expect(again.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
        return readyCount(origin)
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(before)

  const small = await ask(list, { 'accept-encoding': 'br' })
  expect(brotliDecompressSync(small.body).equals(own.body)).toBe(true)
  const known = await ask(list, { 'if-none-match': String(own.headers.etag) })
  expect([known.status, known.body.length, known.headers['cache-control']]).toEqual([304, 0, 'no-cache'])
  expect(known.headers['content-security-policy']).toBe(own.headers['content-security-policy'])
})

test('a ready answer is never older than a write that this process has answered', async ({ testApp, origin }) => {
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

test('there is no ready answer for other paths, other methods or during shutdown', async ({ testApp, origin }) => {
  expect((await ask(`${origin}/api/public/circle/nonsense`)).status).toBe(404)
  expect((await ask(`${origin}/api/public/circle?sort=random`)).status).toBe(400)
  expect((await fetch(`${origin}/api/public/circle`, { method: 'POST' })).status).toBe(401)
  testApp.services.phase.current = 'stopping'
  expect((await ask(`${origin}/api/public/circle`)).status).toBe(503)
  testApp.services.phase.current = 'ready'
  expect((await ask(`${origin}/api/public/circle`)).status).toBe(200)
})
