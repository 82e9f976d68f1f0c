import { expect } from 'vitest'
import { buyArcs, createCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

type Inbox = { items: { kind: string; words: string; path: string }[] }

const readNotices = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/notice')).data<Inbox>().items
const mailsTo = async (testApp: TestApp, person: Person) =>
  (await testApp.db.selectFrom('mails').select(['template', 'props']).where('user_id', '=', person._id).orderBy('id').execute()).filter(
    ({ template }) => template.startsWith('member-'),
  )

test('the owner gets a notice and a mail when someone joins or leaves', async ({ testApp }) => {
  const [owner, member] = [await testApp.seed.investor(), await testApp.seed.investor({ firstName: 'Josephine' })]
  const circle = await createCircle(testApp, owner)
  await buyArcs(testApp, member, circle)
  await buyArcs(testApp, member, circle)
  expect(await readNotices(testApp, owner)).toMatchObject([
    { kind: 'member_joined', words: `1 new member joined ${circle.title}`, path: `/circle/${circle._id}?tab=members` },
  ])
  await testApp.call(member, 'DELETE', `app/circle-membership/${circle._id}`)
  const notices = await readNotices(testApp, owner)
  expect(notices.map((notice) => notice.words)).toContain(`A member left ${circle.title}`)
  const mails = await mailsTo(testApp, owner)
  expect(mails.map((mail) => mail.template)).toEqual(['member-joined', 'member-left'])
  expect(mails[0]?.props).toMatchObject({ circleTitle: circle.title, sharesLeft: 8 })
  expect(mails[1]?.props).toMatchObject({ circleTitle: circle.title, shares: 2, isRemoved: false })
  // Neither contains the member's name, so nothing has to be erased when they leave.
  expect(JSON.stringify([notices, mails])).not.toMatch(/Josephine|@/)
  expect(await mailsTo(testApp, member)).toEqual([])
})

test('several unread joins are one notice', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const circle = await createCircle(testApp, owner)
  for (let joined = 0; joined < 3; joined++) await buyArcs(testApp, await testApp.seed.investor(), circle)
  expect(await readNotices(testApp, owner)).toMatchObject([{ words: `3 new members joined ${circle.title}` }])
})

test('the owner is notified if an administrator removes a member, but not of their own removals', async ({ testApp }) => {
  const [owner, member, admin] = [await testApp.seed.admin(), await testApp.seed.investor(), await testApp.seed.admin()]
  const circle = await createCircle(testApp, owner)
  for (const remover of [owner, admin]) {
    const membership = (await buyArcs(testApp, member, circle)).data<{ _id: string }>()
    await testApp.call(remover, 'DELETE', `admin/circle-membership/${membership._id}`)
  }
  const left = (await readNotices(testApp, owner)).filter((notice) => notice.kind === 'member_left')
  expect(left).toMatchObject([{ words: `A member was removed from ${circle.title}` }])
  expect((await mailsTo(testApp, owner)).filter((mail) => mail.template === 'member-left')).toHaveLength(1)
})
