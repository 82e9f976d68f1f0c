import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { newId } from '#server/db/ids.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createVotingCircle } from '#server/testing/voting-circle.ts'
import { valid } from './generate.ts'
import { type Operation, operationsOf, pathWith, writesOf } from './operations.ts'
import { seededRandom } from './seeded-random.ts'
import { chosenId, spellings, spelt } from './spellings.ts'
import { seedPeople } from './test-people.ts'

let testApp: TestApp
let operations: Operation[]

beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' })
  operations = await operationsOf(testApp)
})
afterAll(() => testApp.close())

/** Everything that gives someone rights, as stored now. Not the price of a property: who may edit it may set that, under its own name. */
async function powers(): Promise<unknown> {
  const { rows } = await sql<{ held: unknown }>`select json_build_object(
    'people', (select json_agg(json_build_array(id, is_admin, is_broker, is_verified, status, email, verified_by, deleted_at) order by id) from users),
    'owners', (select json_agg(json_build_array(circle_id, user_id) order by circle_id) from memberships where is_owner and ended_at is null),
    'circles', (select json_agg(json_build_array(id, created_by, total_target_size, minimum_share_size, owner_investment_amount, deleted_at) order by id) from circles),
    'properties', (select json_agg(json_build_array(id, circle_id, uploaded_by, deleted_at) order by id) from properties),
    'money', (select json_agg(json_build_array(id, user_id, circle_id, amount) order by id) from ledger),
    'prices', (select json_agg(json_build_array(circle_id, number, price) order by circle_id, number) from arcs)
  ) as held`.execute(testApp.db)
  return rows[0]?.held
}

const wholeDatabase = async (): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    testApp.db,
  )
  const dumps = rows.map(({ name }) =>
    sql<{ text: string }>`select coalesce(string_agg(t::text, E'\n' order by t::text), '') as text from ${sql.table(name)} t`.execute(
      testApp.db,
    ),
  )
  return (await Promise.all(dumps)).map((dump) => dump.rows[0]?.text).join('\n')
}

/** Fields that the sender may set: a purchase and a price are legitimate. */
const ownToGive = new Set([
  'investmentCriteria',
  'investmentAmount',
  'price',
  'title',
  'circle',
  'currentPassword',
  'password',
  'hideCircle',
])

test(`B4: ${spellings.length} spellings of power × every write, as member, owner, broker and unverified: no flag, role, owner, amount or id changes`, async () => {
  const writes = writesOf(operations).filter(({ method }) => method !== 'DELETE')
  const random = seededRandom(4)
  let sent = 0
  let taken = 0
  for (const operation of writes) {
    const { people, known, votingCircle } = await seedPeople(testApp)
    const before = await powers()
    for (const [index, spelling] of spellings.entries())
      for (const role of ['member', 'owner', 'broker', 'unverified'] as const) {
        const person = people[role] as Person
        const own = (name: string) => (/user|broker|createdBy|uploadedBy|^_id$/i.test(name) ? [person._id] : known(name))
        const form = operation.body ? valid(operation.body, '', random, own) : {}
        const rest = Object.entries(form && typeof form === 'object' ? form : {}).filter(([name]) => !ownToGive.has(name))
        const path = pathWith(operation.path, (name) => {
          if (/user|broker/i.test(name)) return person._id
          if (/propert/.test(operation.path) && name === 'id') return votingCircle.property._id
          return encodeURIComponent(own(name)[0] ?? newId())
        })
        const body = spelt(Object.fromEntries(rest), spelling, index % 2 === 0)
        const answer = await testApp.call(person, operation.method, path, body, { 'content-type': 'application/json' })
        expect([operation.name, spelling, answer.status < 500]).toEqual([operation.name, spelling, true])
        sent++
        if (answer.status === 200) taken++
      }
    expect([operation.name, await powers()]).toEqual([operation.name, before])
  }
  expect(await wholeDatabase()).not.toContain(chosenId)
  console.log(`B4 ${writes.length} writes × ${spellings.length} spellings × 4 people: ${sent} requests, ${taken} taken, nothing gained`)
})

