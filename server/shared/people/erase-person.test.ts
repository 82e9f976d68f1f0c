import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { newId } from '#server/db/ids.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

type Row = { readonly table: string; readonly json: string; readonly values: ReadonlySet<string> }

function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(valuesIn)
}

/** Towns, and what was migrated. */
const withoutPeople = ['places', 'place_names', 'gazetteer', 'schema_migrations']

async function readRows(testApp: TestApp): Promise<Row[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in (${sql.join(withoutPeople)})`.execute(testApp.db)
  const selects = tables.map(({ name }) => sql`select ${name}::text as "table", to_jsonb(t) as row from ${sql.table(name)} t`)
  const { rows } = await sql<{ table: string; row: unknown }>`${sql.join(selects, sql` union all `)}`.execute(testApp.db)
  return rows.map(({ table, row }) => ({ table, json: JSON.stringify(row), values: new Set(valuesIn(row)) }))
}

/** Rows of a person name their id or exact address; what these rows are named by (a session, an invitation) belongs to the person too. */
function belongingTo(rows: readonly Row[], { _id, email }: Person): ReadonlySet<Row> {
  const owned = rows.filter(({ values }) => values.has(_id) || values.has(email))
  const ids = owned.flatMap(({ json }) => {
    const { id } = JSON.parse(json) as { id?: unknown }
    return typeof id === 'string' ? [id] : []
  })
  return new Set(rows.filter((row) => owned.includes(row) || ids.some((id) => row.values.has(id))))
}

/** Gives a person something in most tables, and sends mails about them to administrators. */
async function live(testApp: TestApp, person: Person, admin: Person, inviter: { owner: Person; circle: Circle }): Promise<void> {
  const key = { 'idempotency-key': newId() }
  const done: (...request: Parameters<TestApp['call']>) => Promise<void> = async (...request) =>
    expect([request[2], (await testApp.call(...request)).status]).toEqual([request[2], 200])
  await done(person, 'POST', `app/user/${person._id}`, { verificationRequested: true }, key)
  await done(person, 'PUT', 'app/profile', { lastName: `${person.firstName} Lou` }, key)
  await done(admin, 'PUT', `admin/user/${person._id}`, { isVerified: true }, key)
  await done(person, 'POST', 'app/circle', circleForm({}, { title: `Of ${person.firstName}` }), key)
  await done(person, 'POST', 'app/calendar', {}, key)
  await done(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
  await done(inviter.owner, 'POST', `app/circle/${inviter.circle._id}/invitation`, { emails: [person.email] }, key)
  const report = { id: 'new', message: 'x', error: { message: 'x' }, data: { user: person._id, userDescription: person.firstName } }
  await done(person, 'POST', 'app/submit-crash-report', report)
}

// Addresses and names that contain one another, as a whole, at the start, in the middle and at the end.
const family = fc
  .tuple(fc.stringMatching(/^[a-z]{4,8}$/), fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 3, maxLength: 3 }), fc.boolean())
  .map(([stem, chosen, runsJobs]) => {
    const unique = `${stem}${newId().slice(-6)}`
    const all = [
      { firstName: stem, email: `${unique}@example.or` },
      { firstName: stem, email: `${unique}@example.org` },
      { firstName: `${stem} ${stem}`, email: `z${unique}@example.org` },
      { firstName: `An ${stem}`, email: `${unique}@example.org.uk` },
      { firstName: `${stem}an`, email: `a.${unique}@example.or` },
      { firstName: 'Z', email: `${unique.slice(0, -1)}@example.or` },
    ]
    return { people: chosen.flatMap((index) => all[index] ?? []), runsJobs }
  })

describe('erasing a person', () => {
  test('changes no row of another whose address or name contains theirs, or is contained in it', async ({ testApp }) => {
    const [admin, owner] = [await testApp.seed.admin(), await testApp.seed.investor()]
    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await fc.assert(
      fc.asyncProperty(family, async ({ people: traits, runsJobs }) => {
        await sql`delete from rate_counters`.execute(testApp.db)
        const people = []
        // Only the first one needs a password: hashing is slow.
        for (const each of traits) people.push(await testApp.seed.person({ ...each, ...(people.length === 0 && { password }) }))
        for (const person of people) await live(testApp, person, admin, { owner, circle })
        if (runsJobs) await testApp.runJobs()
        const gone = people[0] as Person
        const before = await readRows(testApp)
        const mine = belongingTo(before, gone)
        const keys = await testApp.db.selectFrom('idempotency_keys').select(['user_id', 'path', 'key']).execute()

        expect((await leave(testApp, gone)).status).toBe(204)

        const rows = await readRows(testApp)
        const after = new Set(rows.map(({ table, json }) => `${table} ${json}`))
        // Counters and caches of lists are nobody's.
        const others = before.filter((row) => !mine.has(row) && !['rate_counters', 'circle_changes'].includes(row.table))
        expect(others.length).toBeGreaterThan(50)
        expect(others.map(({ table, json }) => `${table} ${json}`).filter((row) => !after.has(row))).toEqual([])
        const keysAfter = await testApp.db.selectFrom('idempotency_keys').select(['user_id', 'path', 'key']).execute()
        expect(new Set(keysAfter.map((key) => JSON.stringify(key)))).toEqual(
          new Set(keys.filter(({ user_id }) => user_id !== gone._id).map((key) => JSON.stringify(key))),
        )
        const { rows: unsent } = await sql<{ id: string }>`
          select id from mails where status = 'queued' and id::text not in (select key from graphile_worker.jobs where key is not null)`.execute(
          testApp.db,
        )
        expect(unsent).toEqual([])
        expect(rows.filter(({ values }) => values.has(gone.email))).toEqual([])
      }),
      { numRuns: 3 },
    )
  })

  test('empties what others’ stored answers tell of them; a repeat is refused and does not act again', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const maya = await testApp.seed.investor({ password, email: 'stored@example.com' })
    const other = await testApp.seed.investor({ email: 'stored@example.com.au' })
    const save = (person: Person) =>
      testApp.call(admin, 'PUT', `admin/user/${person._id}`, { lastName: 'Renamed' }, { 'idempotency-key': 'one' })
    const invite = () =>
      testApp.call(
        admin,
        'POST',
        'admin/broker',
        { firstName: 'Dana', lastName: 'Reed', email: 'dana-stored@example.com' },
        { 'idempotency-key': 'two' },
      )
    const [, kept] = [await save(maya), await save(other)]
    const dana = (await invite()).data<Person>()
    expect((await leave(testApp, maya)).status).toBe(204)
    expect((await testApp.call(admin, 'DELETE', `admin/broker/${dana._id}`)).status).toBe(204)

    const stored = await testApp.db.selectFrom('idempotency_keys').select('answer').where('user_id', '=', admin._id).execute()
    expect(JSON.stringify(stored)).not.toMatch(/stored@example\.com"|dana-stored/)
    expect((await save(other)).text).toBe(kept.text)
    const again = await invite()
    expect([again.status, again.body.code]).toEqual([422, 'answer_erased'])
    const found = await testApp.db.selectFrom('users').select('id').where('email', '=', 'dana-stored@example.com').execute()
    expect(found).toEqual([])
  })

  test('leaves mails that an earlier owner of the address got there', async ({ testApp }) => {
    const email = 'passed-on@example.com'
    const [admin, before] = [await testApp.seed.admin(), await testApp.seed.investor({ email })]
    await testApp.call(admin, 'PUT', `admin/user/${before._id}`, { email: 'moved-on@example.com' })
    const maya = await testApp.seed.investor({ email, password })
    const read = () => testApp.db.selectFrom('mails').select(['id', 'to_address']).where('user_id', '=', before._id).orderBy('id').execute()
    const mails = await read()
    expect(mails.map(({ to_address }) => to_address)).toContain(email)
    expect((await leave(testApp, maya)).status).toBe(204)
    expect(await read()).toEqual(mails)
  })
})
