import { describe, expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book, BookEntry } from '#contract/book.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const lender = 'Front Range Bank'
const day = '2025-06-10'

/** A circle that may borrow $1,000 and has, with the loan's cash on its account. */
async function borrowed(testApp: TestApp, more: object = {}) {
  const made = await createBookCircle(testApp)
  await made.decide({ kind: 'spend', amountCents: 100_000, category: 'loan', repeats: null, relatedMember: null, ...more }, lender)
  await made.write('settlement', '2025-06-01', [
    { account: 'cash', bankAccount: made.operating, amountCents: 100_000 },
    { account: 'loan', who: lender, amountCents: -100_000 },
  ])
  const parts = { bankAccountId: made.operating, interestCents: 5_000, principalCents: 10_000, reserveCents: 0 }
  return { ...made, pay: (more: object) => made.post(made.ann, 'loan-payment', { ...parts, day, ...more }) }
}

describe('a payment to the lender', () => {
  test('is permitted to the lender of the motion only, however the name is written', async ({ testApp }) => {
    const { pay, get, ann } = await borrowed(testApp)
    expect(await pay({ lender: 'Cousin and Sons' })).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    expect((await pay({ lender: ' front range bank ' })).status).toBe(200)
    expect((await pay({})).status).toBe(200)
    expect((await get(ann)).data<Book>().toRatify).toEqual([])
  })

  test('is permitted up to the agreed payments of a month; more that the bank shows is put to the members', async ({ testApp }) => {
    const { pay, get, ann, operating, files } = await borrowed(testApp, { monthlyCents: 20_000 })
    expect((await pay({})).status).toBe(200)
    const less = { interestCents: 0, principalCents: 5_000 }
    const refused = await pay({ ...less, principalCents: 5_001 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    expect(refused.text).toContain('At most $50.00 are left')
    expect((await pay(less)).status).toBe(200)
    // A day of another month takes no further payment while the bank has shown none.
    expect((await pay({ day: '2025-07-10' })).body.code).toBe('payment_not_permitted')
    expect((await get(ann)).data<Book>().toRatify).toEqual([])

    const file = bankFile(operating, bankCsv([[day, -15_000, 'ACH BANK']], 100_000), { from: '2025-06-01', to: '2025-06-30' })
    expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
    const { lines } = (await testApp.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>()
    const { entryId } = (await pay({ day: null, bankLineId: lines[0]?._id })).data<{ entryId: string }>()
    expect((await get(ann, `/entry/${entryId}`)).data<BookEntry>()).toMatchObject({ permission: 'none' })
    expect((await get(ann)).data<Book>().toRatify).toHaveLength(1)
  })

  test('to someone else, that the bank shows, is booked, marked and put to the members', async ({ testApp }) => {
    const { pay, get, ann, operating, files } = await borrowed(testApp)
    const csv = bankCsv([[day, -15_000, 'ACH COUSIN']], 100_000)
    const file = bankFile(operating, csv, { from: '2025-06-01', to: '2025-06-30' })
    expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
    const { lines } = (await testApp.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>()
    const booked = await pay({ day: null, bankLineId: lines[0]?._id, lender: 'Cousin and Sons' })
    expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
    const { entryId } = booked.data<{ entryId: string }>()
    expect((await get(ann, `/entry/${entryId}`)).data<BookEntry>()).toMatchObject({ permission: 'none' })
    expect((await get(ann)).data<Book>().toRatify).toHaveLength(1)
  })

  test('below the floor is paid within the emergency limit, counts for its month and is put to the members', async ({ testApp }) => {
    const { pay, get, ann, decide } = await borrowed(testApp, { monthlyCents: 30_000 })
    await decide({ kind: 'reserve', floorCents: 95_000, emergencyCents: 16_000 })
    const refused = await pay({ reserveCents: 1_001 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    expect(refused.text).toContain('At most $160.00 can be paid now.')
    const booked = await pay({ reserveCents: 1_000 })
    expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
    const { entryId, ratifyMotionId } = booked.data<{ entryId: string; ratifyMotionId: string }>()
    expect((await get(ann, `/entry/${entryId}`)).data<BookEntry>()).toMatchObject({ permission: 'emergency' })
    const book = (await get(ann)).data<Book>()
    expect(book.toRatify).toMatchObject([{ motionId: ratifyMotionId }])
    expect(book.emergency.leftCents).toBe(0)
    // The limit is used up, and half of the month's agreed payments.
    expect((await pay({ principalCents: 0, interestCents: 1 })).text).toContain('below the reserve’s floor')
    await decide({ kind: 'reserve', floorCents: 0, emergencyCents: 0 })
    expect((await pay({ principalCents: 14_001, interestCents: 0 })).text).toContain('At most $140.00 are left')
    expect((await pay({ principalCents: 14_000, interestCents: 0 })).status).toBe(200)
  })

  test('below the floor and above the emergency limit, that the bank shows, is marked as not permitted', async ({ testApp }) => {
    const { pay, get, ann, operating, files, decide } = await borrowed(testApp)
    await decide({ kind: 'reserve', floorCents: 195_000, emergencyCents: 14_999 })
    const file = bankFile(operating, bankCsv([[day, -15_000, 'ACH BANK']], 100_000), { from: '2025-06-01', to: '2025-06-30' })
    expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
    const { lines } = (await testApp.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>()
    const { entryId } = (await pay({ day: null, bankLineId: lines[0]?._id })).data<{ entryId: string }>()
    expect((await get(ann, `/entry/${entryId}`)).data<BookEntry>()).toMatchObject({ permission: 'none' })
  })
})