test(`B4: ${spellings.length} spellings with whole forms: register, create a circle, buy, add a property give just what they say`, async () => {
  for (const [index, spelling] of spellings.entries()) {
    const send = (person: Person | null, path: string, form: object) =>
      testApp.call(person, 'POST', path, spelt(form, spelling, index % 2 === 0), { 'content-type': 'application/json' })
    const password = 'Larkspur-Terrace-75'
    const email = `${newId()}@example.com`
    await send(null, 'auth/register', { firstName: 'Maya', lastName: 'Stone', email, password, confirmPassword: password, tos: true })
    const registered = await testApp.db
      .selectFrom('users')
      .select(['id', 'is_admin', 'is_broker', 'is_verified', 'onboarding_complete', 'status'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (registered)
      expect([spelling, registered]).toEqual([
        spelling,
        {
          id: expect.not.stringContaining(chosenId),
          is_admin: false,
          is_broker: false,
          is_verified: false,
          onboarding_complete: false,
          status: 'active',
        },
      ])

    const [maya, owner] = [await testApp.seed.investor(), await testApp.seed.investor()]
    await send(maya, 'app/circle', circleForm())
    const made = await testApp.db
      .selectFrom('circles')
      .select(['created_by', 'total_target_size', 'deleted_at'])
      .where('created_by', '=', maya._id)
      .execute()
    expect([spelling, made.filter((row) => row.total_target_size !== 900_000 || row.deleted_at)]).toEqual([spelling, []])

    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await send(maya, `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    const bought = await testApp.db
      .selectFrom('ledger')
      .select(['user_id', 'amount', 'arcs'])
      .where('circle_id', '=', circle._id)
      .where('user_id', '=', maya._id)
      .execute()
    expect([spelling, bought.every((row) => row.amount === 75_000 && row.arcs.length === 1)]).toEqual([spelling, true])
    const owners = await testApp.db
      .selectFrom('memberships')
      .select('user_id')
      .where('circle_id', '=', circle._id)
      .where('is_owner', '=', true)
      .execute()
    expect([spelling, owners]).toEqual([spelling, [{ user_id: owner._id }]])
  }
  expect(await wholeDatabase()).not.toContain(chosenId)
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
})

test('B3: every id in path, body and query swapped for a foreign one, on every call, as six people: nothing foreign is leaked or changed', async () => {
  // A hidden circle and its people: their texts in an answer would be a leak, a changed row of theirs a violation.
  const theirs = await createVotingCircle(testApp, 1)
  await testApp.db.updateTable('circles').set({ hide_circle: true, title: 'Zinnia Quarry' }).where('id', '=', theirs.circle._id).execute()
  await testApp.db.updateTable('properties').set({ address: '77 Zinnia Road' }).where('id', '=', theirs.property._id).execute()
  const victim = theirs.members[0] as Person
  await testApp.db
    .updateTable('users')
    .set({ last_name: 'Zinniasson', email: 'zinnia@test.example' })
    .where('id', '=', victim._id)
    .execute()
  await theirs.vote(victim, 'veto', { reason: 'Zinnia reason' })
  const post = (await testApp.call(victim, 'POST', `app/property/${theirs.property._id}/thread`, { text: 'Zinnia post' })).data<{
    _id: string
  }>()
  const membership = await testApp.db.selectFrom('memberships').select('id').where('user_id', '=', victim._id).executeTakeFirstOrThrow()
  const session = await testApp.db.selectFrom('sessions').select('id').where('user_id', '=', victim._id).executeTakeFirstOrThrow()
  const all = [theirs.circle._id, theirs.property._id, victim._id, theirs.owner._id, post._id, membership.id, session.id]
  const named = (name: string): readonly string[] =>
    /circle/i.test(name)
      ? [theirs.circle._id]
      : /propert/i.test(name)
        ? [theirs.property._id]
        : /user|broker|by$|actor/i.test(name)
          ? [victim._id]
          : /post/i.test(name)
            ? [post._id]
            : all

  const theirRows = async () => {
    const { rows } = await sql<{ held: unknown }>`select json_build_object(
      'people', (select json_agg(users order by id) from users where id in (${victim._id}, ${theirs.owner._id})),
      'sessions', (select json_agg(json_build_array(id, ended_at) order by id) from sessions where user_id = ${victim._id}),
      'circle', (select json_agg(circles) from circles where id = ${theirs.circle._id}),
      'members', (select json_agg(memberships order by id) from memberships where circle_id = ${theirs.circle._id}),
      'ledger', (select json_agg(ledger order by id) from ledger where circle_id = ${theirs.circle._id}),
      'property', (select json_agg(properties) from properties where id = ${theirs.property._id}),
      'votes', (select json_agg(preferences order by user_id) from preferences where property_id = ${theirs.property._id}),
      'posts', (select json_agg(posts order by id) from posts where property_id = ${theirs.property._id}),
      'waiting', (select json_agg(waiting_list order by id) from waiting_list where circle_id = ${theirs.circle._id})
    ) as held`.execute(testApp.db)
    return rows[0]?.held
  }
  const before = await theirRows()
  const random = seededRandom(3)
  let sent = 0
  for (const operation of operations) {
    const { people } = await seedPeople(testApp)
    for (const role of ['visitor', 'unverified', 'owner', 'member', 'outsider', 'broker'] as const)
      for (const foreign of operation.path.includes('{') ? all : [victim._id]) {
        const path = pathWith(operation.path, () => foreign)
        const query = operation.query.flatMap(({ name }) =>
          named(name)
            .slice(0, 1)
            .map((id) => `${name}=${id}`),
        )
        const full = operation.body ? JSON.stringify(valid(operation.body, '', random, named)) : undefined
        for (const url of [path, query.length > 0 ? `${path}?${random.pick(query)}` : path]) {
          const answer = await testApp.call(people[role], operation.method, url, full, full ? { 'content-type': 'application/json' } : {})
          sent++
          const leaked = /zinnia/i.exec(answer.text)?.[0] ?? null
          // Members of a circle are public by first name and last initial, which contains no more than this.
          expect([operation.name, role, url, leaked]).toEqual([operation.name, role, url, null])
        }
      }
    expect([operation.name, await theirRows()]).toEqual([operation.name, before])
  }
  console.log(`B3 ${operations.length} operations, ${sent} requests with foreign ids: nothing leaked, nothing changed`)
})
