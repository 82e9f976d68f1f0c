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
  const streams = await Promise.all([openStream(url, owner), openStream(url, admin, `?circle=${circle._id}`)])
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
