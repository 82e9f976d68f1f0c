import { describe, expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookEntry } from '#contract/book.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

/** A motion permits $500 for repairs; the bank has shown the rent, a deposit, a payment of $400 and that it came back. */
async function withPermission(testApp: TestApp) {
  const { ann, ben, circleId, operating, files, post, get, decide } = await createBookCircle(testApp)
  const csv = bankCsv([
    ['2025-01-10', 200_000, 'RENT'],
    ['2025-01-11', 40_000, 'DEPOSIT'],
    ['2025-01-12', -40_000, 'PLUMBER'],
    ['2025-01-20', 40_000, 'PLUMBER BACK'],
  ])
  const file = bankFile(operating, csv, { from: '2025-01-01', to: '2025-01-31' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const { lines } = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>()
  const lineOf = (text: string) => lines.find((line) => line.text === text)?._id ?? ''
  const book = async (path: string, body: object) => {
    const booked = await post(ann, path, body)
    expect([path, booked.status, booked.text]).toEqual([path, 200, expect.any(String)])
    return booked.data<{ entryId: string }>().entryId
  }
  await book('income', { what: 'rent', bankAccountId: operating, amountCents: 200_000, bankLineId: lineOf('RENT'), payee: 'Tenant' })
  const cost = { what: 'cost', account: 'repairs', bankAccountId: operating, relatedMember: null, amountCents: 40_000 }
  const left = async (motionId: string) =>
    (await get(ann, '/form')).data<{ motions: { _id: string; leftCents: number }[] }>().motions.find(({ _id }) => _id === motionId)
      ?.leftCents
  /** That the bank shows this entry's cash line. */
  const show = async (entryId: string, text: string) => {
    const body = { bankLineIds: [lineOf(text)], cashLines: [{ entryId, position: 1 }] }
    const matched = await testApp.call(ann, 'POST', `${files}/match`, body)
    return matched.status === 200
      ? matched
      : testApp.call(ann, 'POST', `${files}/match`, { ...body, cashLines: [{ entryId, position: 2 }] })
  }
  const spend = () => decide({ kind: 'spend', amountCents: 50_000, category: 'repairs', repeats: null, relatedMember: null }, 'Handy')
  return { ann, ben, circleId, operating, files, post, get, lineOf, book, cost, left, show, spend }
}

describe('what a payment gives back', { timeout: 180_000 }, () => {
  test('by its reversal counts for its motion once the bank shows it', async ({ testApp }) => {
    const { ann, post, lineOf, book, cost, left, show, spend } = await withPermission(testApp)
    const motionId = await spend()
    const paid = await book('payment', { ...cost, motionId, bankLineId: lineOf('PLUMBER') })
    const reversal = await book(`reversal/${paid}`, { words: 'It comes back', day: '2025-01-13' })
    expect(await left(motionId)).toBe(10_000)
    const again = { ...cost, motionId, day: '2025-01-14' }
    expect(await post(ann, 'payment', again)).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    expect((await show(reversal, 'PLUMBER BACK')).status).toBe(200)
    expect(await left(motionId)).toBe(50_000)
    await book('payment', again)
  })

  test('by a refund counts once the bank shows it', async ({ testApp }) => {
    const { operating, lineOf, book, cost, left, show, spend } = await withPermission(testApp)
    const motionId = await spend()
    const paid = await book('payment', { ...cost, motionId, bankLineId: lineOf('PLUMBER') })
    const refund = await book('refund', { entryId: paid, bankAccountId: operating, amountCents: 40_000, day: '2025-01-13' })
    expect(await left(motionId)).toBe(10_000)
    expect((await show(refund, 'PLUMBER BACK')).status).toBe(200)
    expect(await left(motionId)).toBe(50_000)
  })

  test('counts at once if the bank has not shown the payment either: neither is outstanding then', async ({ testApp }) => {
    const { book, cost, left, spend } = await withPermission(testApp)
    const motionId = await spend()
    const paid = await book('payment', { ...cost, motionId, day: '2025-01-15' })
    expect(await left(motionId)).toBe(10_000)
    await book(`reversal/${paid}`, { words: 'A slip', day: '2025-01-15' })
    expect(await left(motionId)).toBe(50_000)
  })

  test('counts for the emergency limit once the bank shows it', async ({ testApp }) => {
    const { ann, post, lineOf, book, cost, show } = await withPermission(testApp)
    const urgent = { ...cost, payee: 'Plumber' }
    const paid = await book('payment', { ...urgent, bankLineId: lineOf('PLUMBER') })
    const reversal = await book(`reversal/${paid}`, { words: 'It comes back', day: '2025-01-13' })
    const again = { ...urgent, day: '2025-01-14' }
    expect(await post(ann, 'payment', again)).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    expect((await show(reversal, 'PLUMBER BACK')).status).toBe(200)
    await book('payment', again)
  })
})

describe('what is held for somebody', { timeout: 180_000 }, () => {
  test('goes back once: the bank shows that it came back before it can go again', async ({ testApp }) => {
    const { ann, operating, files, post, get, lineOf, book } = await withPermission(testApp)
    const deposit = { tenant: 'Tess', bankAccountId: operating, amountCents: 40_000 }
    const held = async (what: string, body: object) => (await post(ann, 'deposit', { ...deposit, what, ...body })).body.code
    const taken = await book('deposit', { ...deposit, what: 'taken', bankLineId: lineOf('DEPOSIT') })
    const back = await book('deposit', { ...deposit, what: 'given_back', bankLineId: lineOf('PLUMBER') })
    expect((await post(ann, `reversal/${taken}`, { words: 'A slip' })).body.code).toBe('more_than_held')
    expect((await post(ann, `reversal/${back}`, { words: 'It comes back' })).body.code).toBe('reversal_needs_bank')
    expect((await get(ann, `/entry/${back}`)).data<BookEntry>()).toMatchObject({ mayReverse: true, reversalRefusal: expect.any(String) })
    expect(await held('given_back', { day: '2025-01-21' })).toBe('more_than_held')
    const reversal = await book(`reversal/${back}`, { words: 'It came back', bankLineId: lineOf('PLUMBER BACK') })
    await book('deposit', { ...deposit, what: 'given_back', day: '2025-01-21' })
    const [match] = (await get(ann, `/entry/${reversal}`)).data<BookEntry>().matches
    expect(match?.mayTakeBack).toBe(false)
    expect((await testApp.call(ann, 'DELETE', `${files}/match/${match?._id}`)).body.code).toBe('match_refused')
  })

  test('and was never shown by the bank does not go back', async ({ testApp }) => {
    const { ann, operating, post, lineOf, book, show } = await withPermission(testApp)
    const deposit = { tenant: 'Tess', bankAccountId: operating, amountCents: 40_000 }
    const taken = await book('deposit', { ...deposit, what: 'taken', day: '2025-01-11' })
    const back = { ...deposit, what: 'given_back', bankLineId: lineOf('PLUMBER') }
    expect((await post(ann, 'deposit', back)).body.code).toBe('more_than_held')
    expect((await show(taken, 'DEPOSIT')).status).toBe(200)
    await book('deposit', back)
  })

  test('an outlay that was paid is not taken back, so its motion does not permit it again', async ({ testApp }) => {
    const { ann, ben, circleId, operating, post, lineOf, book, left, spend } = await withPermission(testApp)
    const motionId = await spend()
    const documentVersionId = await insertPaper(testApp, circleId, ann)
    const laid = { person: ben._id, account: 'repairs', amountCents: 40_000, day: '2025-01-09', payee: 'Handy', relatedMember: null }
    const outlay = await book('outlay', { ...laid, documentVersionId, motionId })
    const owed = { what: 'owed', person: ben._id, bankAccountId: operating, amountCents: 40_000 }
    const paid = await book('payment', { ...owed, bankLineId: lineOf('PLUMBER') })
    expect((await post(ann, `reversal/${outlay}`, { words: 'A slip' })).body.code).toBe('more_than_held')
    expect((await post(ann, `reversal/${paid}`, { words: 'A slip' })).body.code).toBe('reversal_needs_bank')
    expect(await left(motionId)).toBe(10_000)
    await book(`reversal/${paid}`, { words: 'It came back', bankLineId: lineOf('PLUMBER BACK') })
    await book(`reversal/${outlay}`, { words: 'A slip' })
    expect(await left(motionId)).toBe(50_000)
  })
})
