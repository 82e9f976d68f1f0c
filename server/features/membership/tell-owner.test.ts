import { expect } from 'vitest'
import { buyArcs, createCircle } from '#server/testing/books.ts'
import { type House, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'

type Inbox = { items: { kind: string; words: string; path: string }[] }

const noticesOf = async (house: House, person: Person) => (await house.call(person, 'GET', 'app/notice')).data<Inbox>().items
const mailsTo = async (house: House, person: Person) =>
  (await house.db.selectFrom('mails').select(['template', 'props']).where('user_id', '=', person._id).orderBy('id').execute()).filter(
    ({ template }) => template.startsWith('member-'),
  )

test('the owner hears of someone who joins and of someone who leaves, by notice and mail', async ({ house }) => {
  const [owner, member] = [await house.seed.investor(), await house.seed.investor({ firstName: 'Josephine' })]
  const circle = await createCircle(house, owner)
  await buyArcs(house, member, circle)
  await buyArcs(house, member, circle)
  expect(await noticesOf(house, owner)).toMatchObject([
    { kind: 'member_joined', words: `1 new member joined ${circle.title}`, path: `/circle/${circle._id}?tab=members` },
  ])
  await house.call(member, 'DELETE', `app/circle-membership/${circle._id}`)
  const told = await noticesOf(house, owner)
  expect(told.map((notice) => notice.words)).toContain(`A member left ${circle.title}`)
  const mails = await mailsTo(house, owner)
  expect(mails.map((mail) => mail.template)).toEqual(['member-joined', 'member-left'])
  expect(mails[0]?.props).toMatchObject({ circleTitle: circle.title, sharesLeft: 8 })
  expect(mails[1]?.props).toMatchObject({ circleTitle: circle.title, shares: 2, isRemoved: false })
  // Neither names the person, so nothing is left to erase when they go.
  expect(JSON.stringify([told, mails])).not.toMatch(/Josephine|@/)
  expect(await mailsTo(house, member)).toEqual([])
})

test('several joins that were not read yet are one notice', async ({ house }) => {
  const owner = await house.seed.investor()
  const circle = await createCircle(house, owner)
  for (let joined = 0; joined < 3; joined++) await buyArcs(house, await house.seed.investor(), circle)
  expect(await noticesOf(house, owner)).toMatchObject([{ words: `3 new members joined ${circle.title}` }])
})

test('the owner hears when an administrator removes a member, not when they do so themselves', async ({ house }) => {
  const [owner, member, admin] = [await house.seed.admin(), await house.seed.investor(), await house.seed.admin()]
  const circle = await createCircle(house, owner)
  for (const remover of [owner, admin]) {
    const membership = (await buyArcs(house, member, circle)).data<{ _id: string }>()
    await house.call(remover, 'DELETE', `admin/circle-membership/${membership._id}`)
  }
  const left = (await noticesOf(house, owner)).filter((notice) => notice.kind === 'member_left')
  expect(left).toMatchObject([{ words: `A member was removed from ${circle.title}` }])
  expect((await mailsTo(house, owner)).filter((mail) => mail.template === 'member-left')).toHaveLength(1)
})
