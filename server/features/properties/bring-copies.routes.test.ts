import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { mostCopies, noCircleChosen, tooManyCopies } from '#domain/property-form.ts'
import { newId } from '#server/db/ids.ts'
import { sweepFiles } from '#server/features/files/sweep-files.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'
import { listing } from '#server/testing/voting-circle.ts'

let testApp: StoreTestApp
beforeAll(async () => {
  testApp = await startStoreTestApp({})
})
afterAll(() => testApp.close())

type Served = { readonly circle: Circle; readonly owner: Person; readonly member: Person }

async function serveCircle(broker: Person, title: string): Promise<Served> {
  const [owner, member] = [await testApp.seed.investor(), await testApp.seed.investor()]
  const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title }))).data<Circle>()
  await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
  await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
  return { circle, owner, member }
}

async function serveTwo() {
  const broker = await testApp.seed.broker()
  return { broker, first: await serveCircle(broker, 'Larkspur Terrace'), second: await serveCircle(broker, 'Prospect Row') }
}

const bring = (person: Person, circles: readonly unknown[], more: object = {}, headers: Record<string, string> = {}) =>
  testApp.call(person, 'POST', 'app/property-copies', { ...listing, ...more, circles }, headers)
const readProperties = async ({ circle, member }: Served) =>
  (await testApp.call(member, 'GET', `app/property/${circle._id}`)).data<Property[]>()
