import { expect } from 'vitest'
import type { Person } from '#server/testing/seed.ts'
import { openStream, startSecondProcess } from '#server/testing/streams.ts'
import { authHeaders, test } from '#server/testing/test-app.ts'

test('a stream ends with its session: by logout, by suspension, by ending all sessions', async ({ testApp }) => {
  const { url } = await startSecondProcess(testApp)
  const endings = [
    (person: Person) => testApp.call(person, 'POST', 'auth/logout'),
    (person: Person) => testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person._id).execute(),
    (person: Person) => testApp.db.deleteFrom('sessions').where('user_id', '=', person._id).execute(),
  ]
  for (const end of endings) {
    const person = await testApp.seed.investor()
    const other = await openStream(url, await testApp.seed.investor())
    const stream = await openStream(url, person)
    await Promise.all([stream.next(), other.next()])
    await end(person)
    await stream.ended
    expect(other.isEnded()).toBe(false)
    const again = await fetch(`${url}/api/app/stream`, { headers: authHeaders(person.token) })
    expect(again.status).toBe(401)
    await again.body?.cancel()
  }
})

test('a stopping process ends its streams and stops', async ({ testApp }) => {
  const process = await startSecondProcess(testApp)
  const stream = await openStream(process.url, await testApp.seed.investor())
  await stream.next()
  await process.close()
  await stream.ended
})

test('a person can have at most twenty streams', async ({ testApp }) => {
  const { url } = await startSecondProcess(testApp)
  const person = await testApp.seed.investor()
  // Fewer at a time than a slow machine's load shedding refuses.
  const streams = await Promise.all(Array.from({ length: 45 }, () => openStream(url, person)))
  let ended = 0
  await new Promise<void>((resolve) => {
    for (const stream of streams) void stream.ended.then(() => ++ended === 25 && resolve())
  })
  // The others receive events: none of them was ended by mistake.
  const open = streams.filter((stream) => !stream.isEnded())
  expect(open).toHaveLength(20)
  for (const stream of open) expect((await stream.next()).event).toBe('ready')
  await testApp.db.updateTable('users').set({ is_verified: false }).where('id', '=', person._id).execute()
  for (const stream of open) expect((await stream.next()).event).toBe('self')
})

test('requires a session, also on the public route', async ({ testApp }) => {
  for (const path of ['app/stream', 'public/stream']) {
    expect((await testApp.call(null, 'GET', path)).status).toBe(401)
    expect((await testApp.call(await testApp.seed.pending(), 'GET', path)).status).toBe(200)
  }
})
