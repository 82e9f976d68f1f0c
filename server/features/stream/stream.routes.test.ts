import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buildApp } from '#server/app.ts'
import { openLiveFeed } from '#server/shared/live/live-feed.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { followEvents } from '#server/testing/sse.ts'
import { authHeaders, type TestApp, test } from '#server/testing/test-app.ts'

const create = async (testApp: TestApp, owner: Person, criteria = {}) =>
  (await testApp.call(owner, 'POST', 'app/circle', circleForm(criteria))).data<Circle>()
const buy = (testApp: TestApp, buyer: Person, circle: Circle, investmentAmount = 75_000) =>
  testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })

/** A second API process: its own LISTEN connection and streams on the same database. */
async function anotherProcess(testApp: TestApp) {
  const live = await openLiveFeed(testApp.databaseUrl)
  const app = await buildApp({ ...testApp.services, live })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await app.close()
    await live.close()
  }
  onTestFinished(close)
  return { url, close }
}

/** Transactions of other test files on the same PostgreSQL would hold back the resume position. */
const longAgo = (testApp: TestApp) =>
  sql`insert into live_events (xid, user_id, topic) values ('3', gen_random_uuid(), 'circle')`.execute(testApp.db)

async function follow(url: string, person: Person, query = '', headers: Record<string, string> = {}) {
  const stream = await followEvents(`${url}/api/app/stream${query}`, { ...authHeaders(person.token), ...headers })
  onTestFinished(() => stream.stop())
  // Owners and brokers also get notice events, which this file does not test.
  const next = async () => {
    for (;;) {
      const received = await stream.next()
      if (received.event !== 'notices') return received
    }
  }
  return { ...stream, next }
}

test('a purchase made through one process is received at once through another, only by members', async ({ testApp }) => {
  const [owner, buyer, stranger] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.investor()])
  const circle = await create(testApp, owner)
  const elsewhere = await create(testApp, stranger)
  const { url } = await anotherProcess(testApp)
  const [members, strangers] = await Promise.all([follow(url, owner), follow(url, stranger)])
  expect(await members.next()).toMatchObject({ event: 'ready', data: { circles: [circle._id], isResumed: false } })
  expect(await strangers.next()).toMatchObject({ event: 'ready', data: { circles: [elsewhere._id] } })
  await buy(testApp, buyer, circle)
  expect(await members.next()).toMatchObject({ event: 'funding', data: { circle: circle._id } })
  await buy(testApp, buyer, elsewhere)
  expect(await strangers.next()).toMatchObject({ event: 'funding', data: { circle: elsewhere._id } })
})

test('the page of someone about to join follows the circle; a hidden one only with its invite', async ({ testApp }) => {
  const [owner, visitor, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.investor()])
  const [open, hidden] = [await create(testApp, owner), await create(testApp, owner)]
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const { url } = await anotherProcess(testApp)
  const query = `?circle=${open._id}&circle=${hidden._id}&circle=nonsense`
  const without = await follow(url, visitor, query)
  expect((await without.next()).data).toMatchObject({ circles: [open._id] })
  const { token } = (await testApp.call(owner, 'POST', `app/circle/${hidden._id}/invite`)).data<{ token: string }>()
  const invited = await follow(url, visitor, `${query}&invite=${token}`)
  expect((await invited.next()).data).toMatchObject({ circles: [open._id, hidden._id] })
  await buy(testApp, buyer, open)
  expect(await without.next()).toMatchObject({ event: 'funding', data: { circle: open._id } })
})

test('a new member receives the circle’s events, and a removed one receives the removal and then no more', async ({ testApp }) => {
  const [owner, buyer, other] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.investor()])
  const [circle, own] = [await create(testApp, owner), await create(testApp, buyer)]
  const { url } = await anotherProcess(testApp)
  const stream = await follow(url, buyer)
  await stream.next()
  await buy(testApp, buyer, circle)
  await buy(testApp, other, circle)
  for (let received = 0; received < 2; received++) expect((await stream.next()).data).toEqual({ circle: circle._id })
  await testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  expect((await stream.next()).data).toEqual({ circle: circle._id })
  await sleep(200)
  await buy(testApp, other, circle)
  await buy(testApp, other, own)
  expect((await stream.next()).data).toEqual({ circle: own._id })
})

