import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeIdleConnections } from './graceful-shutdown.ts'

test('shutdown finishes running requests and does not wait for idle connections', { timeout: 20_000 }, async () => {
  const app = fastify({ keepAliveTimeout: 72_000, forceCloseConnections: 'idle' })
  closeIdleConnections(app)
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/quick', async () => 'quick')
  app.get('/slow', async () => {
    isAsked()
    await held
    return 'slow'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const silent = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(silent, 'connect')
  await (await fetch(`${url}/quick`)).text()
  const slow = fetch(`${url}/slow`)
  await asked

  const closed = app.close()
  await once(silent, 'close')
  answer()
  expect(await (await slow).text()).toBe('slow')
  await closed
})
