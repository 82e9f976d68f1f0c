import { afterEach, expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book, BookEntries, BookEntry } from '#contract/book.ts'
import type { CallList } from '#contract/calls.ts'
import type { Export } from '#contract/export.ts'
import type { Needs } from '#contract/needs.ts'
import { transaction } from '#server/db/transaction.ts'
import { erasePerson } from '#server/shared/people/erase-person.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { distributionCalls, startOwning } from '#server/testing/distributions.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

/** What `verify-ledger` says of a circle that is made to own without a purchase. */
const ofNoPurchase = /last stage dated|bought without a settlement statement/
afterEach<{ testApp: TestApp }>(async ({ testApp }) =>
  expect((await ledgerProblems(testApp.databaseUrl)).filter(({ what }) => !ofNoPurchase.test(what))).toEqual([]),
)

// Each test makes a whole circle.
const timeout = 180_000

/** Ann keeps the book. The bank has shown $2,000 of rent, $600 of Ben and $123.45 that nobody knows. */
async function circleWithMoney(testApp: TestApp) {
  const circle = await createBookCircle(testApp)
  const { ann, ben, cy, circleId, operating, files, post, get } = circle
  const csv = bankCsv([
    ['2025-01-10', 200_000, 'RENT'],
    ['2025-01-11', 60_000, 'BEN'],
    ['2025-01-12', 12_345, 'UNKNOWN'],
  ])
  const file = bankFile(operating, csv, { from: '2025-01-01', to: '2025-01-31' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const { lines } = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>()
  const lineOf = (text: string) => lines.find((line) => line.text === text)?._id ?? ''
  const book = async (person: Person, path: string, body: object) => {
    const booked = await post(person, path, body)
    expect([path, booked.status, booked.text]).toEqual([path, 200, expect.any(String)])
    return booked.data<{ entryId: string }>().entryId
  }
  const cash = { bankAccountId: operating }
  await book(ann, 'income', { what: 'rent', ...cash, amountCents: 200_000, bankLineId: lineOf('RENT'), payee: 'Tenant' })
  await book(ann, 'income', { what: 'suspense', ...cash, amountCents: 12_345, bankLineId: lineOf('UNKNOWN'), words: 'Perhaps Ann' })

  /** What Ann laid out, by Ben's word. */
  const outlay = async (day = '2025-01-15') => {
    const bill = { person: ann._id, account: 'repairs', amountCents: 4_500, day, payee: 'Locksmith', relatedMember: null }
    const documentVersionId = await insertPaper(testApp, circleId, ann)
    const { outlayId } = (await post(ann, 'outlay', { ...bill, documentVersionId })).data<{ outlayId: string }>()
    await stepUpFor(testApp, ben, 'confirm_money')
    return book(ben, `outlay/${outlayId}/confirm`, {})
  }
  /** Kept money that went back to Ben, by his word. */
  const paidBack = async () => {
    const calls = `app/call/${circleId}`
    await testApp.call(ann, 'POST', calls, { amountCents: 100_000, dueDay: inDays(20).slice(0, 10), why: 'Closing' })
    const part = { bankLineId: lineOf('BEN'), person: ben._id }
    expect((await testApp.call(ann, 'POST', `${files}/contribution`, part)).status).toBe(200)
    const sent = { receiver: ben._id, ...cash, amountCents: 10_000, day: '2025-01-20' }
    expect((await testApp.call(ann, 'POST', `${calls}/paid-back`, sent)).status).toBe(200)
    const [waiting] = (await testApp.call(ben, 'GET', calls)).data<CallList>().paidBacks
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await testApp.call(ben, 'POST', `${calls}/paid-back/${waiting?._id}/word`)).status).toBe(200)
    return (await get(ann, '/entries')).data<BookEntries>().entries.find(({ kind }) => kind === 'paid_back')?._id ?? ''
  }
  /** What was in suspense is owed to Ann, by Cy's word. */
  const resolution = async () => {
    await stepUpFor(testApp, cy, 'confirm_money')
    return book(cy, 'resolution', { amountCents: 12_345, to: { account: 'owed', person: ann._id }, words: 'Ann sent too much' })
  }
  /** What was paid out to Ben, by his word. */
  const payout = async () => {
    await startOwning(testApp, circleId)
    const distributions = distributionCalls(testApp, { circleId, treasurer: ann, voters: [ann, ben, cy] })
    const { _id } = await distributions.distribute(40_000)
    return distributions.payByWord(_id, { receiver: ben, word: ben, bankAccountId: operating, day: (await today()) ?? '' })
  }
  const today = async () => (await get(ann)).data<Book>().today
  const ask = (entryId: string) => post(ann, `reversal/${entryId}`, { words: 'A slip' })
  const asked = async (entryId: string) => {
    const answer = await ask(entryId)
    expect([answer.status, answer.data<object>()]).toEqual([
      200,
      expect.objectContaining({ entryId: null, reversalId: expect.any(String) }),
    ])
    return answer.data<{ reversalId: string }>().reversalId
  }
  const confirm = (person: Person, reversalId: string) => post(person, `entry-reversal/${reversalId}/confirm`)
  const read = async (person: Person, entryId: string) => (await get(person, `/entry/${entryId}`)).data<BookEntry>()
  return { ...circle, lineOf, outlay, paidBack, resolution, payout, today, ask, asked, confirm, read }
}

