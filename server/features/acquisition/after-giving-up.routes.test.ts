import { expect } from 'vitest'
import { totalOf } from '#domain/book-accounts.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

test('what comes or goes after giving up is shared like what was spent before: no cash is nobody’s', { timeout: 120_000 }, async ({
  testApp,
}) => {
  const made = await createPurchaseCircle(testApp, [2, 1, 1])
  const { owner, people, circle, account, today } = made
  await made.call(100_000)
  for (const [index, person] of people.entries()) await made.pay(person, 25_000 * ([2, 1, 1][index] ?? 0))
  await made.decide({ kind: 'give_up', why: 'The roof' })
  expect(await made.stage()).toBe('deciding')
  const book = async (path: string, body: object) => {
    const booked = await testApp.call(owner, 'POST', `app/book/${circle._id}/${path}`, { bankAccountId: account, day: today(), ...body })
    expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
    return booked.data<{ entryId: string }>().entryId
  }
  const balances = () => readBalances(testApp.db, circle._id)
  const owedTo = async () => {
    const now = await balances()
    return people.map(({ _id }) => -(now.get(`owed:${_id}`) ?? 0))
  }
  expect(await owedTo()).toEqual([50_000, 25_000, 25_000])
  await book('income', { what: 'other_income', amountCents: 10 })
  // 10 cents over four arcs: the odd ones to the lowest numbers.
  expect(await owedTo()).toEqual([50_006, 25_002, 25_002])
  const second = await book('income', { what: 'other_income', amountCents: 1_200 })
  expect(await owedTo()).toEqual([50_606, 25_302, 25_302])
  const taken = await testApp.call(owner, 'POST', `app/book/${circle._id}/reversal/${second}`, { words: 'Not ours', day: today() })
  expect([taken.status, taken.text]).toEqual([200, expect.any(String)])
  expect(await owedTo()).toEqual([50_006, 25_002, 25_002])
  const now = await balances()
  expect(totalOf(now, 'cash') + totalOf(now, 'owed')).toBe(0)
})