test('a circle created in another window, or assigned to a broker, is followed from then on', async ({ testApp }) => {
  const [owner, broker, admin, buyer] = await Promise.all([
    testApp.seed.investor(),
    testApp.seed.broker(),
    testApp.seed.admin(),
    testApp.seed.investor(),
  ])
  const { url } = await anotherProcess(testApp)
  const [owners, brokers] = await Promise.all([follow(url, owner), follow(url, broker)])
  await Promise.all([owners.next(), brokers.next()])
  const circle = await create(testApp, owner)
  expect(await owners.next()).toMatchObject({ event: 'circle', data: { circle: circle._id } })
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
  expect(await brokers.next()).toMatchObject({ event: 'circle', data: { circle: circle._id } })
  await buy(testApp, buyer, circle)
  expect(await brokers.next()).toMatchObject({ event: 'funding', data: { circle: circle._id } })
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { assignedBrokers: [] })
  expect(await brokers.next()).toMatchObject({ event: 'circle', data: { circle: circle._id } })
})

test('after a reconnect no event is missed, not even one written first and committed last', async ({ testApp }) => {
  const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const [circle, slow] = [await create(testApp, owner), await create(testApp, owner)]
  const { url } = await anotherProcess(testApp)
  await longAgo(testApp)
  const before = await follow(url, owner)
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
  await buy(testApp, buyer, circle)
  const seen = await before.next()
  expect(seen.data).toEqual({ circle: circle._id })
  await before.stop()
  commit()
  await late
  await buy(testApp, buyer, circle)

  for (const headers of [{ 'last-event-id': seen.id }, {}]) {
    const query = 'last-event-id' in headers ? '' : `?after=${seen.id}`
    const after = await follow(url, owner, query, headers as Record<string, string>)
    expect((await after.next()).data).toMatchObject({ isResumed: true })
    const missed: string[] = []
    const timesOf = (event: string, { _id }: Circle) => missed.filter((received) => received === `${event} ${_id}`).length
    while (timesOf('votes', slow) < 1 || timesOf('funding', circle) < 2) {
      const { event, data } = await after.next()
      missed.push(`${event} ${(data as { circle: string }).circle}`)
    }
  }
})

test('an unknown or too old position starts anew and says so', async ({ testApp }) => {
  const { url } = await anotherProcess(testApp)
  for (const after of ['1', '9223372036854775807', 'x', '-1', '%00', '99999999999999999999999']) {
    const stream = await follow(url, await testApp.seed.investor(), `?after=${after}`)
    expect([after, (await stream.next()).data]).toEqual([after, { circles: [], isResumed: false }])
  }
})

test('a stream ends with its session: by logout, by suspension, by ending all sessions', async ({ testApp }) => {
  const { url } = await anotherProcess(testApp)
  const endings = [
    (person: Person) => testApp.call(person, 'POST', 'auth/logout'),
    (person: Person) => testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person._id).execute(),
    (person: Person) => testApp.db.deleteFrom('sessions').where('user_id', '=', person._id).execute(),
  ]
  for (const end of endings) {
    const person = await testApp.seed.investor()
    const other = await follow(url, await testApp.seed.investor())
    const stream = await follow(url, person)
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
  const process = await anotherProcess(testApp)
  const stream = await follow(process.url, await testApp.seed.investor())
  await stream.next()
  await process.close()
  await stream.ended
})

