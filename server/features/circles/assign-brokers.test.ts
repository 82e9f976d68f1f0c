import { expect } from 'vitest'
import { createCircle } from '#server/testing/books.ts'
import { type House, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'

type Inbox = { items: { kind: string; words: string; path: string }[] }

const noticesOf = async (house: House, person: Person) => (await house.call(person, 'GET', 'app/notice')).data<Inbox>().items
const mailsTo = async (house: House, person: Person) =>
  (await house.db.selectFrom('mails').select('template').where('user_id', '=', person._id).orderBy('id').execute()).map(
    (mail) => mail.template,
  )

test('a broker hears of an assignment and of its end, once each, by notice and mail', async ({ house }) => {
  const [admin, broker, other] = [await house.seed.admin(), await house.seed.broker(), await house.seed.broker()]
  const circle = await createCircle(house, await house.seed.investor())
  const assign = (body: object) => house.call(admin, 'PUT', `admin/circle/${circle._id}`, body)
  await assign({ assignedBrokers: [broker._id] })
  await assign({ assignedBrokers: [broker._id, other._id] })
  // From the team to the one dedicated broker: nothing ends for this person.
  await assign({ exclusiveAssignedBroker: broker._id })
  expect(await noticesOf(house, broker)).toMatchObject([
    { kind: 'broker_assigned', words: `You were assigned to ${circle.title} as a broker`, path: `/broker/circle/${circle._id}` },
  ])
  expect(await mailsTo(house, broker)).toEqual(['broker-assigned'])
  expect(await mailsTo(house, other)).toEqual(['broker-assigned', 'broker-unassigned'])
  await assign({ assignedBrokers: [] })
  const words = (await noticesOf(house, broker)).map((notice) => notice.words)
  expect(words).toContain(`You are no longer a broker of ${circle.title}`)
  expect(await mailsTo(house, broker)).toEqual(['broker-assigned', 'broker-unassigned'])
})
