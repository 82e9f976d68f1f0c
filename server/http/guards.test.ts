import fastify from 'fastify'
import { expect } from 'vitest'
import { test } from '#server/testing/test-app.ts'
import { guardEveryRoute } from './authenticate.ts'
import { anyone } from './guards.ts'

test('a server with a route that has no guard does not start', async ({ testApp }) => {
  const app = fastify()
  guardEveryRoute(app, testApp.db, testApp.services.keys)
  app.get('/guarded', { config: { guard: anyone } }, async () => 'in')
  expect(() => app.get('/forgotten', async () => 'in')).toThrow('GET /forgotten has no guard')
})
