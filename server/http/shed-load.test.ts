import { once } from 'node:events'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { shedLoad } from './shed-load.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** Limits two requests; GET /api/wait is answered once `release` is called. */
async function open(limits = { most: 2, few: 2, patience: 60_000 }) {
  app = fastify()
  shedLoad(app, limits)
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send({}))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  app.post('/api/wait', async () => {
    await released
    return {}
  })
  app.get('/api/quick', async () => ({}))
  app.get('/og/circle.png', async () => ({}))
  app.get('/page', async () => ({}))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { address, release }
}

const statusOf = async (url: string) => (await app.inject({ url })).statusCode

test('an overloaded process refuses further requests at once, still serves the page, and recovers', async () => {
  const { release } = await open()
  const waiting = [1, 2].map(() => app.inject({ method: 'POST', url: '/api/wait', payload: {} }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([await statusOf('/api/quick'), await statusOf('/og/circle.png'), await statusOf('/page')]).toEqual([503, 503, 200])
  release()
  expect((await Promise.all(waiting)).map((answer) => answer.statusCode)).toEqual([200, 200])
  expect(await statusOf('/api/quick')).toBe(200)
})

test('if a request has waited too long, the lower limit applies', async () => {
  const { release } = await open({ most: 10, few: 1, patience: 20 })
  const waiting = app.inject({ method: 'POST', url: '/api/wait', payload: {} })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await statusOf('/api/quick')).toBe(503)
  release()
  await waiting
  expect(await statusOf('/api/quick')).toBe(200)
})

test('requests whose body has not arrived don’t count', async () => {
  const { address, release } = await open()
  release()
  const stuck = Array.from({ length: 5 }, () => connect(Number(new URL(address).port), '127.0.0.1'))
  for (const socket of stuck) {
    await once(socket, 'connect')
    socket.write('POST /api/wait HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await statusOf('/api/quick')).toBe(200)
  for (const socket of stuck) socket.destroy()
})
