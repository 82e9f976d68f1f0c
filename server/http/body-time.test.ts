import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBodyTime } from './body-time.ts'

let app: FastifyInstance
let port: number
let letGo = () => {}
const held = new Promise<void>((resolve) => {
  letGo = resolve
})
beforeAll(async () => {
  app = fastify()
  limitBodyTime(app, 200)
  app.addContentTypeParser('application/octet-stream', async () => undefined)
  app.post('/form', async () => 'taken')
  app.put('/file', { config: { takesFiles: true } }, async (request) => {
    for await (const _ of request.raw);
    return 'taken'
  })
  app.get('/stream', async () => {
    await held
    return 'told'
  })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** Sends a request, with half of its body if `type` is given; `received` is everything received until the connection ends. */
function send(line: string, type?: string): { socket: Socket; received: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const body = type ? `content-type: ${type}\r\ncontent-length: 4\r\n\r\n"a` : '\r\n'
  socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${body}`)
  const received = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  return { socket, received }
}

test('a request whose body does not arrive is ended; uploads and answers may take longer', async () => {
  const [file, stream] = [send('PUT /file', 'application/octet-stream'), send('GET /stream')]
  expect(await send('POST /form', 'application/json').received).toBe('')
  file.socket.write('b"')
  letGo()
  expect(await file.received).toMatch(/taken$/)
  expect(await stream.received).toMatch(/told$/)
})
