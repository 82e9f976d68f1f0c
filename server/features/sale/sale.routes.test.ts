import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Book } from '#contract/book.ts'
import type { Motion } from '#contract/motions.ts'
import type { Needs } from '#contract/needs.ts'
import type { Notice } from '#contract/notices.ts'
import type { Sale } from '#contract/sale.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { readEntries, stepUpFor } from '#server/testing/buying-circle.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { changePast, createOwningCircle } from '#server/testing/owning-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

const price = { kind: 'price', amountCents: 20_000_000 }
const costs = { kind: 'sale_costs', amountCents: 1_200_000 }
const sell = { kind: 'sell', leastPriceCents: 20_000_000, relatedMember: null, why: 'The rent does not carry it.' }

describe('selling', () => {
  test('to someone who is said to be related to a member asks that member about the buyer', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, circleId } = await createOwningCircle(testApp)
    const body = { title: 'Sell it', text: 'It is time.', facts: { ...sell, relatedMember: ben._id }, closesAt: inDays(3) }
    const { record } = (await testApp.call(ann, 'POST', `app/motion/${circleId}`, body)).data<Motion>()
    expect(record.map(({ words }) => words)).toContain(
      '“Sell it” says that its buyer is related to another member, who is asked whether that is so',
    )
    const { items } = (await testApp.call(ben, 'GET', 'app/notice?unread=true')).data<{ items: Notice[] }>()
    expect(items.map(({ words }) => words)).toContain('“Sell it” says that its buyer is related to you: please say whether that is so')
    const mails = await testApp.db
      .selectFrom('mails')
      .select('props')
      .where('to_address', '=', ben.email)
      .where('template', '=', 'motion-claim')
      .execute()
    expect(mails).toMatchObject([{ props: { party: 'buyer' } }])
  })

  test('needs a passed motion, its price, its time, and a day between the purchase and today', { timeout: 240_000 }, async ({
    testApp,
  }) => {
    const { ann, ben, circleId, saleUrl, record, decide } = await createOwningCircle(testApp)
    expect((await record(ann, [price])).body.code).toBe('sale_not_permitted')
    await decide({ ...sell, leastPriceCents: 20_000_001 }, null, 'no')
    expect((await record(ann, [price])).body.code).toBe('sale_not_permitted')
    const motionId = await decide(sell)
    expect((await testApp.call(ann, 'GET', `app/motion/${circleId}/${motionId}`)).data<object>()).toMatchObject({ facts: sell })
    expect((await record(ben, [price])).status).toBe(403)
    const below = await record(ann, [{ ...price, amountCents: 19_999_999 }])
    expect([below.status, below.body.code]).toEqual([409, 'sale_below_passed_price'])
    for (const [lines, more, code] of [
      [[costs], {}, 'settlement_price_missing'],
      [[{ ...price, amountCents: -1 }], {}, 'settlement_line_wrong'],
      [[price, { ...costs, amountCents: 20_000_001 }], {}, 'title_company_holds_less'],
      [[price], { day: '2025-01-28' }, 'sale_day_not_here'],
      [[price], { day: '2099-01-01' }, 'sale_day_not_here'],
      [[price], { documentVersionId: 'x' }, 'document_not_found'],
    ] as const)
      expect([code, (await record(ann, lines, more)).body.code]).toEqual([code, code])

    const shown = (await testApp.call(ben, 'GET', saleUrl)).data<Sale>()
    expect(shown).toMatchObject({ motion: { _id: motionId, leastPriceCents: 20_000_000, isOver: false }, mayRecord: false, sold: null })
    const aged = sql`update motion_closings set at = at - interval '180 days 1 second' where motion_id = ${motionId}`
    await changePast(testApp, 'motion_closings', aged)
    const late = await record(ann, [price])
    expect([late.status, late.body.code]).toEqual([409, 'sale_too_late'])
    expect((await testApp.call(ann, 'GET', saleUrl)).data<Sale>()).toMatchObject({ motion: { isOver: true }, mayRecord: false })
    // A later motion takes the place of the earlier one.
    await decide({ ...sell, leastPriceCents: 19_000_000 })
    expect((await record(ann, [{ ...price, amountCents: 19_000_000 }])).status).toBe(200)
  })

  test('pays off the loan and hands over the deposits as the book has them', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, circleId, record, confirm, decide, write } = await createOwningCircle(testApp)
    await write('test', '2025-02-02', [
      { account: 'loan', amountCents: -5_000_000 },
      { account: 'deposits_held', amountCents: -100_000, who: 'Tess' },
      { account: 'deposits_held', amountCents: -50_000, who: 'Ulf' },
      { account: 'held', heldBy: 'title', amountCents: 5_150_000 },
    ])
    await decide(sell)
    const payoff = { kind: 'payoff', amountCents: 5_000_000 }
    const wrong = await record(ann, [price, { ...payoff, amountCents: 5_000_100 }])
    expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
      409,
      'payoff_is_not_the_loan',
      expect.stringContaining('The loan stands at $50,000.00'),
    ])
    expect((await record(ann, [price])).body.code).toBe('payoff_is_not_the_loan')
    const all = { kind: 'deposits', amountCents: 150_000 }
    expect((await record(ann, [price, payoff, { ...all, amountCents: 150_001 }])).body.code).toBe('deposits_are_not_held')
    expect((await record(ann, [price, payoff, { ...all, amountCents: 50_000 }])).body.code).toBe('deposits_are_not_held')
    const { statement } = (await record(ann, [price, payoff, all])).data<Sale>()
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await confirm(ben, statement?._id ?? '')).status).toBe(200)
    expect(await readDeposits(testApp.db, circleId)).toEqual([])
  })

  test('is confirmed by another member than who recorded it, after a step-up, once', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, cy, circleId, operating, saleUrl, record, confirm, decide, get, post } = await createOwningCircle(testApp)
    await decide({ kind: 'reserve', floorCents: 500_000, emergencyCents: 70_000 })
    await decide(sell)
    const recorded = await record(ann, [price, costs])
    expect([recorded.status, recorded.text]).toEqual([200, expect.any(String)])
    const { statement } = recorded.data<Sale>()
    expect(statement).toMatchObject({
      priceCents: 20_000_000,
      bookValueCents: 10_000_000,
      balanceCents: 18_800_000,
      proceedsCents: 18_800_000,
      proposedBy: { _id: ann._id },
      mayConfirm: false,
      mayWithdraw: true,
    })
    const first = statement?._id ?? ''
    expect((await record(ann, [price])).body.code).toBe('settlement_waits')
    const needs = async (person: Person) =>
      (await testApp.call(person, 'GET', 'app/needs-you'))
        .data<Needs>()
        .items.filter(({ kind }) => kind === 'sale' || kind === 'settlement')
    expect(await needs(ann)).toEqual([])
    expect(await needs(ben)).toMatchObject([{ kind: 'sale', name: 'Settlement statement', path: `/circle/${circleId}/sale` }])

    await stepUpFor(testApp, ann, 'confirm_money')
    const own = await confirm(ann, first)
    expect([own.status, own.body.code]).toEqual([403, 'settlement_by_another'])
    expect((await confirm(await testApp.seed.investor(), first)).status).toBe(403)
    expect((await confirm(ben, first)).body.code).toBe('step_up_required')
    // What was withdrawn is not confirmed, and the next one is another.
    expect((await testApp.call(ben, 'DELETE', `${saleUrl}/settlement/${first}`)).body.code).toBe('not_allowed')
    expect((await testApp.call(ann, 'DELETE', `${saleUrl}/settlement/${first}`)).status).toBe(200)
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await confirm(ben, first)).body.code).toBe('settlement_not_found')
    const next = (await record(ann, [price, costs])).data<Sale>().statement?._id ?? ''
    const before = (await readEntries(testApp, circleId)).length
    await stepUpFor(testApp, cy, 'confirm_money')
    const answers = await Promise.all([confirm(ben, next), confirm(cy, next)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const entries = await readEntries(testApp, circleId)
    expect(entries.length).toBe(before + 1)
    expect(entries.at(-1)).toEqual([
      { account: 'sale', amountCents: -20_000_000 },
      { account: 'sale', amountCents: 1_200_000 },
      { account: 'sale', amountCents: 10_000_000 },
      { account: 'property', amountCents: -10_000_000 },
      { account: 'held', heldBy: 'title', amountCents: 18_800_000 },
    ])
    expect((await record(ann, [price])).body.code).toBe('sale_done')
    const book = (await get(ben)).data<Book>()
    // The floor is 0 from now on; the emergency limit stays.
    expect(book).toMatchObject({ floorCents: 0, emergency: { limitCents: 70_000 } })
    const after = (await testApp.call(cy, 'GET', saleUrl)).data<Sale>()
    expect(after).toMatchObject({
      statement: null,
      mayRecord: false,
      bookValueCents: 0,
      sold: { priceCents: 20_000_000, recordedBy: { _id: ann._id }, heldByTitleCents: 18_800_000 },
    })
    const told = await testApp.db.selectFrom('notices').select(['user_id', 'kind']).where('circle_id', '=', circleId).execute()
    const toldOf = (kind: string) =>
      told
        .filter((notice) => notice.kind === kind)
        .map(({ user_id }) => user_id)
        .sort()
    expect([...new Set(toldOf('sale_waits'))]).toEqual([ben._id, cy._id].sort())
    expect(toldOf('sold')).toEqual([ann._id, ben._id, cy._id].sort())
    const written = (await testApp.call(cy, 'GET', `app/circle/${circleId}/record`)).text
    expect(written).toContain('The circle sold')
    // A late bill for the house belongs to the sale: the circle has no property any more.
    const spend = await decide({ kind: 'spend', amountCents: 50_000, category: 'other', repeats: null, relatedMember: null }, 'Handy & Co')
    const moved = { from: { heldBy: 'title' }, toBankAccountId: operating, amountCents: 18_800_000, day: '2025-04-16' }
    expect((await post(ann, 'transfer', moved)).status).toBe(200)
    const bill = { what: 'cost', motionId: spend, relatedMember: null, bankAccountId: operating, amountCents: 1_000, account: 'property' }
    const paid = await post(ann, 'payment', { ...bill, day: '2025-04-17', payee: 'Handy & Co' })
    expect([paid.status, paid.text]).toEqual([200, expect.any(String)])
    expect((await readEntries(testApp, circleId)).at(-1)).toEqual([
      { account: 'sale', amountCents: 1_000 },
      { account: 'property', amountCents: -1_000 },
    ])
    // By SQL too: no sale is changed, and what is sold stays out of the book.
    await expect(sql`delete from settlements where circle_id = ${circleId}`.execute(testApp.db)).rejects.toThrow()
    await expect(sql`update settlements set day = '2025-05-01' where circle_id = ${circleId}`.execute(testApp.db)).rejects.toThrow()
  })
})
