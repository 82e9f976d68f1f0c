import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { createMotionCircle, handOnArcs, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const mailsTo = (testApp: TestApp, person: Person, template: string) =>
  testApp.db.selectFrom('mails').select('props').where('to_address', '=', person.email).where('template', '=', template).execute()
const wordsOf = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/notice')).data<{ items: Notice[] }>().items.map(({ words }) => words)

test('only members who may vote and have not are reminded, once, a day before closing', async ({ testApp }) => {
  const { owner, members, made, vote, circle } = await createMotionCircle(testApp, [4, 3, 2, 1, 1, 1])
  const [voter, silent, quiet, related, empty] = members as [Person, Person, Person, Person, Person]
  await handOnArcs(testApp, circle._id, empty, owner, 1)
  await testApp.call(quiet, 'PUT', 'app/notice-settings', { mails: { vote: false, outcome: false } })
  const facts = { kind: 'spend', amountCents: 480_077, category: 'repairs', repeats: null, relatedMember: related._id }
  const motion = await made(owner, { title: 'Repair the roof', facts, payee: 'Weller', closesAt: inDays(2) })
  for (const person of [owner, voter]) await vote(person, motion, 'yes')
  await testApp.call(related, 'POST', `app/motion/${circle._id}/${motion._id}/claim`, { isSo: true })

  await testApp.runTask('remind-voters')
  expect(await mailsTo(testApp, silent, 'motion-reminder')).toEqual([])

  await testApp.db.transaction().execute(async (tx) => {
    await sql`alter table motions disable trigger motions_locked_by_votes`.execute(tx)
    await sql`update motions set closes_at = closes_at - interval '25 hours', held_before = held_before - interval '25 hours' where id = ${motion._id}`.execute(
      tx,
    )
    await sql`alter table motions enable trigger motions_locked_by_votes`.execute(tx)
  })
  await Promise.all([testApp.runTask('remind-voters'), testApp.runTask('remind-voters')])
  await testApp.runTask('remind-voters')
  const reminded = '“Repair the roof” closes within a day, and your vote is missing'
  for (const person of [silent, quiet]) expect((await wordsOf(testApp, person)).filter((words) => words === reminded)).toHaveLength(1)
  for (const person of [owner, voter, related, empty]) expect(await wordsOf(testApp, person)).not.toContain(reminded)
  const sent = await mailsTo(testApp, silent, 'motion-reminder')
  expect(sent).toMatchObject([
    { props: { title: 'Repair the roof', link: expect.stringContaining(`/circle/${circle._id}/motion/${motion._id}`) } },
  ])
  expect(JSON.stringify(sent)).not.toMatch(/\$|480077|4,800|Weller/)
  for (const person of [owner, voter, quiet, related]) expect(await mailsTo(testApp, person, 'motion-reminder')).toEqual([])

  // The vote marks the reminder as read.
  await vote(silent, motion, 'no')
  const unread = (await testApp.call(silent, 'GET', 'app/notice?unread=true')).data<{ items: Notice[] }>().items
  expect(unread.map(({ kind }) => kind)).not.toContain('motion_waits')
})

test('a proposer cannot have reminders sent again and again by changing the closing date', async ({ testApp }) => {
  const { owner, members, made, url } = await createMotionCircle(testApp, [6, 6])
  const [silent] = members as [Person]
  const words = { title: 'Paint the fence', text: 'It is time.', facts: { kind: 'general' } }
  const motion = await made(owner, { ...words, closesAt: inDays(2) })
  const remind = async () => {
    await testApp.runTask('remind-voters')
    return (await mailsTo(testApp, silent, 'motion-reminder')).length
  }
  const comeNear = () =>
    sql`update motions set closes_at = now() + interval '23 hours', held_before = now() - interval '1 hour' where id = ${motion._id}`.execute(
      testApp.db,
    )
  await comeNear()
  expect(await remind()).toBe(1)
  for (const days of [1.0001, 5, 1.0001]) {
    expect((await testApp.call(owner, 'PUT', `${url}/${motion._id}`, { ...words, closesAt: inDays(days) })).status).toBe(200)
    await comeNear()
    expect(await remind()).toBe(1)
  }
  // A day later, near the new date, members are reminded of it.
  await sql`update motion_reminders set at = at - interval '25 hours' where motion_id = ${motion._id}`.execute(testApp.db)
  expect(await remind()).toBe(2)
})

test('members are asked by mail to vote, and told the outcome, unless they switched such mails off', async ({ testApp }) => {
  const { owner, members, made, vote } = await createMotionCircle(testApp, [6, 3, 3])
  const [asked, quiet] = members as [Person, Person]
  await testApp.call(quiet, 'PUT', 'app/notice-settings', { mails: { vote: false, outcome: false } })
  const motion = await made(owner)
  expect(await mailsTo(testApp, asked, 'motion-asks')).toMatchObject([{ props: { title: 'Paint the fence', closesAt: motion.closesAt } }])
  for (const person of [owner, quiet]) expect(await mailsTo(testApp, person, 'motion-asks')).toEqual([])
  await vote(asked, motion, 'yes')
  await passMotionClosing(testApp, motion._id)
  await testApp.runTask('close-votes')
  for (const person of [owner, asked]) {
    expect(await mailsTo(testApp, person, 'motion-outcome')).toMatchObject([{ props: { outcome: 'too_few_voted' } }])
  }
  expect(await mailsTo(testApp, quiet, 'motion-outcome')).toEqual([])
  expect(await wordsOf(testApp, quiet)).toContain('“Paint the fence” did not pass: too few voted')
})

test('administrators do not read in the list of mails what a motion is about', async ({ testApp }) => {
  const { owner, members, made, vote } = await createMotionCircle(testApp, [6, 6])
  const [other] = members as [Person]
  const motion = await made(owner, { title: 'Sue the neighbour' })
  for (const person of [owner, other]) await vote(person, motion, 'yes')
  await testApp.runJobs()
  const mails = await testApp.call(await testApp.seed.admin(), 'GET', `admin/mail?search=${encodeURIComponent(other.email)}`)
  expect(mails.text).toContain('You are asked to vote')
  expect(mails.text).not.toContain('Sue the neighbour')
})
