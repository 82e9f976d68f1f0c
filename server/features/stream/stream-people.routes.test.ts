import { expect } from 'vitest'
import { buyArcs, createCircle, openStream, startSecondProcess } from '#server/testing/streams.ts'
import { test } from '#server/testing/test-app.ts'

test('a person’s own pages are told of verification, a new role or name; saving without a change sends nothing', async ({ testApp }) => {
  const [pending, admin] = await Promise.all([testApp.seed.pending(), testApp.seed.admin()])
  const { url } = await startSecondProcess(testApp)
  const stream = await openStream(url, pending)
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
  const circle = await createCircle(testApp, owner)
  await buyArcs(testApp, member, circle)
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
  const { url } = await startSecondProcess(testApp)
  const streams = await Promise.all([openStream(url, owner), openStream(url, await testApp.seed.investor(), `?circle=${circle._id}`)])
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
  const circle = await createCircle(testApp, owner)
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { assignedBrokers: [first._id, second._id] })
  const { url } = await startSecondProcess(testApp)
  const [owners, brokers] = await Promise.all([openStream(url, owner), openStream(url, second)])
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

test('administrators are told of registrations, requests, answers, failed mails and crash reports; others are not', async ({ testApp }) => {
  const [admin, investor] = [await testApp.seed.admin(), await testApp.seed.investor()]
  const { url } = await startSecondProcess(testApp)
  const [admins, others] = [await openStream(url, admin), await openStream(url, investor)]
  await Promise.all([admins.next(), others.next()])
  const isTold = async () => expect(await admins.next()).toMatchObject({ event: 'oversight', data: { circle: null } })

  const someone = await testApp.seed.person()
  await isTold()
  await testApp.db.updateTable('users').set({ verification_requested: true }).where('id', '=', someone._id).execute()
  await isTold()
  await testApp.call(someone, 'PUT', 'app/user-verification', { note: 'Hello.' })
  await isTold()
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: someone._id, notifyOnly: true })
  await testApp.db.updateTable('mails').set({ status: 'failed' }).where('user_id', '=', someone._id).execute()
  await isTold()
  await testApp.call(null, 'POST', 'log/crash-report', { id: 'new', error: { message: 'It broke' }, data: {} })
  await isTold()

  // The first event of someone else is their own.
  await testApp.db.updateTable('users').set({ first_name: 'Last' }).where('id', '=', investor._id).execute()
  expect((await others.next()).event).toBe('self')
})

test('someone who is no longer an administrator hears of nothing more', async ({ testApp }) => {
  const [admin, former] = [await testApp.seed.admin(), await testApp.seed.admin()]
  const { url } = await startSecondProcess(testApp)
  const stream = await openStream(url, former)
  await stream.next()
  await testApp.call(admin, 'PUT', `admin/user/${former._id}`, { permissions: { isAdmin: false } })
  let received = ''
  while (received !== 'self') received = (await stream.next()).event
  await testApp.seed.person()
  await testApp.db.updateTable('users').set({ first_name: 'Last' }).where('id', '=', former._id).execute()
  received = (await stream.next()).event
  // What was sent before the right was withdrawn may come late, once.
  if (received === 'oversight') received = (await stream.next()).event
  expect(received).toBe('self')
})

test('an administrator who comes back hears what was missed', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const { url } = await startSecondProcess(testApp)
  const before = await openStream(url, admin)
  await before.next()
  await testApp.seed.person()
  const { id } = await before.next()
  await before.stop()
  await testApp.seed.person()
  const after = await openStream(url, admin, `?after=${id}`)
  const ready = await after.next()
  if ((ready.data as { isResumed: boolean }).isResumed) expect((await after.next()).event).toBe('oversight')
})
