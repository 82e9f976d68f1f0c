import { describe, expect } from 'vitest'
import { readBalances } from '#server/shared/book/balances.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const price = { kind: 'price', amountCents: 5_800_000 }
const closing = [price, { kind: 'purchase_costs', amountCents: 700_000 }]

/** $80,000 are collected, of which $60,000 were recorded as sent to the title company. */
async function afterTheWire(testApp: TestApp) {
  const made = await createPurchaseCircle(testApp, [2, 2], { price: 58_000 })
  await made.sendWire()
  const balances = async () => {
    const now = await readBalances(testApp.db, made.circle._id)
    return { held: now.get('held:title') ?? 0, cash: now.get(`cash:${made.account}`) ?? 0 }
  }
  const further = (body: object, person: Person = made.owner) => made.done(person, 'wire', { isFurther: true, ...body })
  return { ...made, balances, further }
}

describe('a further wire', { timeout: 240_000 }, () => {
  test('is booked besides the first, so that the purchase can be finished', async ({ testApp }) => {
    const { owner, members, done, further, balances, stepOf, settle, confirm, confirmFor, required, stage } = await afterTheWire(testApp)
    const [ben] = members as [Person]
    expect((await settle(closing)).body.code).toBe('title_company_holds_less')
    const before = await stepOf('wire')
    expect(before.maySendMore).toBe(true)
    // Without saying that it is a further one, what two people record at the same time is booked once.
    expect((await done(owner, 'wire', { amountCents: 500_000 })).body.code).toBe('step_ended')
    expect((await further({ amountCents: 500_000 }, ben)).body.code).toBe('step_not_yours')
    expect((await further({})).body.code).toBe('wire_amount_missing')
    expect((await further({ amountCents: 2_000_001 })).body.code).toBe('too_little_cash')
    expect((await further({ amountCents: 500_000, day: '2020-01-01' })).body.code).toBe('day_not_here')
    expect((await done(owner, 'offer', { isFurther: true })).body.code).toBe('step_ended')
    expect((await further({ amountCents: 500_000 })).status).toBe(200)
    expect(await balances()).toEqual({ held: 6_500_000, cash: 1_500_000 })
    expect(await stepOf('wire')).toEqual(before)

    const settlement = required(await settle(closing)).settlement?._id ?? ''
    await confirmFor(ben)
    expect((await confirm(ben, settlement)).status).toBe(200)
    expect(await stage()).toBe('owning')
    expect((await further({ amountCents: 1 })).body.code).toBe('acquisition_not_open')
    expect((await stepOf('wire')).maySendMore).toBe(false)
  })

  test('goes from the account that is named, once all that was called is paid', async ({ testApp }) => {
    const { owner, people, circle, account, further, balances, call, pay, today } = await afterTheWire(testApp)
    const book = `app/book/${circle._id}`
    const opened = await testApp.call(owner, 'POST', `${book}/account`, { name: 'Second', purpose: 'operating' })
    const second = opened.data<{ _id: string }>()._id
    const moved = { from: { bankAccountId: account }, toBankAccountId: second, amountCents: 2_000_000, day: today() }
    expect((await testApp.call(owner, 'POST', `${book}/transfer`, moved)).status).toBe(200)
    expect((await further({ amountCents: 1 })).body.code).toBe('too_little_cash')
    expect((await further({ amountCents: 1, bankAccountId: 'x' })).body.code).toBe('bank_account_not_found')
    expect((await further({ amountCents: 700_000, bankAccountId: second })).status).toBe(200)
    expect((await balances()).held).toBe(6_700_000)

    await call(400)
    expect((await further({ amountCents: 1, bankAccountId: second })).body.code).toBe('wire_waits_for_steps')
    for (const person of people) await pay(person, 200)
    expect((await further({ amountCents: 1, bankAccountId: second })).status).toBe(200)
  })
})
