import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Needs } from '#contract/needs.ts'
import { readEntries } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const price = { kind: 'price', amountCents: 5_800_000 }
const costs = { kind: 'purchase_costs', amountCents: 120_000 }
const terms = { price: 58_000 }

describe('the settlement statement', () => {
  test('is refused above the price that passed, with a loan that no motion names, and above what the title company has', async ({
    testApp,
  }) => {
    const buying = await createPurchaseCircle(testApp, [2, 2], terms)
    const { owner, settle, decide, sendWire, required } = buying
    expect((await settle([price])).body.code).toBe('settlement_not_yet')
    await sendWire()
    const loan = { kind: 'loan', amountCents: 1_000_000, lender: 'First Valley Bank' }
    const refusals = [
      [[costs], 'settlement_price_missing'],
      [[{ ...price, amountCents: 5_800_001 }], 'price_above_passed'],
      [[price, { kind: 'price', amountCents: 1 }], 'price_above_passed'],
      [[{ ...price, amountCents: -1 }], 'settlement_line_wrong'],
      [[price, loan], 'loan_without_motion'],
      [[price, { ...costs, amountCents: 200_001 }], 'title_company_holds_less'],
    ] as const
    for (const [lines, code] of refusals) expect((await settle(lines)).body.code).toBe(code)
    expect((await settle([price], { day: '2020-01-01' })).body.code).toBe('day_not_here')
    expect((await settle([price], { day: '2099-01-01' })).body.code).toBe('day_not_here')
    expect((await settle([price], { documentVersionId: 'x' })).body.code).toBe('document_not_found')

    const facts = { kind: 'spend', amountCents: 999_999, category: 'loan', repeats: null, relatedMember: null }
    await decide(facts, 'First Valley Bank')
    expect((await settle([price, loan])).body.code).toBe('loan_without_motion')
    const { settlement } = required(await settle([price, { ...loan, amountCents: 999_999 }]))
    expect(settlement).toMatchObject({ balanceCents: 4_800_001, refundCents: 1_199_999, proposedBy: { _id: owner._id } })
  })

  test('is confirmed by another member than who entered it, after a step-up, once', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [2, 1, 1], terms)
    const { owner, circle, broker, settle, confirm, confirmFor, sendWire, required, url, stage } = buying
    const [member, third] = buying.members as [Person, Person]
    await sendWire()
    expect((await settle([price, costs], {}, member)).body.code).toBe('not_allowed')
    const settlement = required(await settle([price, costs])).settlement?._id ?? ''
    expect((await settle([price, costs])).body.code).toBe('settlement_waits')

    await confirmFor(owner)
    const own = await confirm(owner, settlement)
    expect([own.status, own.body.code]).toEqual([403, 'settlement_by_another'])
    expect((await confirm(broker, settlement)).status).toBe(403)
    expect((await confirm(await testApp.seed.investor(), settlement)).status).toBe(403)
    expect((await confirm(member, settlement)).body.code).toBe('step_up_required')
    const needs = async (person: Person) =>
      (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.filter(({ kind }) => kind === 'settlement')
    expect(await needs(owner)).toEqual([])
    expect(await needs(member)).toMatchObject([{ name: 'Settlement statement', path: `/circle/${circle._id}/purchase` }])
    const told = testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'settlement_waits')
    const notices = await told.where('circle_id', '=', circle._id).execute()
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([member._id, third._id].sort())

    // What was withdrawn is not confirmed, and the next one is another.
    expect((await testApp.call(member, 'DELETE', `${url}/settlement/${settlement}`)).body.code).toBe('not_allowed')
    expect((await testApp.call(owner, 'DELETE', `${url}/settlement/${settlement}`)).status).toBe(200)
    await confirmFor(member)
    expect((await confirm(member, settlement)).body.code).toBe('settlement_not_found')
    const next = required(await settle([price, costs])).settlement?._id ?? ''
    expect((await confirm(member, settlement)).body.code).toBe('settlement_not_found')
    const before = (await readEntries(testApp, circle._id)).length
    await confirmFor(third)
    const answers = await Promise.all([confirm(member, next), confirm(third, next)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await readEntries(testApp, circle._id)).length).toBe(before + 1)
    expect(await stage()).toBe('owning')
    expect(await needs(third)).toEqual([])
    // What is bought stays bought, by SQL too.
    await expect(sql`update acquisitions set outcome = 'given_up' where circle_id = ${circle._id}`.execute(testApp.db)).rejects.toThrow()
    await expect(sql`delete from settlements where circle_id = ${circle._id}`.execute(testApp.db)).rejects.toThrow()
  })

  test('with one holder left is confirmed by them', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [4], terms)
    const { owner, settle, confirm, confirmFor, required, stage, done, skip, nameAgreement, sign, makeWhereToPay } = buying
    for (const key of ['offer', 'inspection', 'title', 'insurance']) await done(owner, key)
    await skip(owner, 'loan')
    await sign(owner, await nameAgreement())
    await makeWhereToPay()
    await buying.call(8_000_000)
    // Nobody else can confirm a payment either.
    await buying.pay(owner, 8_000_000)
    expect((await buying.stepOf('money_collected')).state).toBe('done')
    expect((await done(owner, 'wire', { amountCents: 6_000_000 })).status).toBe(200)
    const { settlement } = required(await settle([price]))
    expect(settlement?.mayConfirm).toBe(true)
    await confirmFor(owner)
    expect((await confirm(owner, settlement?._id ?? '')).status).toBe(200)
    expect(await stage()).toBe('owning')
  })

  test('of what was paid to the title company directly needs no wire of the circle’s account', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [2, 2], terms)
    const { owner, settle, confirm, confirmFor, required, done, skip, call, pay, people, nameAgreement, sign, makeWhereToPay } = buying
    for (const key of ['offer', 'inspection', 'title', 'insurance']) await done(owner, key)
    await skip(owner, 'loan')
    const agreement = await nameAgreement()
    for (const person of people) await sign(person, agreement)
    await makeWhereToPay()
    await call(5_800_000)
    const paper = { bankAccountId: null, documentVersionId: agreement.newest._id }
    for (const person of people) await pay(person, 2_900_000, paper)
    expect((await done(owner, 'wire')).status).toBe(200)
    const { settlement } = required(await settle([price]))
    expect(settlement?.refundCents).toBe(0)
    await confirmFor(people[1] as Person)
    expect((await confirm(people[1] as Person, settlement?._id ?? '')).status).toBe(200)
  })
})
