import { sql } from 'kysely'
import { expect } from 'vitest'
import type { DeskEntry } from '#contract/brokers.ts'
import type { Post } from '#contract/posts.ts'
import type { Property } from '#contract/properties.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, passClosingDate, setClosingDate } from '#server/testing/voting-circle.ts'

const readDesk = async (testApp: TestApp, broker: Person) => (await testApp.call(broker, 'GET', 'app/broker-desk')).data<DeskEntry[]>()
const readWaits = async (testApp: TestApp, broker: Person) => (await readDesk(testApp, broker)).flatMap(({ waits }) => waits)
const write = async (testApp: TestApp, person: Person, property: Property, text: string) =>
  (await testApp.call(person, 'POST', `app/property/${property._id}/thread`, { text })).data<Post>()

test('questions wait for the circle’s brokers until one of them answers, or until they were seen', async ({ testApp }) => {
  const { owner, members, broker, circle, property } = await createVotingCircle(testApp, 1)
  const colleague = await testApp.seed.broker()
  await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: colleague._id }).execute()
  expect(await readDesk(testApp, broker)).toMatchObject([{ circle: { _id: circle._id, stage: 'gathering' }, waits: [] }])

  await write(testApp, owner, property, 'How old is the roof?')
  const second = await write(testApp, members[0] as Person, property, 'And the water heater?')
  const asked = {
    kind: 'question',
    name: '418 Alderstone Way',
    path: `/broker/circle/${circle._id}/property/${property._id}`,
    count: 2,
    since: second.createdAt,
    dueAt: null,
  }
  for (const person of [broker, colleague]) expect(await readWaits(testApp, person)).toEqual([asked])

  await testApp.call(broker, 'PUT', `app/property/${property._id}/thread/visit`, { lastPost: second._id })
  expect(await readWaits(testApp, broker)).toEqual([])
  expect(await readWaits(testApp, colleague)).toEqual([asked])

  const answer = await write(testApp, broker, property, 'Both are of 2019.')
  expect(await readWaits(testApp, colleague)).toEqual([])
  // A deleted answer is none, and a deleted question needs none.
  await testApp.call(broker, 'DELETE', `app/property/${property._id}/thread/${answer._id}`)
  expect(await readWaits(testApp, colleague)).toEqual([asked])
  await testApp.call(members[0] as Person, 'DELETE', `app/property/${property._id}/thread/${second._id}`)
  expect(await readWaits(testApp, colleague)).toMatchObject([{ count: 1 }])
})

test('an open vote with a date waits until it closes; one that passed waits until the property is under contract', async ({ testApp }) => {
  const { owner, members, broker, property, vote } = await createVotingCircle(testApp, 1)
  expect(await readWaits(testApp, broker)).toEqual([])
  const closesAt = inOneDay()
  await setClosingDate(testApp, owner, property, closesAt)
  const [waiting] = await readWaits(testApp, broker)
  expect(waiting).toMatchObject({ kind: 'closing', name: '418 Alderstone Way', dueAt: closesAt, count: 1 })
  expect(Date.parse(waiting?.since ?? '')).toBeLessThanOrEqual(Date.now())

  for (const person of [owner, ...members]) await vote(person, 'invest')
  await passClosingDate(testApp, property._id)
  expect(await readWaits(testApp, broker)).toMatchObject([{ kind: 'passed', dueAt: null }])
  await testApp.call(broker, 'PUT', `app/property/${property._id}`, { listingStatus: 'under_offer' })
  expect(await readWaits(testApp, broker)).toMatchObject([{ kind: 'passed' }])
  await testApp.call(broker, 'PUT', `app/property/${property._id}`, { listingStatus: 'under_contract' })
  expect(await readWaits(testApp, broker)).toEqual([])
})

test('the desk shows a broker’s own circles only; ended ones stay and nothing waits in them', async ({ testApp }) => {
  const mine = await createVotingCircle(testApp, 0)
  const other = await createVotingCircle(testApp, 0)
  await write(testApp, other.owner, other.property, 'How old is the roof?')
  await write(testApp, mine.owner, mine.property, 'How old is the roof?')
  const desk = await readDesk(testApp, mine.broker)
  expect(desk.map(({ circle }) => circle._id)).toEqual([mine.circle._id])
  expect(JSON.stringify(desk)).not.toContain('@')
  expect(await readWaits(testApp, mine.broker)).toHaveLength(1)
  for (const person of [mine.owner, await testApp.seed.admin()]) {
    expect((await testApp.call(person, 'GET', 'app/broker-desk')).status).toBe(403)
  }

  await testApp.db.updateTable('circles').set({ ended_at: new Date(), hide_circle: true }).where('id', '=', mine.circle._id).execute()
  expect(await readDesk(testApp, mine.broker)).toMatchObject([{ circle: { stage: 'ended' }, waits: [] }])
})

test('the one that waits is found among two hundred circles', async ({ testApp }) => {
  const { owner, broker, circle, property } = await createVotingCircle(testApp, 0)
  await write(testApp, owner, property, 'How old is the roof?')
  await sql`
    with made as (
      insert into circles (id, title, description, city, created_by)
      select gen_random_uuid(), 'Circle ' || number, 'One of many', 'Denver', ${owner._id} from generate_series(1, 199) as number
      returning id)
    insert into broker_assignments (circle_id, broker_id) select id, ${broker._id} from made`.execute(testApp.db)
  const desk = await readDesk(testApp, broker)
  expect(desk).toHaveLength(200)
  expect(desk.filter(({ waits }) => waits.length > 0).map((entry) => entry.circle._id)).toEqual([circle._id])
})
