import fastify from 'fastify'
import { expect } from 'vitest'
import { test } from '#server/testing/house.ts'
import { guardEveryRoute } from './authenticate.ts'
import { anyone } from './guards.ts'

test('a server with a route that has no guard does not start', async ({ house }) => {
  const app = fastify()
  guardEveryRoute(app, house.db, house.means.keys)
  app.get('/guarded', { config: { guard: anyone } }, async () => 'in')
  expect(() => app.get('/forgotten', async () => 'in')).toThrow('GET /forgotten has no guard')
})
