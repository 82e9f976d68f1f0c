import { expect } from 'vitest'
import type { Session } from '#contract/accounts.ts'
import { newId } from '#server/db/ids.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const read = async (testApp: TestApp, admin: Person, person: Person) =>
  (await testApp.call(admin, 'GET', `admin/user-session/${person._id}`)).data<Session[]>()

const isSignedIn = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'auth/whoami')).status === 200

async function addPush(testApp: TestApp, person: Person, session: string): Promise<void> {
  const id = newId()
  await testApp.db
    .insertInto('push_subscriptions')
    .values({ id, user_id: person._id, session_id: session, endpoint: `https://push.example/${id}`, p256dh: 'key', auth: 'secret' })
    .execute()
}
const countPushes = async (testApp: TestApp, person: Person) =>
  (await testApp.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', person._id).execute()).length

const auditOf = (testApp: TestApp, person: Person) =>
  testApp.db
    .selectFrom('audit_log')
    .select(['act', 'actor_id', 'facts'])
    .where('subject_id', '=', person._id)
    .where('act', '=', 'session.ended_by_admin')
    .orderBy('id')
    .execute()

test('an administrator ends one session of a person, or all of them, with their pushes and a row of the audit log', async ({ testApp }) => {
  const [admin, maya] = [await testApp.seed.admin(), await testApp.seed.investor()]
  const others = [await testApp.seed.signedInAgain(maya), await testApp.seed.signedInAgain(maya)]
  const sessions = await read(testApp, admin, maya)
  expect(sessions).toHaveLength(3)
  expect(sessions.every(({ isCurrent, userAgent }) => !isCurrent && userAgent === 'seed')).toBe(true)
  for (const { _id } of sessions) await addPush(testApp, maya, _id)

  const [one] = sessions
  if (!one) throw new Error('there are sessions')
  expect((await testApp.call(admin, 'DELETE', `admin/user-session/${maya._id}/${one._id}`)).status).toBe(204)
  expect((await read(testApp, admin, maya)).map(({ _id }) => _id)).not.toContain(one._id)
  expect(await countPushes(testApp, maya)).toBe(2)
  expect((await testApp.call(admin, 'DELETE', `admin/user-session/${maya._id}/${one._id}`)).status).toBe(404)

  expect((await testApp.call(admin, 'DELETE', `admin/user-session/${maya._id}`)).status).toBe(204)
  expect(await read(testApp, admin, maya)).toEqual([])
  expect(await countPushes(testApp, maya)).toBe(0)
  for (const person of [maya, ...others]) expect(await isSignedIn(testApp, person)).toBe(false)
  expect(await auditOf(testApp, maya)).toEqual([
    { act: 'session.ended_by_admin', actor_id: admin._id, facts: { session: one._id } },
    { act: 'session.ended_by_admin', actor_id: admin._id, facts: { sessions: 2 } },
  ])
  const reasons = await testApp.db.selectFrom('sessions').select('end_reason').where('user_id', '=', maya._id).execute()
  expect(reasons.map(({ end_reason }) => end_reason)).toEqual(['ended_by_admin', 'ended_by_admin', 'ended_by_admin'])
})

test('a session is ended only as the session of its own person, and never the administrator’s present one', async ({ testApp }) => {
  const [admin, maya, owen] = [await testApp.seed.admin(), await testApp.seed.investor(), await testApp.seed.investor()]
  const [session] = await read(testApp, admin, maya)
  for (const path of [`${owen._id}/${session?._id}`, `${maya._id}/nonsense`, `${maya._id}/${newId()}`, 'nobody', `${newId()}`])
    expect((await testApp.call(admin, 'DELETE', `admin/user-session/${path}`)).status).toBe(404)
  expect(await isSignedIn(testApp, maya)).toBe(true)

  await testApp.seed.signedInAgain(admin)
  const own = await read(testApp, admin, admin)
  const current = own.find(({ isCurrent }) => isCurrent)
  expect((await testApp.call(admin, 'DELETE', `admin/user-session/${admin._id}/${current?._id}`)).status).toBe(404)
  expect((await testApp.call(admin, 'DELETE', `admin/user-session/${admin._id}`)).status).toBe(204)
  expect((await read(testApp, admin, admin)).map(({ _id }) => _id)).toEqual([current?._id])
})

test('pushes also end with a session that the person ends', async ({ testApp }) => {
  const [admin, maya] = [await testApp.seed.admin(), await testApp.seed.investor()]
  const other = await testApp.seed.signedInAgain(maya)
  for (const { _id } of await read(testApp, admin, maya)) await addPush(testApp, maya, _id)
  await testApp.call(other, 'POST', 'auth/logout')
  expect(await countPushes(testApp, maya)).toBe(1)
})
