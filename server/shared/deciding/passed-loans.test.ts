import { expect } from 'vitest'
import { createMotionCircle, inDays } from '#server/testing/motion-circle.ts'
import { test } from '#server/testing/test-app.ts'
import { readPassedLoans } from './passed-loans.ts'

test('only what passed is a loan that the circle may take', async ({ testApp }) => {
  const { made, propose, owner, members, vote, circle } = await createMotionCircle(testApp, [8, 4])
  const loan = { kind: 'spend', amountCents: 21_000_000, category: 'loan', repeats: null, relatedMember: null }
  const passed = await made(owner, { facts: loan, payee: 'First Bank of Plano' })
  expect(passed.effect).toBe(
    'The circle may borrow up to $210,000.00 from First Bank of Plano. The agreed payments on this loan need no motion of their own.',
  )
  const refused = await made(owner, { facts: { ...loan, amountCents: 1 }, payee: 'Second Bank' })
  await made(owner, { facts: { ...loan, amountCents: 2 }, payee: 'Third Bank' })
  const repairs = await made(owner, { facts: { ...loan, category: 'repairs' }, payee: 'A painter' })
  for (const person of [owner, ...members]) {
    await vote(person, passed, 'yes')
    await vote(person, refused, 'no')
    await vote(person, repairs, 'yes')
  }
  expect(await readPassedLoans(testApp.db, circle._id)).toEqual([
    { amountCents: 21_000_000, lender: 'First Bank of Plano', monthlyCents: null },
  ])
  const notOfALoan = { ...loan, category: 'repairs', monthlyCents: 100 }
  expect((await propose(owner, { facts: notOfALoan, payee: 'A painter' })).body.fields?.map(({ field }) => field)).toEqual([
    'facts.monthlyCents',
  ])
  const monthly = { ...loan, repeats: { every: 'month', until: inDays(100).slice(0, 10) } }
  expect((await propose(owner, { facts: monthly, payee: 'First Bank' })).body.fields?.map(({ field }) => field)).toEqual(['facts.repeats'])
})
