import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBodyTime } from './body-time.ts'

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = fastify()
  limitBodyTime(app, 200)
  app.addContentTypeParser('*', async () => undefined)
  app.post('/form', async () => 'taken')
  app.put('/file', { config: { takesFiles: true } }, async (request) => {
    for await (const _ of request.raw);
    return 'taken'
  })
  app.get('/stream', async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return 'told'
  })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** Sends a request whose body stops half-way and goes on after a while; answers what came back before the end. */
const dawdle = (line: string, headers = 'content-type: application/json\r\ncontent-length: 4\r\n') =>
  new Promise<string>((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1')
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`)
    if (headers) socket.write('"a')
    if (headers) setTimeout(() => socket.writable && socket.write('b"'), 600)
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })

test('a body that does not come in ends its request; a file may take its time, and so may an answer', async () => {
  const [form, file, stream] = await Promise.all([dawdle('POST /form'), dawdle('PUT /file'), dawdle('GET /stream', '')])
  expect(form).toBe('')
  expect(file).toMatch(/taken$/)
  expect(stream).toMatch(/told$/)
})
