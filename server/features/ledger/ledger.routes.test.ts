import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { ledgerLabel } from '#domain/membership.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { buyArcs, checkLedgerAfterEach, createCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import type { LedgerRow } from './ledger.store.ts'

checkLedgerAfterEach()

type Row = { kind: string; member: string; membership: string; arcs: number[]; amount: number; at: string }

const ledger = (testApp: TestApp, reader: Person, circle: Circle, query = '') =>
  testApp.call(reader, 'GET', `app/ledger/${circle._id}${query}`)

test('shows who bought which arcs, in order, and which were freed again', async ({ testApp }) => {
  const owner = await testApp.seed.investor({ firstName: 'Theo', lastName: 'Winters' })
  const buyer = await testApp.seed.investor({ firstName: 'Maya', lastName: 'Okafor' })
  const circle = await createCircle(testApp, owner)
  await buyArcs(testApp, buyer, circle)
  await buyArcs(testApp, buyer, circle, 150_000)
  await testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  const rows = (await ledger(testApp, owner, circle)).data<Row[]>()
  expect(rows.map(({ kind, member, arcs, amount }) => [kind, member, arcs, amount])).toEqual([
    ['bought', 'Theo Winters', [1, 2, 3], 225_000],
    ['bought', 'Maya Okafor', [4], 75_000],
    ['added', 'Maya Okafor', [5, 6], 150_000],
    ['removed', 'Maya Okafor', [4, 5, 6], -225_000],
  ])
})

test('shows who left and who was removed, and marks new terms as neither', async ({ testApp }) => {
  const [owner, leaver, removed, admin] = [
    await testApp.seed.investor(),
    await testApp.seed.investor(),
    await testApp.seed.investor(),
    await testApp.seed.admin(),
  ]
  const circle = await createCircle(testApp, owner)
  const terms = { ...circle.investmentCriteria, ownerInvestmentAmount: 150_000 }
  expect((await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: terms })).status).toBe(200)
  await buyArcs(testApp, leaver, circle)
  await testApp.call(leaver, 'DELETE', `app/circle-membership/${circle._id}`)
  const { _id } = (await buyArcs(testApp, removed, circle)).data<{ _id: string }>()
  expect((await testApp.call(admin, 'DELETE', `admin/circle-membership/${_id}`)).status).toBe(204)
  const rows = (await ledger(testApp, owner, circle)).data<LedgerRow[]>()
  expect(rows.filter(({ kind }) => kind === 'removed').map(ledgerLabel)).toEqual(['Removed', 'Left', 'Removed'])
})

test('a deleted person is a former member, and the sums stay', async ({ testApp }) => {
  const [owner, buyer, admin] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.admin()])
  const circle = await createCircle(testApp, owner)
  await buyArcs(testApp, buyer, circle)
  expect((await testApp.call(admin, 'DELETE', `admin/user/${buyer._id}`)).status).toBe(204)
  const rows = (await ledger(testApp, owner, circle)).data<Row[]>()
  expect(rows.slice(1).map(({ member, amount }) => [member, amount])).toEqual([
    ['Former member', 75_000],
    ['Former member', -75_000],
  ])
})

test('a statement is a table with exact dollars, a running balance and inert cells', async ({ testApp }) => {
  const owner = await testApp.seed.investor({ firstName: '=HYPERLINK("http://evil.example")', lastName: 'Winters' })
  const buyer = await testApp.seed.investor({ firstName: 'Zoë', lastName: 'O’Neil, "Zo"' })
  const form = circleForm(
    { totalTargetSize: 1_000_000, minimumShareSize: '1/3', ownerInvestmentAmount: 333_333 },
    { title: 'Élan Row / 7' },
  )
  const circle = (await testApp.call(owner, 'POST', 'app/circle', form)).data<Circle>()
  await buyArcs(testApp, buyer, circle, 333_333)
  await testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  const answer = await ledger(testApp, owner, circle, '?format=csv')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="_lan_Row___7_ledger.csv"; filename*=UTF-8''%C3%89lan_Row_%2F_7_ledger.csv`,
  )
  const [header, first, second, third, ...rest] = answer.text.split('\r\n')
  expect(header).toBe('\uFEFF"Date (UTC)","Member","Entry","Shares","Arcs","Amount (USD)","Balance (USD)"')
  expect(first?.slice(13)).toBe(`"'=HYPERLINK(""http://evil.example"") Winters","Joined","1","1","333333","333333"`)
  expect(second?.slice(13)).toBe('"Zoë O’Neil, ""Zo""","Joined","1","2","333333","666666"')
  expect(third?.slice(13)).toBe('"Zoë O’Neil, ""Zo""","Left","-1","2","-333333","333333"')
  expect(rest).toEqual([''])
  const exported = await testApp.db.selectFrom('audit_log').select('facts').where('act', '=', 'ledger.exported').execute()
  expect(exported.map((entry) => entry.facts)).toEqual([{ format: 'csv', member: null, rows: 3 }])
})

test('a member’s statement contains all rows of that person, also of earlier memberships', async ({ testApp }) => {
  const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor({ firstName: 'Maya', lastName: 'Okafor' })])
  const circle = await createCircle(testApp, owner)
  await buyArcs(testApp, buyer, circle)
  await testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)
  const { _id } = (await buyArcs(testApp, buyer, circle, 150_000)).data<{ _id: string }>()
  const rows = (await ledger(testApp, owner, circle, `?member=${_id}`)).data<Row[]>()
  expect(rows.map((row) => row.amount)).toEqual([75_000, -75_000, 150_000])
  const statement = await ledger(testApp, buyer, circle, `?member=${_id}&format=csv`)
  expect(statement.headers['content-disposition']).toContain('Larkspur_Terrace_Maya_Okafor_statement.csv')
  const elsewhere = await createCircle(testApp, owner)
  expect((await ledger(testApp, owner, elsewhere, `?member=${_id}`)).status).toBe(404)
  expect((await ledger(testApp, owner, circle, '?member=nobody')).status).toBe(404)
  expect((await ledger(testApp, owner, circle, '?format=pdf')).status).toBe(400)
})

test('is for members and administrators', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const circle = await createCircle(testApp, owner)
  const broker = await testApp.seed.broker()
  await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
  expect((await ledger(testApp, await testApp.seed.admin(), circle)).status).toBe(200)
  expect((await ledger(testApp, broker, circle)).status).toBe(403)
  expect((await ledger(testApp, await testApp.seed.investor(), circle)).status).toBe(403)
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
  expect((await ledger(testApp, await testApp.seed.investor(), circle)).status).toBe(404)
  expect((await testApp.call(null, 'GET', `public/ledger/${circle._id}`)).status).toBe(401)
})