test('what another member’s word confirmed is reversed by two, and by neither alone', { timeout }, async ({ testApp }) => {
  const { ann, ben, cy, circleId, get, post, confirm, asked, read, today, ...made } = await circleWithMoney(testApp)
  const needs = async (person: Person) =>
    (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.filter(({ kind }) => kind === 'reversal')
  for (const [what, entryId, may] of [
    ['outlay', await made.outlay(), [ben, cy]],
    ['paid_back', await made.paidBack(), [ben]],
    ['resolution', await made.resolution(), [ben, cy]],
    ['payment', await made.payout(), [ben]],
  ] as const) {
    const before = await read(ann, entryId)
    expect(before).toMatchObject({ kind: what, mayReverse: true, reversalRefusal: null, reversalNeedsWord: true, waitingReversal: null })
    expect((await post(may[0], `reversal/${entryId}`, { words: 'A slip' })).body.code).toBe('not_treasurer')
    const reversalId = await asked(entryId)
    expect((await read(ann, entryId)).isReversed).toBe(false)
    for (const person of [ann, ben, cy]) {
      const mayConfirm = may.some(({ _id }) => _id === person._id)
      expect([what, person._id, (await needs(person)).map(({ path }) => path)]).toEqual([
        what,
        person._id,
        mayConfirm ? [`/circle/${circleId}/book/${entryId}`] : [],
      ])
      expect((await read(person, entryId)).waitingReversal).toMatchObject({ words: 'A slip', mayConfirm, mayWithdraw: person === ann })
      expect((await get(person)).data<Book>().reversals).toMatchObject([{ _id: reversalId, entryId, mayConfirm }])
      if (mayConfirm) continue
      await stepUpFor(testApp, person, 'confirm_money')
      expect((await confirm(person, reversalId)).body.code).toBe('not_your_word')
    }
    const told = await testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'reversal_waits').execute()
    expect(told.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(may.map(({ _id }) => _id)))
    expect((await confirm(may[0], reversalId)).body.code).toBe('step_up_required')
    await stepUpFor(testApp, may[0], 'confirm_money')
    expect((await confirm(may[0], reversalId)).status).toBe(200)
    const after = await read(ann, entryId)
    expect(after).toMatchObject({ isReversed: true, waitingReversal: null, mayReverse: false, reversedBy: { day: await today() } })
    // Neither the entry nor its reversal is outstanding, and it is the treasurer's booking: who agreed may still close the month.
    expect(after.bank).toBe(before.cashCents === 0 ? null : 'shown')
    expect((await read(ann, after.reversedBy?._id ?? '')).bookedBy._id).toBe(ann._id)
    for (const { matchedBy } of after.matches) expect(matchedBy._id).toBe(ann._id)
  }
  const notices = await testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'reversal_waits').execute()
  expect(notices.some(({ user_id }) => user_id === ann._id)).toBe(false)
})

