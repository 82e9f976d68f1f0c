import { describe, expect } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import { transaction } from '#server/db/transaction.ts'
import { readPassedLoans } from '#server/shared/deciding/passed-loans.ts'
import { erasePerson } from '#server/shared/people/erase-person.ts'
import { createBookCircle } from '#server/testing/book-circle.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const day = '2025-06-10'
const lender = 'Front Range Bank'
const spend = { kind: 'spend', amountCents: 50_000, category: 'repairs', repeats: null, relatedMember: null }

/** A circle with $5,000 and a loan, in which Ben proposes what everyone votes for. Ann is the treasurer. */
async function prepare(testApp: TestApp) {
  const made = await createBookCircle(testApp)
  const { circleId, ben, ann, operating, post, vote } = made
  const motions = `app/motion/${circleId}`
  const propose = (facts: object, payee?: string | null) =>
    testApp.call(ben, 'POST', motions, { title: 'A motion', text: 'It is time.', facts, payee, closesAt: inDays(3) })
  await made.write('settlement', '2025-06-01', [
    { account: 'cash', bankAccount: operating, amountCents: 500_000 },
    { account: 'loan', who: lender, amountCents: -500_000 },
  ])
  const cost = { what: 'cost', account: 'repairs', bankAccountId: operating, day, amountCents: 10_000, relatedMember: null }
  const parts = { bankAccountId: operating, interestCents: 5_000, principalCents: 0, reserveCents: 0, day }
  return {
    ...made,
    propose,
    passed: async (facts: object, payee?: string | null): Promise<string> => {
      const answer = await propose(facts, payee)
      if (answer.status !== 200) throw new Error(`proposing answered ${answer.status}: ${answer.text}`)
      const { _id } = answer.data<Motion>()
      await vote(_id, 'yes')
      return _id
    },
    shown: async (motionId: string) => (await testApp.call(ann, 'GET', `${motions}/${motionId}`)).data<Motion>(),
    pay: (motionId: string, payee: string | null) => post(ann, 'payment', { ...cost, motionId, payee }),
    payLender: (more: object) => post(ann, 'loan-payment', { ...parts, ...more }),
    erase: ({ _id, email }: Person) => transaction(testApp.db, (tx) => erasePerson(tx, { id: _id, email })),
  }
}

describe('a spend without a payee', () => {
  test('is a budget: it permits payments to any payee, up to its amount, also once its proposer was erased', async ({ testApp }) => {
    const { passed, shown, pay, erase, ben } = await prepare(testApp)
    const motionId = await passed(spend)
    expect(await shown(motionId)).toMatchObject({
      payee: null,
      effect: expect.stringContaining('up to $500.00 to any payee under Repairs'),
    })
    expect((await pay(motionId, 'Weller Roofing')).status).toBe(200)
    expect((await pay(motionId, null)).body.code).toBe('payee_missing')
    await erase(ben)
    expect(await shown(motionId)).toMatchObject({ payee: null })
    expect((await pay(motionId, 'Kent Plumbing')).status).toBe(200)
  })

  test('is still shown once all of it was paid', async ({ testApp }) => {
    const { passed, pay, get, ben } = await prepare(testApp)
    const motionId = await passed({ ...spend, amountCents: 10_000 })
    expect((await pay(motionId, 'Weller Roofing')).status).toBe(200)
    const { motions } = (await get(ben, '/form')).data<{ motions: object[] }>()
    expect(motions).toMatchObject([{ _id: motionId, amountCents: 10_000, leftCents: 0 }])
    expect((await pay(motionId, 'Weller Roofing')).text).toContain('At most $0.00 are left of this motion.')
  })

  test('is not a loan: its lender is named', async ({ testApp }) => {
    const { propose } = await prepare(testApp)
    const refused = await propose({ ...spend, category: 'loan' }, ' ')
    expect(refused.body.fields).toEqual([{ field: 'payee', message: 'Please name the lender' }])
  })
})

describe('once the proposer was erased, a motion', () => {
  test('permits payments to the payee that it named and to nobody else', async ({ testApp }) => {
    const { passed, shown, pay, erase, ben, get, ann } = await prepare(testApp)
    const motionId = await passed(spend, 'Weller Roofing LLC')
    await erase(ben)
    expect(await shown(motionId)).toMatchObject({ payee: '', effect: expect.stringContaining('to the payee under Repairs') })
    const { motions } = (await get(ann, '/form')).data<{ motions: object[] }>()
    expect(motions).toMatchObject([{ _id: motionId, payee: '', leftCents: 50_000 }])
    const other = await pay(motionId, 'Cousin and Sons')
    expect([other.body.code, other.text]).toEqual(['payment_not_permitted', expect.stringContaining('to another payee')])
    expect((await pay(motionId, null)).body.code).toBe('payee_missing')
    expect((await pay(motionId, ' weller   ROOFING llc')).status).toBe(200)
  })

  test('lets the circle borrow from the lender that it named and from nobody else', async ({ testApp }) => {
    const { passed, payLender, erase, ben, circleId } = await prepare(testApp)
    await passed({ ...spend, category: 'loan' }, lender)
    await erase(ben)
    const lendersOf = async (asked?: string[]) => (await readPassedLoans(testApp.db, circleId, asked)).map((loan) => loan.lender)
    expect(await lendersOf()).toEqual([''])
    expect(await lendersOf(['Cousin and Sons', 'front range bank'])).toEqual(['front range bank'])
    for (const more of [{ lender: 'Cousin and Sons' }, { lender: 'Lender' }, {}]) {
      expect(await payLender(more)).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    }
    expect((await payLender({ lender })).status).toBe(200)
  })
})

test('the name of a payee is not erased without leaving its hash', async ({ testApp }) => {
  const { passed, pay } = await prepare(testApp)
  const motionId = await passed(spend, 'Weller Roofing LLC')
  const erasing = testApp.db
    .updateTable('motion_texts')
    .set({ title: '', body: '', payee: null, why: null })
    .where('motion_id', '=', motionId)
    .execute()
  await expect(erasing).rejects.toThrow('cannot be changed')
  expect((await pay(motionId, 'Weller Roofing LLC')).status).toBe(200)
})
