import { expect } from 'vitest'
import { createCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

type Inbox = { items: { kind: string; words: string; path: string }[] }

const readNotices = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/notice')).data<Inbox>().items
const mailsTo = async (testApp: TestApp, person: Person) =>
  (await testApp.db.selectFrom('mails').select('template').where('user_id', '=', person._id).orderBy('id').execute()).map(
    (mail) => mail.template,
  )

test('a broker gets one notice and mail for an assignment and for its end', async ({ testApp }) => {
  const [admin, broker, other] = [await testApp.seed.admin(), await testApp.seed.broker(), await testApp.seed.broker()]
  const circle = await createCircle(testApp, await testApp.seed.investor())
  const assign = (body: object) => testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, body)
  await assign({ assignedBrokers: [broker._id] })
  await assign({ assignedBrokers: [broker._id, other._id] })
  // From the team to the dedicated broker: the assignment does not end.
  await assign({ exclusiveAssignedBroker: broker._id })
  expect(await readNotices(testApp, broker)).toMatchObject([
    { kind: 'broker_assigned', words: `You were assigned to ${circle.title} as a broker`, path: `/broker/circle/${circle._id}` },
  ])
  expect(await mailsTo(testApp, broker)).toEqual(['broker-assigned'])
  expect(await mailsTo(testApp, other)).toEqual(['broker-assigned', 'broker-unassigned'])
  await assign({ assignedBrokers: [] })
  const words = (await readNotices(testApp, broker)).map((notice) => notice.words)
  expect(words).toContain(`You are no longer a broker of ${circle.title}`)
  expect(await mailsTo(testApp, broker)).toEqual(['broker-assigned', 'broker-unassigned'])
})
