import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { StageLine } from '#contract/motions.ts'
import { formatDay, formatMoment, unknownZone } from '#domain/dates.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, readRecord, setClosingDate } from '#server/testing/voting-circle.ts'

const zones = ['America/Denver', 'Asia/Kathmandu', 'Pacific/Auckland', null] as const
const choose = (testApp: TestApp, person: Person, timeZone: string | null) => testApp.call(person, 'POST', 'app/profile', { timeZone })
const read = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/profile')).data<User>()

describe('an account’s time zone', () => {
  test('is the browser’s until the person chooses one, which then stays', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const before = await read(testApp, person)
    expect(before.timeZone).toBeNull()
    const kept = await testApp.call(person, 'PUT', 'app/time-zone', { timeZone: 'America/Denver' })
    // A form that is open elsewhere is not out of date.
    expect(kept.data<User>()).toEqual({ ...before, timeZone: 'America/Denver' })
    await testApp.call(person, 'PUT', 'app/time-zone', { timeZone: 'Asia/Kathmandu' })
    expect((await read(testApp, person)).timeZone).toBe('America/Denver')
    expect((await choose(testApp, person, 'Pacific/Auckland')).data<User>()).toMatchObject({ timeZone: 'Pacific/Auckland' })
    expect((await read(testApp, person)).updatedAt > before.updatedAt).toBe(true)
    await testApp.call(person, 'PUT', 'app/time-zone', { timeZone: 'America/Denver' })
    expect((await testApp.call(person, 'GET', 'auth/whoami')).data<{ user: User }>().user.timeZone).toBe('Pacific/Auckland')
    const audit = await testApp.db.selectFrom('audit_log').select(['act', 'fields']).where('actor_id', '=', person._id).execute()
    expect(audit.filter(({ fields }) => fields.includes('time_zone'))).toEqual([
      { act: 'user.saved', fields: ['time_zone'] },
      { act: 'user.saved', fields: ['time_zone'] },
    ])
  })

  test('is refused with a sentence if nobody knows it, and the browser’s is then left out', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    for (const path of ['app/profile', `app/user/${person._id}`]) {
      for (const timeZone of ['Mars/Olympus', '+05:45', '2026']) {
        const answer = await testApp.call(person, 'POST', path, { timeZone })
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(unknownZone)])
      }
      expect((await testApp.call(person, 'POST', path, { timeZone: 'Asia/Kathmandu' })).status).toBe(200)
      expect((await testApp.call(person, 'POST', path, { timeZone: null })).data<User>().timeZone).toBeNull()
    }
    expect((await testApp.call(person, 'PUT', 'app/time-zone', { timeZone: 'Mars/Olympus' })).data<User>().timeZone).toBeNull()
  })

  test('is exported, and erased with the account', async ({ testApp }) => {
    const person = await testApp.seed.investor({ password })
    await choose(testApp, person, 'America/Denver')
    expect((await exportOf(testApp, person)).data<{ user: User }>().user.timeZone).toBe('America/Denver')
    expect((await leave(testApp, person)).status).toBeLessThan(300)
    const rows = await testApp.db.selectFrom('users').select('time_zone').where('id', '=', person._id).execute()
    expect(rows).toEqual([{ time_zone: null }])
  })
})

test('a closing date is the same local day in mail, stage line, record, statement and files of a reader, and the zone is named', async ({
  testApp,
}) => {
  const { owner, members, circle, property } = await createVotingCircle(testApp, 9)
  const readers = members.slice(0, zones.length)
  for (const [index, zone] of zones.entries()) await choose(testApp, readers[index] ?? owner, zone)
  // Three days ahead at 06:25 UTC: the day before in Denver, the same day in Kathmandu and Auckland.
  const closesAt = new Date(Math.floor(Date.now() / 86_400_000 + 3) * 86_400_000 + 6.4166 * 3_600_000).toISOString()
  expect((await setClosingDate(testApp, owner, property, closesAt)).status).toBe(200)
  for (const [index, zone] of zones.entries()) {
    const reader = readers[index] ?? owner
    const [day, name] = [formatDay(closesAt, zone ?? 'UTC'), zone ?? 'UTC']
    const asked = (await mailsTo(testApp, reader.email)).find(({ template }) => template === 'vote-asks')
    expect(asked?.body?.replaceAll('\n', ' ')).toContain(`closes on ${formatMoment(closesAt, name)}`)
    const line = (await testApp.call(reader, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>()
    expect(line.sentence.rest).toBe(`418 Alderstone Way closes on ${day} and waits for your vote.`)
    const { items } = await readRecord(testApp, reader, circle)
    expect(items[0]?.words).toBe(`418 Alderstone Way closes on ${day}`)
    const record = (await testApp.call(reader, 'GET', `app/circle/${circle._id}/record?format=csv`)).text
    expect(record.slice(0, 40)).toContain(`When (${name})`)
    expect(record).toContain(`"${formatMoment(items[0]?.at ?? '', name, 'table')}"`)
    const statement = (await testApp.call(reader, 'GET', `app/ledger/${circle._id}?format=csv`)).text
    expect(statement).toContain(`"Date (${name})","Member"`)
    expect(statement.split('\r\n')[1]).toContain(formatDay(circle.createdAt, name, 'table'))
  }
})

test('an administrator finds people, circles, mails and acts by the day that the tables show them', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const person = await testApp.seed.investor({ firstName: 'Dana', lastName: 'Denver' })
  const at = '2019-03-05T05:30:00.000Z'
  await testApp.db
    .updateTable('users')
    .set({ created_at: new Date(at) })
    .where('id', '=', person._id)
    .execute()
  const found = async (search: string) =>
    (await testApp.call(admin, 'GET', `admin/user?search=${search}&page=1`)).data<{ items: User[] }>().items.map(({ _id }) => _id)
  for (const [zone, day, other] of [
    ['America/Denver', '03-04-2019', '03-05-2019'],
    ['Pacific/Auckland', '03-05-2019', '03-04-2019'],
  ] as const) {
    await choose(testApp, admin, zone)
    expect(await found(day)).toEqual([person._id])
    expect(await found(other)).toEqual([])
    expect(await found('dana')).toEqual([person._id])
    const csv = (await testApp.call(admin, 'GET', 'admin/user?search=dana&format=csv')).text
    expect(csv).toContain(day)
    for (const list of ['admin/circle', 'admin/mail', 'admin/audit-log', 'admin/crash-report', 'admin/broker'])
      expect((await testApp.call(admin, 'GET', `${list}?search=${day}&page=1`)).status).toBe(200)
  }
  // The database may not know a name that a browser knows.
  await testApp.db.updateTable('users').set({ time_zone: 'Mars/Olympus' }).where('id', '=', admin._id).execute()
  expect(await found('03-05-2019')).toEqual([person._id])
})