test('a person can have at most twenty streams', async ({ testApp }) => {
  const { url } = await anotherProcess(testApp)
  const person = await testApp.seed.investor()
  // Fewer at a time than a slow machine's load shedding refuses.
  const streams = await Promise.all(Array.from({ length: 45 }, () => follow(url, person)))
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

test('a revoked invite no longer opens the circle to a stream', async ({ testApp }) => {
  const [owner, visitor] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const hidden = await create(testApp, owner)
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const { token } = (await testApp.call(owner, 'POST', `app/circle/${hidden._id}/invite`)).data<{ token: string }>()
  const { url } = await anotherProcess(testApp)
  const stream = await follow(url, visitor, `?circle=${hidden._id}&invite=${token}`)
  expect((await stream.next()).data).toMatchObject({ circles: [hidden._id] })
  await testApp.call(owner, 'DELETE', `app/circle/${hidden._id}/invite`)
  await testApp.db.transaction().execute((tx) => publishCircleChange(tx, hidden._id, 'funding'))
  await testApp.db.updateTable('users').set({ is_verified: false }).where('id', '=', visitor._id).execute()
  const received: string[] = []
  while (received.at(-1) !== 'self') received.push((await stream.next()).event)
  // The change itself is still sent, so that the page refetches and is refused; nothing afterwards.
  expect(new Set(received)).toEqual(new Set(['circle', 'self']))
})

test('when the database connection breaks, streams end, and a page that reconnects misses nothing', async ({ testApp }) => {
  const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const circle = await create(testApp, owner)
  const { url } = await anotherProcess(testApp)
  await longAgo(testApp)
  const before = await follow(url, owner)
  const { id } = await before.next()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'arcstead-live' and datname = current_database()`.execute(
    testApp.db,
  )
  await before.ended
  await buy(testApp, buyer, circle)
  let status = 503
  for (let attempt = 0; attempt < 50 && status === 503; attempt++) {
    const answer = await fetch(`${url}/api/app/stream`, { headers: authHeaders(owner.token) })
    status = answer.status
    await answer.body?.cancel()
    if (status === 503) await sleep(100)
  }
  const after = await follow(url, owner, `?after=${id}`)
  expect((await after.next()).data).toMatchObject({ isResumed: true })
  let received = ''
  while (received !== 'funding') received = (await after.next()).event
  // The test app has lost its connection too; the next tests need it.
  await expect.poll(() => testApp.services.live.isOpen(), { timeout: 30_000 }).toBe(true)
})

test('requires a session, also on the public route', async ({ testApp }) => {
  for (const path of ['app/stream', 'public/stream']) {
    expect((await testApp.call(null, 'GET', path)).status).toBe(401)
    expect((await testApp.call(await testApp.seed.pending(), 'GET', path)).status).toBe(200)
  }
})

test('only pages with a list of circles receive list events, which do not name the circle', async ({ testApp }) => {
  const [owner, visitor, admin] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.admin()])
  const { url } = await anotherProcess(testApp)
  const [grid, elsewhere] = await Promise.all([follow(url, visitor, '?list=true'), follow(url, visitor)])
  await Promise.all([grid.next(), elsewhere.next()])
  const listChanged = async () => expect(await grid.next()).toMatchObject({ event: 'list', data: { circle: null } })

  const circle = await create(testApp, owner)
  await listChanged()
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { title: 'Another name' })
  await listChanged()
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { hideCircle: true })
  await listChanged()
  await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`)
  await listChanged()
  // The first event of the other page is its own.
  await buy(testApp, visitor, await create(testApp, owner))
  expect((await elsewhere.next()).event).not.toBe('list')
})

test('many changes within a moment are sent as few events', async ({ testApp }) => {
  const [owner, visitor] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const { url } = await anotherProcess(testApp)
  const [grid, owners] = await Promise.all([follow(url, visitor, '?list=true'), follow(url, owner)])
  await Promise.all([grid.next(), owners.next()])
  const changes = 30
  await testApp.db.transaction().execute(async (tx) => {
    for (let change = 0; change < changes; change++) await publishCircleChange(tx, owner._id, 'circle', owner._id)
  })
  for (let change = 0; change < changes; change++) await owners.next()
  // The person's own event comes after every earlier list event.
  await testApp.db.updateTable('users').set({ first_name: 'Last' }).where('id', '=', visitor._id).execute()
  const received: string[] = []
  while (received.at(-1) !== 'self') received.push((await grid.next()).event)
  expect(received.filter((event) => event === 'list').length).toBeLessThan(changes / 2)
})

test('a page that reconnects receives a list event if lists changed meanwhile', async ({ testApp }) => {
  const [owner, visitor] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const { url } = await anotherProcess(testApp)
  await longAgo(testApp)
  const before = await follow(url, visitor, '?list=true')
  const { id } = await before.next()
  await before.stop()
  await create(testApp, owner)
  await create(testApp, owner)
  const after = await follow(url, visitor, `?list=true&after=${id}`)
  expect(await after.next()).toMatchObject({ event: 'ready', data: { isResumed: true } })
  expect(await after.next()).toMatchObject({ event: 'list', data: { circle: null } })
})

test('a person’s own pages are told of verification, a new role or name; saving without a change sends nothing', async ({ testApp }) => {
  const [pending, admin] = await Promise.all([testApp.seed.pending(), testApp.seed.admin()])
  const { url } = await anotherProcess(testApp)
  const stream = await follow(url, pending)
  await stream.next()
  await testApp.db.updateTable('users').set({ updated_at: new Date() }).where('id', '=', pending._id).execute()
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: pending._id })
  expect(await stream.next()).toEqual({ event: 'self', id: expect.any(String), data: { circle: null } })
  for (const change of [{ is_verified: false }, { is_broker: true }, { first_name: 'Anne' }]) {
    await testApp.db.updateTable('users').set(change).where('id', '=', pending._id).execute()
    let received = ''
    while (received !== 'self') received = (await stream.next()).event
  }
})

