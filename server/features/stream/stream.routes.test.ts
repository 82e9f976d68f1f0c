import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { buyArcs, createCircle, openStream, startSecondProcess, writeOldEvent } from '#server/testing/streams.ts'
import { test } from '#server/testing/test-app.ts'

test('a purchase made through one process is received at once through another, only by members', async ({ testApp }) => {
  const [owner, buyer, stranger] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.investor()])
  const circle = await createCircle(testApp, owner)
  const elsewhere = await createCircle(testApp, stranger)
  const { url } = await startSecondProcess(testApp)
  const [members, strangers] = await Promise.all([openStream(url, owner), openStream(url, stranger)])
  expect(await members.next()).toMatchObject({ event: 'ready', data: { circles: [circle._id], isResumed: false } })
  expect(await strangers.next()).toMatchObject({ event: 'ready', data: { circles: [elsewhere._id] } })
  await buyArcs(testApp, buyer, circle)
  expect(await members.next()).toMatchObject({ event: 'funding', data: { circle: circle._id } })
  await buyArcs(testApp, buyer, elsewhere)
  expect(await strangers.next()).toMatchObject({ event: 'funding', data: { circle: elsewhere._id } })
})

test('the page of someone about to join watches the circle; a hidden one only with its invite', async ({ testApp }) => {
  const [owner, visitor, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.investor()])
  const [open, hidden] = [await createCircle(testApp, owner), await createCircle(testApp, owner)]
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const { url } = await startSecondProcess(testApp)
  const query = `?circle=${open._id}&circle=${hidden._id}&circle=nonsense`
  const without = await openStream(url, visitor, query)
  expect((await without.next()).data).toMatchObject({ circles: [open._id] })
  const { token } = (await testApp.call(owner, 'POST', `app/circle/${hidden._id}/invite`)).data<{ token: string }>()
  const invited = await openStream(url, visitor, `${query}&invite=${token}`)
  expect((await invited.next()).data).toMatchObject({ circles: [open._id, hidden._id] })
  await buyArcs(testApp, buyer, open)
  expect(await without.next()).toMatchObject({ event: 'funding', data: { circle: open._id } })
})

test('a new member receives the circle’s events, and a removed one receives the removal and then no more', async ({ testApp }) => {
  const [owner, buyer, other] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.investor()])
  const [circle, own] = [await createCircle(testApp, owner), await createCircle(testApp, buyer)]
  const { url } = await startSecondProcess(testApp)
  const stream = await openStream(url, buyer)
  await stream.next()
  await buyArcs(testApp, buyer, circle)
  await buyArcs(testApp, other, circle)
  for (let received = 0; received < 2; received++) expect((await stream.next()).data).toEqual({ circle: circle._id })
  await testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  expect((await stream.next()).data).toEqual({ circle: circle._id })
  await sleep(200)
  await buyArcs(testApp, other, circle)
  await buyArcs(testApp, other, own)
  expect((await stream.next()).data).toEqual({ circle: own._id })
})

test('a circle created in another window, or assigned to a broker, is watched from then on', async ({ testApp }) => {
  const [owner, broker, admin, buyer] = await Promise.all([
    testApp.seed.investor(),
    testApp.seed.broker(),
    testApp.seed.admin(),
    testApp.seed.investor(),
  ])
  const { url } = await startSecondProcess(testApp)
  const [owners, brokers] = await Promise.all([openStream(url, owner), openStream(url, broker)])
  await Promise.all([owners.next(), brokers.next()])
  const circle = await createCircle(testApp, owner)
  expect(await owners.next()).toMatchObject({ event: 'circle', data: { circle: circle._id } })
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
  expect(await brokers.next()).toMatchObject({ event: 'circle', data: { circle: circle._id } })
  await buyArcs(testApp, buyer, circle)
  expect(await brokers.next()).toMatchObject({ event: 'funding', data: { circle: circle._id } })
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { assignedBrokers: [] })
  expect(await brokers.next()).toMatchObject({ event: 'circle', data: { circle: circle._id } })
})

test('a revoked invite no longer opens the circle to a stream', async ({ testApp }) => {
  const [owner, visitor] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const hidden = await createCircle(testApp, owner)
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const { token } = (await testApp.call(owner, 'POST', `app/circle/${hidden._id}/invite`)).data<{ token: string }>()
  const { url } = await startSecondProcess(testApp)
  const stream = await openStream(url, visitor, `?circle=${hidden._id}&invite=${token}`)
  expect((await stream.next()).data).toMatchObject({ circles: [hidden._id] })
  await testApp.call(owner, 'DELETE', `app/circle/${hidden._id}/invite`)
  await testApp.db.transaction().execute((tx) => publishCircleChange(tx, hidden._id, 'funding'))
  await testApp.db.updateTable('users').set({ is_verified: false }).where('id', '=', visitor._id).execute()
  const received: string[] = []
  while (received.at(-1) !== 'self') received.push((await stream.next()).event)
  // The change itself is still sent, so that the page refetches and is refused; nothing afterwards.
  expect(new Set(received)).toEqual(new Set(['circle', 'self']))
})

test('money, where to pay and offers are told to members only, offers also to people whom they ask', async ({ testApp }) => {
  const [owner, visitor, waiting, broker, admin] = await Promise.all([
    testApp.seed.investor(),
    testApp.seed.investor(),
    testApp.seed.investor(),
    testApp.seed.broker(),
    testApp.seed.admin(),
  ])
  const circle = await createCircle(testApp, owner)
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { exclusiveAssignedBroker: broker._id })
  await testApp.db.insertInto('waiting_list').values({ circle_id: circle._id, user_id: waiting._id }).execute()
  await writeOldEvent(testApp)
  const { url } = await startSecondProcess(testApp)
  const open = (after = '') =>
    Promise.all([owner, waiting, visitor, broker].map((person) => openStream(url, person, `?circle=${circle._id}${after}`)))
  const streams = await open()
  const [ready] = await Promise.all(streams.map((stream) => stream.next()))
  const topics = ['money', 'where_to_pay', 'offers', 'votes'] as const
  await testApp.db.transaction().execute(async (tx) => {
    for (const topic of topics) await publishCircleChange(tx, circle._id, topic)
  })
  const heardUntilVotes = async (stream: (typeof streams)[number]) => {
    const heard: string[] = []
    while (heard.at(-1) !== 'votes') {
      const { event } = await stream.next()
      // What happened before can arrive late.
      if (topics.some((topic) => topic === event)) heard.push(event)
    }
    return heard
  }
  const expected = [['money', 'where_to_pay', 'offers', 'votes'], ['offers', 'votes'], ['votes'], ['votes']]
  expect(await Promise.all(streams.map(heardUntilVotes))).toEqual(expected)
  // A page that comes back is told no more than that either.
  for (const stream of streams) await stream.stop()
  for (const [index, stream] of (await open(`&after=${ready?.id}`)).entries()) {
    const { isResumed } = (await stream.next()).data as { isResumed: boolean }
    if (isResumed) expect(await heardUntilVotes(stream)).toEqual(expected[index])
  }
})
