import { expect } from 'vitest'
import { createMotionCircle, inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

type State = { link: string | null; since: string | null }

const make = async (testApp: TestApp, person: Person): Promise<string> => {
  const { link } = (await testApp.call(person, 'POST', 'app/calendar')).data<State>()
  return new URL(link ?? '').pathname
}

const unfolded = (text: string) => text.replaceAll('\r\n ', '')

test('shows the closings of one’s circles, without amounts and without motions that one has no vote on', async ({ testApp }) => {
  const { owner, members, made, circle, url } = await createMotionCircle(testApp, [8, 4])
  const [other] = members
  if (!other) throw new Error('no member')
  const listing = {
    address: '418 Alderstone Way',
    city: 'Denver',
    state: 'CO',
    zipCode: '80205',
    price: 845_000,
    listingStatus: 'available',
  }
  const property = (
    await testApp.call(owner, 'POST', 'app/property', { ...listing, url: 'https://listings.example/1', circle: circle._id })
  ).data<{ _id: string }>()
  await testApp.call(owner, 'PUT', `app/property/${property._id}/closing`, { closesAt: inDays(4) })
  const facts = { kind: 'spend', amountCents: 480_077, category: 'repairs', repeats: null, relatedMember: other._id }
  const roof = await made(owner, { title: 'Repair; the roof', facts, payee: 'Weller Roofing LLC' })
  await testApp.call(other, 'POST', `${url}/${roof._id}/claim`, { isSo: true })
  await made(owner, { title: 'Paint the fence' })
  const dropped = await made(owner, { title: 'Dropped' })
  await testApp.call(owner, 'POST', `${url}/${dropped._id}/withdraw`)

  const answer = await testApp.call(null, 'GET', await make(testApp, owner))
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ])
  const text = unfolded(answer.text)
  expect(text.match(/^SUMMARY:.*$/gm)).toEqual([
    'SUMMARY:Vote closes: 418 Alderstone Way',
    'SUMMARY:Vote closes: Repair\\; the roof',
    'SUMMARY:Vote closes: Paint the fence',
  ])
  expect(text.match(/^DTSTART:/gm)).toHaveLength(3)
  expect(text).not.toMatch(/^(DTEND|DURATION)/m)
  expect(text).toContain(`/circle/${circle._id}/motion/`)
  expect(text).not.toMatch(/\$|480077|4,800|845,?000|Weller/)
  expect(unfolded((await testApp.call(null, 'GET', await make(testApp, other))).text)).not.toContain('roof')
  const stranger = await testApp.seed.investor()
  expect((await testApp.call(null, 'GET', await make(testApp, stranger))).text).not.toContain('SUMMARY')
})

test('the address is shown once, ends when it is renewed or revoked, and only its hash is stored', async ({ testApp }) => {
  const person = await testApp.seed.investor()
  expect((await testApp.call(person, 'GET', 'app/calendar')).data()).toEqual({ link: null, since: null })
  const key = { 'idempotency-key': 'calendar-once' }
  const [first, again] = [
    (await testApp.call(person, 'POST', 'app/calendar', undefined, key)).data<State>(),
    (await testApp.call(person, 'POST', 'app/calendar', undefined, key)).data<State>(),
  ]
  expect(again).toEqual(first)
  const path = new URL(first.link ?? '').pathname
  const secret = path.replace(/^.*\/(.*)\.ics$/, '$1')
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect((await testApp.call(person, 'GET', 'app/calendar')).data()).toEqual({ link: null, since: first.since })
  for (const table of ['calendar_feeds', 'idempotency_keys', 'audit_log'] as const) {
    expect(JSON.stringify(await testApp.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
  }
  expect((await testApp.call(null, 'GET', path)).status).toBe(200)
  const renewed = await make(testApp, person)
  expect((await testApp.call(null, 'GET', path)).status).toBe(404)
  expect((await testApp.call(null, 'GET', renewed)).status).toBe(200)
  for (const _ of [1, 2]) expect((await testApp.call(person, 'DELETE', 'app/calendar')).status).toBe(204)
  expect((await testApp.call(null, 'GET', renewed)).status).toBe(404)
  expect((await testApp.call(null, 'GET', '/api/public/calendar/unknown.ics')).status).toBe(404)
})

test('a suspended person’s address answers 404', async ({ testApp }) => {
  const person = await testApp.seed.investor()
  const path = await make(testApp, person)
  await testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person._id).execute()
  expect((await testApp.call(null, 'GET', path)).status).toBe(404)
})

test('reading is limited per address', async () => {
  const testApp = await startTestApp()
  await testApp.db
    .insertInto('rate_counters')
    .values({ name: 'calendar_address', subject: '127.0.0.1', count: 600, window_ends_at: new Date(Date.now() + 60_000) })
    .execute()
  expect((await testApp.call(null, 'GET', 'public/calendar/unknown.ics')).status).toBe(429)
  await testApp.close()
})