const upload = async (owner: Person) => (await testApp.offer(owner, 'image/png', png())).slot.objectId
const canRead = async (person: Person, key: string) => (await testApp.read(person, key)).status === 200
const countProperties = async () =>
  Number(
    (
      await testApp.db
        .selectFrom('properties')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('a broker brings a property to two circles: each gets its own copy with the pictures and a notice, and votes by itself', async () => {
  const { broker, first, second } = await serveTwo()
  const key = await upload(broker)
  const closesAt = new Date(Date.now() + 26 * 3_600_000).toISOString()
  const answer = await bring(broker, [first.circle._id, second.circle._id], { pictures: [{ imageUri: key }], closesAt })
  const copies = answer.data<Property[]>()
  expect(copies.map(({ circle, uploadedBy }) => [circle.title, uploadedBy._id])).toEqual([
    ['Larkspur Terrace', broker._id],
    ['Prospect Row', broker._id],
  ])
  expect(copies[0]?._id).not.toBe(copies[1]?._id)
  for (const served of [first, second]) {
    const [copy] = await readProperties(served)
    expect(copy).toMatchObject({ ...listing, pictures: [{ imageUri: key }], deciding: { closesAt } })
    expect(await canRead(served.member, key)).toBe(true)
    const notices = (await testApp.call(served.member, 'GET', 'app/notice')).data<{ items: { kind: string }[] }>().items
    expect(notices.map(({ kind }) => kind)).toContain('new_property')
  }
  const [mine] = await readProperties(first)
  expect((await testApp.call(first.member, 'PUT', `app/property-preference/${mine?._id}`, { preference: 'invest' })).status).toBe(200)
  expect((await testApp.call(second.member, 'PUT', `app/property-preference/${mine?._id}`, { preference: 'veto' })).status).toBe(404)
  expect((await readProperties(first))[0]?.tally.invest).toBe(1)
  expect((await readProperties(second))[0]?.tally.total).toBe(0)
})

test('one circle that refuses refuses all, and is named; a hidden one is not', async () => {
  const { broker, first, second } = await serveTwo()
  const foreign = await serveCircle(await testApp.seed.broker(), 'Somebody else’s House')
  const before = await countProperties()
  const refused = async (circle: string) => {
    const { status, body } = await bring(broker, [first.circle._id, circle])
    expect(await countProperties()).toBe(before)
    return [status, body.error, body.fields]
  }
  const notBroker = 'Somebody else’s House: You are not a broker of this circle.'
  expect(await refused(foreign.circle._id)).toEqual([403, notBroker, [{ field: 'circles.1', message: notBroker }]])
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', foreign.circle._id).execute()
  for (const circle of [foreign.circle._id, newId(), 'nothing']) {
    const [status, error] = await refused(circle)
    expect([status, error]).toEqual([404, 'The requested investment circle could not be found.'])
  }
  await testApp.db.updateTable('circles').set({ ended_at: new Date(), hide_circle: true }).where('id', '=', second.circle._id).execute()
  expect((await refused(second.circle._id)).slice(0, 2)).toEqual([
    409,
    'Prospect Row: This circle has ended. Its record stays for its members.',
  ])
})

test('input that is wrong is refused with a sentence, and people who are no brokers may not', async () => {
  const { broker, first } = await serveTwo()
  const before = await countProperties()
  const fieldsOf = async (circles: readonly unknown[], more?: object) => {
    const { status, body } = await bring(broker, circles, more)
    return [status, body.fields]
  }
  expect(await fieldsOf([])).toEqual([400, [{ field: 'circles', message: noCircleChosen }]])
  expect(await fieldsOf(Array.from({ length: mostCopies + 1 }, newId))).toEqual([400, [{ field: 'circles', message: tooManyCopies }]])
  expect((await fieldsOf([first.circle._id], { address: undefined }))[0]).toBe(400)
  expect((await fieldsOf([first.circle._id], { pictures: [{ imageUri: await upload(first.owner) }] }))[0]).toBe(400)
  expect((await bring(broker, [first.circle._id], { uploadedBy: first.owner._id })).status).toBe(403)
  for (const person of [first.owner, first.member, await testApp.seed.admin()]) {
    expect((await bring(person, [first.circle._id])).status).toBe(403)
  }
  expect(await countProperties()).toBe(before)
  expect((await bring(broker, [first.circle._id, first.circle._id.toUpperCase()])).data<Property[]>()).toHaveLength(1)
})

test('a repeat with the same key brings nothing again; two brokers who choose the same circles in another order do not wait for each other', async () => {
  const { broker, first, second } = await serveTwo()
  const key = { 'idempotency-key': 'bring-once' }
  const circles = [first.circle._id, second.circle._id]
  const ids = async (headers: Record<string, string>) =>
    (await bring(broker, circles, {}, headers)).data<Property[]>().map(({ _id }) => _id)
  expect(await ids(key)).toEqual(await ids(key))
  expect(await readProperties(first)).toHaveLength(1)

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => bring(broker, index % 2 ? circles : circles.toReversed(), { address: `${index} Elm` })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  for (const served of [first, second]) expect(await readProperties(served)).toHaveLength(7)
})

test('pictures stay with the other copy when one copy is deleted or loses them', async () => {
  const { broker, first, second } = await serveTwo()
  const admin = await testApp.seed.admin()
  const key = await upload(broker)
  const more = { pictures: [{ imageUri: key }] }
  const circles = [first.circle._id, second.circle._id]
  const [deleted] = (await bring(broker, circles, more)).data<Property[]>()
  expect((await testApp.call(admin, 'DELETE', `admin/property/${deleted?._id}`)).status).toBe(204)
  const [left] = await readProperties(second)
  const other = await upload(broker)
  const [changed] = (await bring(broker, [first.circle._id], { pictures: [{ imageUri: key }, { imageUri: other }] })).data<Property[]>()
  expect((await testApp.call(broker, 'PUT', `app/property/${changed?._id}`, { pictures: [] })).status).toBe(200)
  await sweepFiles(testApp.db, testApp.services.files)
  expect(left?.pictures).toEqual([{ imageUri: key }])
  expect(await canRead(second.member, key)).toBe(true)
  expect(await canRead(first.member, key)).toBe(false)
  expect(await canRead(broker, other)).toBe(false)
  // The broker still owns it, so that it can be given to a further copy.
  expect((await bring(broker, [first.circle._id], more)).status).toBe(200)
})