test('of two who agree at once one reverses it', { timeout }, async ({ testApp }) => {
  const { ben, cy, outlay, asked, confirm } = await circleWithMoney(testApp)
  const entryId = await outlay()
  const reversalId = await asked(entryId)
  for (const person of [ben, cy]) await stepUpFor(testApp, person, 'confirm_money')
  const answers = await Promise.all([confirm(ben, reversalId), confirm(cy, reversalId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const reversals = await testApp.db.selectFrom('book_entries').select('id').where('reverses', '=', entryId).execute()
  expect(reversals).toHaveLength(1)
})

test('it is asked once at a time, withdrawn by who asked, and judged again when it is agreed to', { timeout }, async ({ testApp }) => {
  const { ann, ben, cy, operating, outlay, post, ask, asked, confirm, read } = await circleWithMoney(testApp)
  const entryId = await outlay()
  const first = await asked(entryId)
  expect((await ask(entryId)).body.code).toBe('reversal_waits')
  expect(await read(ann, entryId)).toMatchObject({ mayReverse: false, reversalRefusal: expect.any(String) })
  expect((await post(cy, `entry-reversal/${first}/withdraw`)).body.code).toBe('not_allowed')
  expect((await post(ann, `entry-reversal/${first}/withdraw`)).status).toBe(200)
  await stepUpFor(testApp, ben, 'confirm_money')
  expect((await confirm(ben, first)).body.code).toBe('entry_reversal_not_found')
  const second = await asked(entryId)
  // Meanwhile it was paid: the debt is gone, so its cost stays.
  const paid = { what: 'owed', person: ann._id, bankAccountId: operating, amountCents: 4_500, day: '2025-01-20' }
  expect((await post(ann, 'payment', paid)).status).toBe(200)
  expect((await confirm(ben, second)).body.code).toBe('more_than_held')
  expect(await read(ben, entryId)).toMatchObject({ isReversed: false, waitingReversal: { _id: second } })
})

test('a line of the bank needs no word: what waited is withdrawn. Once the bank has shown the payment, no word is enough', {
  timeout,
}, async ({ testApp }) => {
  const { ann, ben, operating, files, paidBack, post, ask, asked, confirm, read } = await circleWithMoney(testApp)
  const entryId = await paidBack()
  const reversalId = await asked(entryId)
  const csv = bankCsv(
    [
      ['2025-02-02', -10_000, 'TO BEN'],
      ['2025-02-05', 10_000, 'BACK'],
    ],
    272_345,
  )
  const file = bankFile(operating, csv, { from: '2025-02-01', to: '2025-02-28' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const { lines } = (await testApp.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>()
  const lineOf = (text: string) => lines.find((line) => line.text === text)?._id ?? ''
  const position = (await read(ann, entryId)).lines.find(({ account }) => account === 'cash')?.position
  const match = { bankLineIds: [lineOf('TO BEN')], cashLines: [{ entryId, position }] }
  expect((await testApp.call(ann, 'POST', `${files}/match`, match)).status).toBe(200)
  await stepUpFor(testApp, ben, 'confirm_money')
  expect((await confirm(ben, reversalId)).body.code).toBe('reversal_needs_bank')
  expect((await ask(entryId)).body.code).toBe('reversal_needs_bank')
  const shown = { words: 'It came back', bankLineId: lineOf('BACK') }
  expect((await post(ann, `reversal/${entryId}`, shown)).status).toBe(200)
  expect((await confirm(ben, reversalId)).body.code).toBe('entry_reversal_not_found')
  expect(await read(ann, entryId)).toMatchObject({ isReversed: true, waitingReversal: null })
})

test('of a closed month it is booked today', { timeout }, async ({ testApp }) => {
  const { ben, cy, operating, outlay, paidBack, post, asked, confirm, read, today } = await circleWithMoney(testApp)
  const entries = [await outlay(), await paidBack()]
  await stepUpFor(testApp, cy, 'confirm_money')
  // What was sent back is outstanding.
  const closed = await post(cy, 'month/2025-01/confirm', { balances: [{ bankAccountId: operating, typedCents: 272_345 }] })
  expect([closed.status, closed.text]).toEqual([200, expect.any(String)])
  for (const entryId of entries) {
    const reversalId = await asked(entryId)
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await confirm(ben, reversalId)).status).toBe(200)
    expect((await read(ben, entryId)).reversedBy?.day).toBe(await today())
  }
})

test('both find it in their data, and its words are erased with who asked', { timeout }, async ({ testApp }) => {
  const { ann, ben, outlay, asked, confirm } = await circleWithMoney(testApp)
  const reversalId = await asked(await outlay())
  await stepUpFor(testApp, ben, 'confirm_money')
  expect((await confirm(ben, reversalId)).status).toBe(200)
  const actsOf = async (person: Person) => (await exportOf(testApp, person)).data<Export>().bookActs.map(({ act, words }) => [act, words])
  expect(await actsOf(ann)).toContainEqual(['reversal_asked', 'A slip'])
  expect(await actsOf(ben)).toContainEqual(['reversal_confirmed', ''])
  await transaction(testApp.db, (tx) => erasePerson(tx, { id: ann._id, email: ann.email }))
  const left = testApp.db.selectFrom('entry_reversal_texts').select('words').where('entry_reversal_id', '=', reversalId)
  expect(await left.execute()).toEqual([{ words: '' }])
})