test('members and viewers of a circle are told when a member or a broker is renamed', async ({ testApp }) => {
  const [owner, member, broker, admin] = await Promise.all([
    testApp.seed.investor(),
    testApp.seed.investor(),
    testApp.seed.broker(),
    testApp.seed.admin(),
  ])
  const circle = await create(testApp, owner)
  await buy(testApp, member, circle)
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
  const { url } = await anotherProcess(testApp)
  const streams = await Promise.all([follow(url, owner), follow(url, admin, `?circle=${circle._id}`)])
  for (const stream of streams) await stream.next()
  for (const person of [member, broker]) {
    await testApp.db.updateTable('users').set({ last_name: 'Renamed' }).where('id', '=', person._id).execute()
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'members', data: { circle: circle._id } })
  }
})

test('a broker who is deleted or loses the role disappears at once from the circle’s pages and their own', async ({ testApp }) => {
  const [owner, first, second, admin] = await Promise.all([
    testApp.seed.investor(),
    testApp.seed.broker(),
    testApp.seed.broker(),
    testApp.seed.admin(),
  ])
  const circle = await create(testApp, owner)
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { assignedBrokers: [first._id, second._id] })
  const { url } = await anotherProcess(testApp)
  const [owners, brokers] = await Promise.all([follow(url, owner), follow(url, second)])
  await Promise.all([owners.next(), brokers.next()])
  const received = async (event: string, stream: typeof owners) => {
    for (;;) if ((await stream.next()).event === event) return
  }
  expect((await testApp.call(admin, 'DELETE', `admin/broker/${first._id}`)).status).toBe(204)
  await received('circle', owners)
  await testApp.db.deleteFrom('broker_assignments').where('broker_id', '=', second._id).execute()
  await received('circle', owners)
  await received('circle', brokers)
})

test('a page that refetches the map after an event sees the change, even if another process wrote it', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const { url } = await anotherProcess(testApp)
  const total = async () => {
    const answer = await fetch(`${url}/api/public/circle?view=map&zoom=4`)
    return ((await answer.json()) as { data: { total: number } }).data.total
  }
  const stream = await follow(url, owner)
  await stream.next()
  for (let circles = 0; circles < 3; circles++) {
    const before = await total()
    const made = create(testApp, owner)
    expect((await stream.next()).event).toBe('circle')
    expect(await total()).toBe(before + 1)
    await made
  }
})
