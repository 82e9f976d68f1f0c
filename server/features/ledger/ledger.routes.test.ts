import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { ledgerLabel } from '#domain/membership.ts'
import { buyArcs, createCircle, keepBooks } from '#server/testing/books.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { type House, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'
import type { LedgerRow } from './ledger.store.ts'

keepBooks()

type Row = { kind: string; member: string; membership: string; arcs: number[]; amount: number; at: string }

const ledger = (house: House, reader: Person, circle: Circle, query = '') => house.call(reader, 'GET', `app/ledger/${circle._id}${query}`)

test('tells who took which arcs, in order, and what came free again', async ({ house }) => {
  const owner = await house.seed.investor({ firstName: 'Theo', lastName: 'Winters' })
  const buyer = await house.seed.investor({ firstName: 'Maya', lastName: 'Okafor' })
  const circle = await createCircle(house, owner)
  await buyArcs(house, buyer, circle)
  await buyArcs(house, buyer, circle, 150_000)
  await house.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  const rows = (await ledger(house, owner, circle)).data<Row[]>()
  expect(rows.map(({ kind, member, arcs, amount }) => [kind, member, arcs, amount])).toEqual([
    ['bought', 'Theo Winters', [1, 2, 3], 225_000],
    ['bought', 'Maya Okafor', [4], 75_000],
    ['added', 'Maya Okafor', [5, 6], 150_000],
    ['removed', 'Maya Okafor', [4, 5, 6], -225_000],
  ])
})

test('tells who left and who was removed, and calls new terms neither', async ({ house }) => {
  const [owner, leaver, removed, admin] = [
    await house.seed.investor(),
    await house.seed.investor(),
    await house.seed.investor(),
    await house.seed.admin(),
  ]
  const circle = await createCircle(house, owner)
  const terms = { ...circle.investmentCriteria, ownerInvestmentAmount: 150_000 }
  expect((await house.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: terms })).status).toBe(200)
  await buyArcs(house, leaver, circle)
  await house.call(leaver, 'DELETE', `app/circle-membership/${circle._id}`)
  const { _id } = (await buyArcs(house, removed, circle)).data<{ _id: string }>()
  expect((await house.call(admin, 'DELETE', `admin/circle-membership/${_id}`)).status).toBe(204)
  const rows = (await ledger(house, owner, circle)).data<LedgerRow[]>()
  expect(rows.filter(({ kind }) => kind === 'removed').map(ledgerLabel)).toEqual(['Removed', 'Left', 'Removed'])
})

test('whoever was deleted is a former member, and the sums stay', async ({ house }) => {
  const [owner, buyer, admin] = await Promise.all([house.seed.investor(), house.seed.investor(), house.seed.admin()])
  const circle = await createCircle(house, owner)
  await buyArcs(house, buyer, circle)
  expect((await house.call(admin, 'DELETE', `admin/user/${buyer._id}`)).status).toBe(204)
  const rows = (await ledger(house, owner, circle)).data<Row[]>()
  expect(rows.slice(1).map(({ member, amount }) => [member, amount])).toEqual([
    ['Former member', 75_000],
    ['Former member', -75_000],
  ])
})

test('a statement is a table with exact dollars, a running balance and cells that no spreadsheet runs', async ({ house }) => {
  const owner = await house.seed.investor({ firstName: '=HYPERLINK("http://evil.example")', lastName: 'Winters' })
  const buyer = await house.seed.investor({ firstName: 'Zoë', lastName: 'O’Neil, "Zo"' })
  const form = circleForm(
    { totalTargetSize: 1_000_000, minimumShareSize: '1/3', ownerInvestmentAmount: 333_333 },
    { title: 'Élan Row / 7' },
  )
  const circle = (await house.call(owner, 'POST', 'app/circle', form)).data<Circle>()
  await buyArcs(house, buyer, circle, 333_333)
  await house.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  const answer = await ledger(house, owner, circle, '?format=csv')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="_lan_Row___7_ledger.csv"; filename*=UTF-8''%C3%89lan_Row_%2F_7_ledger.csv`,
  )
  const [header, first, second, third, ...rest] = answer.text.split('\r\n')
  expect(header).toBe('\uFEFF"Date","Member","Entry","Shares","Arcs","Amount (USD)","Balance (USD)"')
  expect(first?.slice(13)).toBe(`"'=HYPERLINK(""http://evil.example"") Winters","Joined","1","1","333333","333333"`)
  expect(second?.slice(13)).toBe('"Zoë O’Neil, ""Zo""","Joined","1","2","333333","666666"')
  expect(third?.slice(13)).toBe('"Zoë O’Neil, ""Zo""","Left","-1","2","-333333","333333"')
  expect(rest).toEqual([''])
  const exported = await house.db.selectFrom('audit_log').select('facts').where('act', '=', 'ledger.exported').execute()
  expect(exported.map((entry) => entry.facts)).toEqual([{ format: 'csv', member: null, rows: 3 }])
})

test('a member’s statement holds all of that person’s rows, of every time they were in', async ({ house }) => {
  const [owner, buyer] = await Promise.all([house.seed.investor(), house.seed.investor({ firstName: 'Maya', lastName: 'Okafor' })])
  const circle = await createCircle(house, owner)
  await buyArcs(house, buyer, circle)
  await house.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  const { _id } = (await buyArcs(house, buyer, circle, 150_000)).data<{ _id: string }>()
  const rows = (await ledger(house, owner, circle, `?member=${_id}`)).data<Row[]>()
  expect(rows.map((row) => row.amount)).toEqual([75_000, -75_000, 150_000])
  const statement = await ledger(house, buyer, circle, `?member=${_id}&format=csv`)
  expect(statement.headers['content-disposition']).toContain('Larkspur_Terrace_Maya_Okafor_statement.csv')
  const elsewhere = await createCircle(house, owner)
  expect((await ledger(house, owner, elsewhere, `?member=${_id}`)).status).toBe(404)
  expect((await ledger(house, owner, circle, '?member=nobody')).status).toBe(404)
  expect((await ledger(house, owner, circle, '?format=pdf')).status).toBe(400)
})

test('is for members and administrators', async ({ house }) => {
  const owner = await house.seed.investor()
  const circle = await createCircle(house, owner)
  const broker = await house.seed.broker()
  await house.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
  expect((await ledger(house, await house.seed.admin(), circle)).status).toBe(200)
  expect((await ledger(house, broker, circle)).status).toBe(403)
  expect((await ledger(house, await house.seed.investor(), circle)).status).toBe(403)
  await house.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
  expect((await ledger(house, await house.seed.investor(), circle)).status).toBe(404)
  expect((await house.call(null, 'GET', `public/ledger/${circle._id}`)).status).toBe(401)
})
