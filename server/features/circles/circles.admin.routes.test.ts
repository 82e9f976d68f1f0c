import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { adminCircleSorts } from '#contract/admin.ts'
import type { Circle } from '#contract/circles.ts'
import { formatDay } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

type Paged = { items: Circle[]; total: number }

describe('an admin', () => {
  test('hands a circle over to another member, and to nobody else', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const [owner, member, stranger] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.investor()]
    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    const name = (user: string) => testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { owner: user })
    expect((await name(stranger._id)).status).toBe(409)
    expect((await name(owner._id)).status).toBe(200)
    expect((await name(member._id)).status).toBe(200)
    const members = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<
      { isOwner: boolean; user: { _id: string } }[]
    >()
    expect(members.find((each) => each.isOwner)?.user._id).toBe(member._id)
  })

  test('gets a conflict if brokers or owner changed while editing a circle', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const [owner, member, broker] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.broker()]
    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    const save = (body: object) => testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, body)
    const assigned = (await save({ exclusiveAssignedBroker: broker._id, updatedAt: circle.updatedAt })).data<Circle>()
    expect((await save({ exclusiveAssignedBroker: null, updatedAt: circle.updatedAt })).status).toBe(409)
    const handed = await save({ owner: member._id, updatedAt: assigned.updatedAt })
    expect(handed.status).toBe(200)
    expect((await save({ title: 'Mine', updatedAt: assigned.updatedAt })).status).toBe(409)
    expect((await save({ title: 'Mine', updatedAt: handed.data<Circle>().updatedAt })).status).toBe(200)
  })

  test('finds circles by everything the table shows, and sorts them by percent funded', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const owner = await testApp.seed.investor({ firstName: 'Wilhelmina', lastName: 'Zeppelin' })
    for (const [title, ownerInvestmentAmount] of [
      ['Half', 450_000],
      ['Twelfth', 75_000],
      ['Quarter', 225_000],
    ] as const)
      await testApp.call(owner, 'POST', 'app/circle', circleForm({ ownerInvestmentAmount }, { title }))
    const { _id } = (
      await testApp.call(admin, 'POST', 'admin/circle', { title: 'Bare', location: { city: 'Boise' }, owner: owner._id })
    ).data<Circle>()
    await testApp.call(admin, 'PUT', `admin/circle/${_id}`, { hideCircle: true })
    const list = async (query: string) => (await testApp.call(admin, 'GET', `admin/circle?page=1&${query}`)).data<Paged>()
    const titles = (paged: Paged) => paged.items.map((circle) => circle.title)
    expect(titles(await list('search=helmina%20zep&sort=-percentFunded'))).toEqual(['Half', 'Quarter', 'Twelfth', 'Bare'])
    expect(titles(await list('search=HIDDEN'))).toEqual(['Bare'])
    expect((await list(`search=${encodeURIComponent('_')}`)).total).toBe(0)
  })

  test('finds circles by every column as shown, and sorts them by each', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const mark = 'Kestrel'
    const [first, second] = [
      await testApp.seed.investor({ firstName: 'zora', lastName: 'Aster' }),
      await testApp.seed.investor({ firstName: 'Abel', lastName: 'Brook' }),
    ]
    const terms = { totalTargetSize: 1_250_000, minimumShareSize: '1/4', ownerInvestmentAmount: 312_500 }
    const big = (await testApp.call(first, 'POST', 'app/circle', circleForm(terms, { title: `${mark} big` }))).data<Circle>()
    const small = (await testApp.call(second, 'POST', 'app/circle', circleForm({}, { title: `${mark} small` }))).data<Circle>()
    await testApp.call(second, 'POST', `app/circle-membership/${big._id}`, { investmentAmount: 312_500 })
    const bare = { title: `${mark} unset`, location: { city: 'Boise' }, owner: first._id }
    const none = (await testApp.call(admin, 'POST', 'admin/circle', bare)).data<Circle>()
    await testApp.call(admin, 'PUT', `admin/circle/${none._id}`, { hideCircle: true })
    const list = async (query: Record<string, string>) =>
      (await testApp.call(admin, 'GET', `admin/circle?${new URLSearchParams({ page: '1', pageSize: '100', ...query })}`)).data<Paged>()
        .items
    const ours = (circles: Circle[]) => circles.filter(({ title }) => title.startsWith(mark)).map(({ title }) => title.split(' ')[1])
    const found = async (search: string) => ours(await list({ search, sort: 'title' }))

    expect(await found('$1.25M')).toEqual(['big'])
    expect(await found('$625,000')).toEqual(['big'])
    expect(await found('50%')).toEqual(['big'])
    expect(await found('not set')).toEqual(['unset'])
    expect(await found(formatMoney(small.currentInvestmentAmount))).toContain('small')
    expect(await found('BOISE')).toEqual(['unset'])
    expect(await found(formatDay(small.createdAt, 'UTC', 'table'))).toEqual(['big', 'small', 'unset'])
    expect(await found('big boulder')).toEqual([])

    const sorted = async (sort: string) => ours((await list({ search: mark, sort })) as Circle[])
    expect(await sorted('createdBy')).toEqual(['small', 'big', 'unset'])
    expect((await sorted('memberCount')).at(-1)).toBe('big')
    expect(await sorted('-hideCircle')).toEqual(['small', 'big', 'unset'])
    for (const sort of adminCircleSorts)
      for (const way of [sort, `-${sort}`]) expect((await sorted(way)).toSorted(), way).toEqual(['big', 'small', 'unset'])
  })
})

test.for([
  0, 7, -40, 999, 1_000, 54_321, 999_999, 1_000_000, 1_004_999, 1_005_000, 1_250_000, 999_994_999, 999_995_000, 1_000_000_000,
  2_345_678_901,
])('the database formats the amount %i as the page does', async (amount, { testApp }) => {
  const { rows } = await sql<{ label: string }>`select money_label(${amount}::bigint) as label`.execute(testApp.db)
  expect(rows[0]?.label).toBe(formatMoney(amount))
})
