import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { newId } from '#server/db/ids.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createVotingCircle } from '#server/testing/voting-circle.ts'
import { areAboutThings, confirmEverything, knownIn, loadDemoOnce, membersOf } from './demo-circles.ts'
import { valid } from './generate.ts'
import { type Operation, operationsOf, pathWith, writesOf } from './operations.ts'
import { seededRandom } from './seeded-random.ts'
import { chosenId, circleSpellings, spellings, spelt } from './spellings.ts'
import { seedPeople } from './test-people.ts'

/** How many spellings of what a circle gives are sent. */
const most = Number(process.env.SPELLINGS ?? 1_000)

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

/** Columns in which an act of one person names another one. In all other columns that name people they name who acted. */
const namesOthers = new Set([
  'acquisition_steps.assigned_to',
  'arc_transfers.buyer',
  'book_lines.user_id',
  'broker_assignments.broker_id',
  'circle_invitations.user_id',
  'contributions.payer',
  'distribution_holders.user_id',
  'distribution_motions.receiver',
  'distribution_parts.holder',
  'distribution_payouts.receiver',
  'entry_reversals.person',
  'idempotency_keys.user_id',
  'memberships.user_id',
  'motion_conflicts.user_id',
  'offer_allotments.bidder',
  'offer_holders.user_id',
  'outlays.related_member',
  'outlays.user_id',
  'paid_backs.receiver',
  'payout_marks.receiver',
  'payout_payments.receiver',
  'post_mentions.user_id',
  'reports.user_id',
  'signature_request_people.user_id',
])

/** How many rows say that this person did something, by column. */
async function actsOf({ db }: TestApp, person: Person): Promise<Record<string, string>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f' and confrelid = 'users'::regclass`.execute(db)
  const counts = columns
    .filter(({ table, column }) => !namesOthers.has(`${table}.${column}`))
    .map(
      ({ table, column }) =>
        sql`select ${`${table}.${column}`}::text as place, count(*)::text as count from ${sql.table(table)} where ${sql.ref(column)} = ${person._id}`,
    )
  const { rows } = await sql<{ place: string; count: string }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ place, count }) => [place, count]))
}

/** What no single member can change in a circle. */
async function sharedPowers({ db }: TestApp, circleId: string): Promise<unknown> {
  const { rows } = await sql<{ held: unknown }>`select json_build_object(
    'people', (select json_agg(json_build_array(id, is_admin, is_broker, is_verified, status, email) order by id) from users),
    'members', (select json_agg(json_build_array(user_id, is_owner) order by user_id) from memberships where circle_id = ${circleId} and ended_at is null),
    'arcs', (select json_agg(json_build_array(number, membership_id, price, held_since) order by number) from arcs where circle_id = ${circleId}),
    'circle', (select json_build_array(created_by, holding, total_target_size, minimum_share_size, deleted_at) from circles where id = ${circleId}),
    'treasurers', (select json_agg(user_id order by at) from treasurers where circle_id = ${circleId}),
    'passed', (select count(*) from motion_closings join motions on motions.id = motion_id where circle_id = ${circleId} and outcome = 'passed'),
    'chosen hashes', (select count(*) from document_versions where sha256 = repeat('0', 64))
  ) as held`.execute(db)
  return rows[0]?.held
}

test(`B4: what only others can give or say in a circle × every write about its things, as treasurer, member and outsider: nobody gains anything, nobody is said to have acted`, async () => {
  const demo = await loadDemoOnce()
  let copy: TestApp | undefined
  let sent = 0
  let taken = 0
  try {
    const writes = writesOf(operations).filter((operation) => operation.method !== 'DELETE' && areAboutThings(operation))
    const random = seededRandom(44)
    for (const [index, operation] of writes.entries()) {
      // What is taken ends things, so the circles are brought back now and then.
      if (!copy || index % 15 === 0) {
        if (copy) expect(await ledgerProblems(copy.databaseUrl)).toEqual([])
        await copy?.close()
        copy = await demo.start()
      }
      const target = copy
      const circle = index % 4 === 3 || /acquisition|where-to-pay/.test(operation.path) ? demo.buying : demo.owning
      const members = await membersOf(target, circle.circleId)
      const [owner, treasurer, ...rest] = members
      const other = rest.at(-1) ?? owner
      const acting = [treasurer, rest[0] ?? owner, await target.seed.investor()]
      const known = knownIn(circle, members)(operation)
      const before = [await sharedPowers(target, circle.circleId), await actsOf(target, other)]
      for (const [turn, spelling] of circleSpellings(other._id).slice(0, most).entries())
        for (const person of acting) {
          const form = operation.body ? valid(operation.body, '', random, known) : {}
          const fields = new Set(Object.keys(form && typeof form === 'object' ? form : {}))
          // Under a name that the form has, it is what the sender may say.
          if ([...spelling.matchAll(/"(\w+)":/g)].some(([, name]) => fields.has(name ?? ''))) continue
          const path = pathWith(operation.path, (name) => encodeURIComponent(random.pick([...known(name), newId()].slice(0, 3))))
          await confirmEverything(target, acting)
          const answer = await target.call(person, operation.method, path, spelt(form, spelling, turn % 2 === 0), {
            'content-type': 'application/json',
          })
          expect([operation.name, spelling, answer.status < 500]).toEqual([operation.name, spelling, true])
          sent++
          if (answer.status === 200) taken++
        }
      const after = [await sharedPowers(target, circle.circleId), await actsOf(target, other)]
      expect([operation.name, ...after]).toEqual([operation.name, ...before])
    }
    console.log(
      `B4 ${writes.length} writes about what circles have × ${Math.min(most, circleSpellings('').length)} spellings × 3 people: ${sent} requests, ${taken} taken, nothing gained, nobody said to have acted`,
    )
  } finally {
    await copy?.close()
    await demo.drop()
  }
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
