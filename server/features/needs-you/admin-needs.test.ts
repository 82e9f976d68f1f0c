import { expect } from 'vitest'
import type { Needs } from '#contract/needs.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const read = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items

test('people waiting to be verified, failed mails and new crash reports wait for every administrator, and for nobody else', async ({
  testApp,
}) => {
  const [ruth, hal] = [await testApp.seed.admin(), await testApp.seed.admin()]
  expect(await read(testApp, ruth)).toEqual([])

  const [later, longer] = [
    await testApp.seed.pending({ firstName: 'Ines', lastName: 'Duarte' }),
    await testApp.seed.pending({ firstName: 'Owen', lastName: 'Pell' }),
  ]
  for (const [person, since] of [
    [longer, '2026-01-02T08:00:00.000Z'],
    [later, '2026-01-03T08:00:00.000Z'],
  ] as const) {
    await testApp.db
      .updateTable('users')
      .set({ verification_requested_at: new Date(since) })
      .where('id', '=', person._id)
      .execute()
  }
  await testApp.call(null, 'POST', 'log/crash-report', { id: 'new', error: { message: 'It broke' }, data: {} })
  await testApp.call(hal, 'POST', 'admin/user-verification', { user: later._id, notifyOnly: true })
  await testApp.db.updateTable('mails').set({ status: 'failed' }).where('user_id', '=', later._id).execute()
  const waiting = { kind: 'verification', circle: null, dueAt: null, count: 1 }
  const state = 'new'
  const needs = [
    {
      ...waiting,
      name: 'Owen Pell',
      path: `/admin/manage-user/${longer._id}/review?queue=all`,
      facts: { since: '2026-01-02T08:00:00.000Z', state },
    },
    {
      ...waiting,
      name: 'Ines Duarte',
      path: `/admin/manage-user/${later._id}/review?queue=all`,
      facts: { since: '2026-01-03T08:00:00.000Z', state },
    },
    {
      kind: 'failed_mail',
      circle: null,
      name: 'Ines Duarte',
      dueAt: null,
      count: 1,
      path: '/admin/mail-outbox?status=failed',
      facts: { tries: 0 },
    },
    {
      kind: 'crash_report',
      circle: null,
      name: null,
      dueAt: null,
      count: 1,
      path: '/admin/crash-reports?status=open',
      facts: { since: null, kinds: 1, people: 0 },
    },
  ]
  for (const admin of [ruth, hal]) expect(await read(testApp, admin)).toEqual(needs)
  for (const person of [later, await testApp.seed.investor(), await testApp.seed.broker()]) expect(await read(testApp, person)).toEqual([])

  for (const person of [longer, later]) await testApp.call(hal, 'POST', 'admin/user-verification', { user: person._id })
  expect((await read(testApp, ruth)).map(({ kind }) => kind)).not.toContain('verification')
})

test('crash reports wait for an administrator until they have opened the list, and new ones after that', async ({ testApp }) => {
  const [ruth, hal] = [await testApp.seed.admin(), await testApp.seed.admin()]
  const crash = (message: string, by: Person | null = null) =>
    testApp.call(by, 'POST', 'log/crash-report', { id: 'new', error: { message }, data: {} })
  const crashes = async (person: Person) => (await read(testApp, person)).filter(({ kind }) => kind === 'crash_report')
  await testApp.db.deleteFrom('crash_reports').execute()
  for (const message of ['It broke', 'It broke', 'It broke again']) await crash(message)
  expect(await crashes(ruth)).toMatchObject([{ count: 3, facts: { kinds: 2 } }])
  const visit = await testApp.call(ruth, 'POST', 'admin/crash-report-visit')
  expect(visit.status).toBe(200)
  expect(await crashes(ruth)).toEqual([])
  expect(await crashes(hal)).toMatchObject([{ count: 3 }])

  await crash('Something else')
  const { at } = await testApp.db.selectFrom('admin_visits').select('at').where('user_id', '=', ruth._id).executeTakeFirstOrThrow()
  expect(await crashes(ruth)).toMatchObject([{ count: 1, facts: { since: at.toISOString() } }])
  await testApp.call(ruth, 'POST', 'admin/crash-report-visit')
  expect(await crashes(ruth)).toEqual([])
})
