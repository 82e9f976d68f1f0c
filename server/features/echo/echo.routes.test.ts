import { expect } from 'vitest'
import { test } from '#server/testing/test-app.ts'

test('the echo returns what was sent, the time and the version', async ({ testApp }) => {
  const asked = await testApp.call(null, 'GET', 'public/echo?a=1&b=two')
  expect(asked.data()).toEqual({ sent: { a: '1', b: 'two' }, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), version: 'test' })
  const sent = { a: [1, { b: null }], 'ü/\u2028': true, nothing: '' }
  expect((await testApp.call(null, 'POST', 'public/echo', sent)).data()).toMatchObject({ sent })
})

test('it returns null if nothing was sent', async ({ testApp }) => {
  expect((await testApp.call(null, 'POST', 'public/echo')).data()).toMatchObject({ sent: null })
  expect((await testApp.call(null, 'GET', 'public/echo')).data()).toMatchObject({ sent: {} })
})

test('the app route requires a session', async ({ testApp }) => {
  expect((await testApp.call(null, 'GET', 'app/echo')).status).toBe(401)
  expect((await testApp.call(await testApp.seed.person(), 'POST', 'app/echo', [1])).data()).toMatchObject({ sent: [1] })
})

test('a body that is too large or too deeply nested is refused', async ({ testApp }) => {
  expect((await testApp.call(null, 'POST', 'public/echo', ['x'.repeat(65_536)])).status).toBe(413)
  const deep = { method: 'POST', url: '/api/public/echo', headers: { 'content-type': 'application/json' } } as const
  for (const depth of [10, 30_000]) {
    const answer = await testApp.app.inject({ ...deep, payload: '['.repeat(depth) + ']'.repeat(depth) })
    expect([200, 400]).toContain(answer.statusCode)
  }
})
