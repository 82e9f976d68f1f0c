import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buyArcs, createCircle, openStream, startSecondProcess, writeOldEvent } from '#server/testing/streams.ts'
import { authHeaders, test } from '#server/testing/test-app.ts'

test('after a reconnect no event is missed, not even one written first and committed last', async ({ testApp }) => {
  const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const [circle, slow] = [await createCircle(testApp, owner), await createCircle(testApp, owner)]
  const { url } = await startSecondProcess(testApp)
  await writeOldEvent(testApp)
  const before = await openStream(url, owner)
  await before.next()

  // Written before the purchase that the page sees, committed while the page is disconnected.
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const late = testApp.db.transaction().execute(async (tx) => {
    await tx.insertInto('live_events').values({ circle_id: slow._id, topic: 'votes' }).execute()
    written()
    await held
  })
  await isWritten
  await buyArcs(testApp, buyer, circle)
  const seen = await before.next()
  expect(seen.data).toEqual({ circle: circle._id })
  await before.stop()
  commit()
  await late
  await buyArcs(testApp, buyer, circle)

  for (const headers of [{ 'last-event-id': seen.id }, {}]) {
    const query = 'last-event-id' in headers ? '' : `?after=${seen.id}`
    const after = await openStream(url, owner, query, headers as Record<string, string>)
    expect((await after.next()).data).toMatchObject({ isResumed: true })
    const missed: string[] = []
    const timesOf = (event: string, { _id }: Circle) => missed.filter((received) => received === `${event} ${_id}`).length
    while (timesOf('votes', slow) < 1 || timesOf('funding', circle) < 2) {
      const { event, data } = await after.next()
      missed.push(`${event} ${(data as { circle: string }).circle}`)
    }
  }
})

test('an unknown or too old position starts over and says so', async ({ testApp }) => {
  const { url } = await startSecondProcess(testApp)
  for (const after of ['1', '9223372036854775807', 'x', '-1', '%00', '99999999999999999999999']) {
    const stream = await openStream(url, await testApp.seed.investor(), `?after=${after}`)
    expect([after, (await stream.next()).data]).toEqual([after, { circles: [], isResumed: false }])
  }
})

test('when the database connection breaks, streams end, and a page that reconnects misses nothing', async ({ testApp }) => {
  const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const circle = await createCircle(testApp, owner)
  const { url } = await startSecondProcess(testApp)
  await writeOldEvent(testApp)
  const before = await openStream(url, owner)
  const { id } = await before.next()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'arcstead-live' and datname = current_database()`.execute(
    testApp.db,
  )
  await before.ended
  await buyArcs(testApp, buyer, circle)
  let status = 503
  for (let attempt = 0; attempt < 50 && status === 503; attempt++) {
    const answer = await fetch(`${url}/api/app/stream`, { headers: authHeaders(owner.token) })
    status = answer.status
    await answer.body?.cancel()
    if (status === 503) await sleep(100)
  }
  const after = await openStream(url, owner, `?after=${id}`)
  expect((await after.next()).data).toMatchObject({ isResumed: true })
  let received = ''
  while (received !== 'funding') received = (await after.next()).event
  // The test app has lost its connection too; the next tests need it.
  await expect.poll(() => testApp.services.live.isOpen(), { timeout: 30_000 }).toBe(true)
})

test('a page that reconnects receives a list event if lists changed meanwhile', async ({ testApp }) => {
  const [owner, visitor] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const { url } = await startSecondProcess(testApp)
  await writeOldEvent(testApp)
  const before = await openStream(url, visitor, '?list=true')
  const { id } = await before.next()
  await before.stop()
  await createCircle(testApp, owner)
  await createCircle(testApp, owner)
  const after = await openStream(url, visitor, `?list=true&after=${id}`)
  expect(await after.next()).toMatchObject({ event: 'ready', data: { isResumed: true } })
  expect(await after.next()).toMatchObject({ event: 'list', data: { circle: null } })
})
