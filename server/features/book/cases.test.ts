import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book, BookEntry } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { Call, CallList } from '#contract/calls.ts'
import type { Needs } from '#contract/needs.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

type Line = readonly [day: string, cents: number, text: string]

/** Ben keeps the book; the bank has shown these lines from January 1 to the end of February 2025. */
async function bookWith(testApp: TestApp, lines: readonly Line[], from = '2025-01-01', to = '2025-02-28') {
  const circle = await createBookCircle(testApp)
  const { ben, cy, operating, files, post, get } = circle
  await circle.decide({ kind: 'treasurer', member: ben._id })
  const imported = await testApp.call(ben, 'POST', `${files}/import`, bankFile(operating, bankCsv(lines), { from, to }))
  expect([imported.status, imported.text]).toEqual([200, expect.any(String)])
  const all = (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>().lines
  const lineOf = (text: string) => all.find((line) => line.text === text)?._id ?? ''
  const book = async (path: string, body: object, person: Person = ben) => {
    const booked = await post(person, path, body)
    expect([path, booked.status, booked.text]).toEqual([path, 200, expect.any(String)])
    return booked.data<{ entryId: string; number: number; ratifyMotionId: string | null }>()
  }
  const entry = async (entryId: string) => (await get(cy, `/entry/${entryId}`)).data<BookEntry>()
  const match = (bankLineIds: readonly string[], cashLines: readonly { entryId: string; position: number }[]) =>
    testApp.call(ben, 'POST', `${files}/match`, { bankLineIds, cashLines })
  const balanceOf = async (account: string) =>
    (await get(cy)).data<Book>().balances.find((balance) => balance.account === account)?.amountCents ?? 0
  const close = async (month: string, typedCents: number) => {
    await stepUpFor(testApp, cy, 'confirm_money')
    const closed = await post(cy, `month/${month}/confirm`, { balances: [{ bankAccountId: operating, typedCents }] })
    expect([month, closed.status, closed.text]).toEqual([month, 200, expect.any(String)])
    return closed.data<BookMonth>().accounts[0]?.outstanding.map(({ number, amountCents }) => [number, amountCents])
  }
  const rent = (text: string, amountCents: number) =>
    book('income', { what: 'rent', bankAccountId: operating, amountCents, bankLineId: lineOf(text), payee: 'Tenant' })
  return { ...circle, lineOf, book, entry, match, balanceOf, close, rent }
}

const spend = { kind: 'spend', amountCents: 50_000, category: 'repairs', repeats: null, relatedMember: null }

// Each test makes a whole circle with its votes.
const timeout = 180_000

describe('what happens between a book and its bank', { timeout }, () => {
  test('an uncashed check is outstanding at the end of its month, and the bank line of the next one matches it', async ({ testApp }) => {
    const { book, close, rent, match, decide, operating, lineOf } = await bookWith(testApp, [
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-02-03', -30_000, 'CHECK 101'],
    ])
    await rent('RENT', 200_000)
    const motionId = await decide(spend, 'Handy')
    const cost = { what: 'cost', motionId, account: 'repairs', bankAccountId: operating, relatedMember: null }
    const { entryId } = await book('payment', { ...cost, amountCents: 30_000, day: '2025-01-30', words: 'Check 101' })
    expect(await close('2025-01', 200_000)).toEqual([[2, -30_000]])
    expect((await match([lineOf('CHECK 101')], [{ entryId, position: 2 }])).status).toBe(200)
    expect(await close('2025-02', 170_000)).toEqual([])
  })

  test('a deposit on its way between own accounts is outstanding where it has not arrived', async ({ testApp }) => {
    const { ann, ben, cy, book, rent, files, post, match, operating, lineOf } = await bookWith(testApp, [
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-01-31', -150_000, 'TO DEPOSITS'],
    ])
    const deposits = (await post(ann, 'account', { name: 'Deposits', purpose: 'deposits' })).data<{ _id: string }>()._id
    const csv = bankCsv([['2025-02-01', 150_000, 'ARRIVED']])
    const body = bankFile(deposits, csv, { from: '2025-01-01', to: '2025-02-28' })
    expect((await testApp.call(ben, 'POST', `${files}/import`, body)).status).toBe(200)
    await rent('RENT', 200_000)
    const { entryId } = await book('transfer', {
      from: { bankAccountId: operating },
      toBankAccountId: deposits,
      amountCents: 150_000,
      bankLineId: lineOf('TO DEPOSITS'),
    })
    const lines = (await testApp.call(ben, 'GET', `${files}/lines?bankAccountId=${deposits}`)).data<BankLines>()
    expect(lines.outstanding).toMatchObject([{ entryId, bankAccountId: deposits, amountCents: 150_000 }])
    const arrived = lines.lines[0]
    expect(arrived?.suggestions).toMatchObject([{ entryId }])
    await match([arrived?._id ?? ''], [{ entryId, position: lines.outstanding[0]?.position ?? 0 }])
    await stepUpFor(testApp, cy, 'confirm_money')
    for (const [month, there] of [
      ['2025-01', 0],
      ['2025-02', 150_000],
    ] as const) {
      const closed = await post(cy, `month/${month}/confirm`, {
        balances: [
          { bankAccountId: operating, typedCents: 50_000 },
          { bankAccountId: deposits, typedCents: there },
        ],
      })
      expect([month, closed.status, closed.text]).toEqual([month, 200, expect.any(String)])
      const outstanding = closed.data<BookMonth>().accounts.map((account) => account.outstanding.map(({ amountCents }) => amountCents))
      expect(outstanding).toEqual(there === 0 ? [[], [150_000]] : [[], []])
      await stepUpFor(testApp, cy, 'confirm_money')
    }
  })

  test('a payment of a member that the bank returns is reversed on the bank’s day, and their part is open again', async ({ testApp }) => {
    const { ann, ben, cy, book, close, files, circleId, lineOf, balanceOf } = await bookWith(testApp, [
      ['2025-01-10', 2_500_000, 'BEN'],
      ['2025-01-12', 2_500_000, 'CY'],
      ['2025-01-15', -2_500_000, 'CY RETURNED'],
    ])
    const call = { amountCents: 10_000_000, dueDay: '2099-01-31', why: 'Closing' }
    expect((await testApp.call(ann, 'POST', `app/call/${circleId}`, call)).status).toBe(200)
    const owing = async () => {
      const { calls } = (await testApp.call(ann, 'GET', `app/call/${circleId}`)).data<CallList>()
      return calls[0]?.openCents
    }
    const paid = await testApp.call(ben, 'POST', `${files}/contribution`, { bankLineId: lineOf('CY'), person: cy._id })
    expect([paid.status, paid.text]).toEqual([200, expect.any(String)])
    // The treasurer's own part is matched by another member.
    const own = { bankLineId: lineOf('BEN'), person: ben._id }
    expect((await testApp.call(ben, 'POST', `${files}/contribution`, own)).body.code).toBe('treasurer_has_no_word')
    await stepUpFor(testApp, ann, 'confirm_money')
    expect((await testApp.call(ann, 'POST', `${files}/contribution`, own)).status).toBe(200)
    expect([await owing(), await balanceOf('capital')]).toEqual([5_000_000, -5_000_000])
    const { entryId } = paid.data<{ entryId: string }>()
    await book(`reversal/${entryId}`, { words: 'Returned by the bank', bankLineId: lineOf('CY RETURNED') })
    expect([await owing(), await balanceOf('capital')]).toEqual([7_500_000, -2_500_000])
    // What is reversed already is not taken back once more among the payments.
    const { calls } = (await testApp.call(ann, 'GET', `app/call/${circleId}`)).data<CallList>()
    const opened = (await testApp.call(ann, 'GET', `app/call/${circleId}/${calls[0]?._id}`)).data<Call>()
    const back = opened.contributions.find(({ payer }) => payer._id === cy._id)
    expect(back).toMatchObject({ state: 'returned', mayReturn: false })
    const again = await testApp.call(ann, 'POST', `app/call/${circleId}/contribution/${back?._id}/returned`, { day: '2025-01-15' })
    expect(again.body.code).toBe('contribution_returned')
    expect(await close('2025-01', 2_500_000)).toEqual([])
  })

  test('a payment that counts by the word of others is not counted again with its bank line, and their word is no booking', async ({
    testApp,
  }) => {
    const { ann, ben, cy, close, files, circleId, lineOf, match, operating, balanceOf } = await bookWith(testApp, [
      ['2025-01-12', 2_500_000, 'ANN'],
    ])
    const url = `app/call/${circleId}`
    const call = { amountCents: 10_000_000, dueDay: '2099-01-31', why: 'Closing' }
    expect((await testApp.call(ann, 'POST', url, call)).status).toBe(200)
    const documentVersionId = await insertPaper(testApp, circleId, ann)
    const paid = { amountCents: 2_500_000, day: '2025-01-12', bankAccountId: operating, documentVersionId }
    const recorded = await testApp.call(ann, 'POST', `${url}/contribution`, paid)
    const waiting = recorded.data<CallList>().waiting[0]?._id
    for (const person of [ben, cy]) {
      await stepUpFor(testApp, person, 'confirm_money')
      expect((await testApp.call(person, 'POST', `${url}/contribution/${waiting}/word`)).status).toBe(200)
    }
    const line = { bankLineId: lineOf('ANN'), person: ann._id }
    const twice = await testApp.call(ben, 'POST', `${files}/contribution`, line)
    expect(twice.body).toMatchObject({ code: 'match_refused', error: expect.stringContaining('No 1') })
    expect(await balanceOf('capital')).toBe(-2_500_000)
    const { outstanding } = (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>()
    expect((await match([lineOf('ANN')], outstanding)).status).toBe(200)
    expect(await close('2025-01', 2_500_000)).toEqual([])
  })

  test('an autopay without a motion is booked, everyone gets a notice, and a motion to ratify opens; if it fails, the emergency limit is 0', async ({
    testApp,
  }) => {
    const { circleId, ben, cy, book, close, rent, get, operating, lineOf, decide, vote, entry, post } = await bookWith(testApp, [
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-01-20', -9_000, 'AUTOPAY WATER'],
    ])
    await rent('RENT', 200_000)
    const cost = { what: 'cost', account: 'utilities', bankAccountId: operating, relatedMember: null, payee: 'Water Works' }
    // Related to a member it needs a motion whatever the amount, so the emergency limit does not permit it.
    const related = { ...cost, relatedMember: cy._id, amountCents: 9_000 }
    expect((await post(ben, 'payment', { ...related, day: '2025-01-20' })).body.code).toBe('payment_not_permitted')
    const booked = await book('payment', { ...related, bankLineId: lineOf('AUTOPAY WATER') })
    expect(await entry(booked.entryId)).toMatchObject({ permission: 'none', day: '2025-01-20', ratify: { state: 'open' }, bank: 'shown' })
    const notices = await testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'booked_without_permission').execute()
    expect(notices).toHaveLength(2)
    expect((await get(cy)).data<Book>()).toMatchObject({
      toRatify: [{ entryId: booked.entryId, motionId: booked.ratifyMotionId }],
      emergency: { limitCents: 50_000, isOff: false },
    })
    // Its page says what a no means, before and after.
    const effect = async () =>
      (await testApp.call(cy, 'GET', `app/motion/${circleId}/${booked.ratifyMotionId}`)).data<{ effect: string }>().effect
    expect(await effect()).toContain('If it does not pass, the emergency limit is 0 until a reserve or treasurer motion passes.')
    await vote(booked.ratifyMotionId ?? '', 'no')
    expect(await effect()).toContain('As it did not pass, the emergency limit is 0 until a reserve or treasurer motion passes.')
    expect((await get(cy)).data<Book>()).toMatchObject({ toRatify: [], emergency: { limitCents: 0, leftCents: 0, isOff: true } })
    expect((await post(ben, 'payment', { ...cost, amountCents: 1, day: '2025-01-21' })).body.code).toBe('payment_not_permitted')
    expect(await close('2025-01', 191_000)).toEqual([])
    await decide({ kind: 'reserve', floorCents: 0, emergencyCents: 30_000 })
    expect((await get(cy)).data<Book>().emergency).toMatchObject({ limitCents: 30_000, isOff: false })
  })

  test('a bank fee and the bank’s interest need no motion, but the fee needs the bank’s line', async ({ testApp }) => {
    const { ben, book, close, operating, lineOf, entry, post, balanceOf } = await bookWith(testApp, [
      ['2025-01-20', 5_000, 'INTEREST'],
      ['2025-01-31', -1_200, 'MONTHLY FEE'],
    ])
    expect((await post(ben, 'payment', { what: 'bank_fee', bankAccountId: operating, amountCents: 1_200, day: '2025-01-31' })).status).toBe(
      400,
    )
    const fee = await book('payment', {
      what: 'bank_fee',
      bankAccountId: operating,
      amountCents: 1_200,
      bankLineId: lineOf('MONTHLY FEE'),
    })
    expect(await entry(fee.entryId)).toMatchObject({ permission: 'bank_fee', ratify: null, isReceiptMissing: false })
    await book('income', { what: 'other_income', bankAccountId: operating, amountCents: 5_000, bankLineId: lineOf('INTEREST') })
    expect([await balanceOf('other_costs'), await balanceOf('other_income')]).toEqual([1_200, -5_000])
    expect(await close('2025-01', 3_800)).toEqual([])
  })

  test('a deposit is taken, and kept or given back up to what is held for its tenant', async ({ testApp }) => {
    const { ben, book, close, operating, lineOf, post, balanceOf } = await bookWith(testApp, [
      ['2025-01-05', 150_000, 'DEPOSIT'],
      ['2025-01-28', -110_000, 'DEPOSIT BACK'],
    ])
    const deposit = { bankAccountId: operating, tenant: 'Tess Tenant' }
    await book('deposit', { what: 'taken', ...deposit, amountCents: 150_000, bankLineId: lineOf('DEPOSIT') })
    const kept = { what: 'kept', tenant: 'tess tenant ', amountCents: 40_000, day: '2025-01-27', words: 'A broken door' }
    await book('deposit', kept)
    const back = { what: 'given_back', ...deposit, bankLineId: lineOf('DEPOSIT BACK') }
    expect((await post(ben, 'deposit', { what: 'given_back', ...deposit, amountCents: 110_001, day: '2025-01-28' })).body.code).toBe(
      'more_than_held',
    )
    expect((await post(ben, 'deposit', { ...kept, tenant: 'Someone else' })).body.code).toBe('more_than_held')
    await book('deposit', { ...back, amountCents: 110_000 })
    expect([await balanceOf('deposits_held'), await balanceOf('other_income')]).toEqual([0, -40_000])
    expect(await close('2025-01', 40_000)).toEqual([])
  })

  test('a part of a payment comes back and is given back to its motion, up to what was paid', async ({ testApp }) => {
    const { ben, book, close, rent, operating, lineOf, post, get, decide, balanceOf } = await bookWith(testApp, [
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-01-12', -40_000, 'PLUMBER'],
      ['2025-01-20', 10_000, 'PLUMBER BACK'],
    ])
    await rent('RENT', 200_000)
    const motionId = await decide(spend, 'Handy')
    const { entryId } = await book('payment', {
      what: 'cost',
      motionId,
      account: 'repairs',
      bankAccountId: operating,
      relatedMember: null,
      amountCents: 40_000,
      bankLineId: lineOf('PLUMBER'),
    })
    const left = async () =>
      (await get(ben, '/form')).data<{ motions: { _id: string; leftCents: number }[] }>().motions.find(({ _id }) => _id === motionId)
        ?.leftCents
    expect(await left()).toBe(10_000)
    await book('refund', { entryId, bankAccountId: operating, amountCents: 10_000, bankLineId: lineOf('PLUMBER BACK') })
    expect(await left()).toBe(20_000)
    // Reversed in full besides, more would come back to the motion than was taken from it.
    expect((await post(ben, `reversal/${entryId}`, { words: 'A mistake' })).body.code).toBe('entry_refunded')
    // A further part may still come back.
    expect((await get(ben, `/entry/${entryId}`)).data<BookEntry>()).toMatchObject({ mayReverse: false, mayRefund: true })
    const tooMuch = { entryId, bankAccountId: operating, amountCents: 30_001, day: '2025-01-21' }
    expect((await post(ben, 'refund', tooMuch)).body.code).toBe('more_than_held')
    expect(await balanceOf('repairs')).toBe(30_000)
    expect(await close('2025-01', 170_000)).toEqual([])
  })

  test('money that nobody knows waits in suspense with words, does not keep the month from closing, and is found out later', async ({
    testApp,
  }) => {
    const { ben, book, close, operating, lineOf, post, get, balanceOf } = await bookWith(testApp, [['2025-01-10', 12_345, 'UNKNOWN']])
    const suspense = { what: 'suspense', bankAccountId: operating, amountCents: 12_345, bankLineId: lineOf('UNKNOWN') }
    expect((await post(ben, 'income', suspense)).status).toBe(400)
    await book('income', { ...suspense, words: 'Perhaps the neighbour' })
    expect(await close('2025-01', 12_345)).toEqual([])
    expect((await get(ben)).data<Book>().suspenseCents).toBe(-12_345)
    const found = { amountCents: 12_345, to: { account: 'rent' }, words: 'It was the rent' }
    expect((await post(ben, 'resolution', { ...found, amountCents: 12_346 })).body.code).toBe('more_than_held')
    await book('resolution', found)
    expect([await balanceOf('suspense'), await balanceOf('rent')]).toEqual([0, -12_345])
  })

  test('money out that waits in suspense counts against a motion only if that permits its payee', async ({ testApp }) => {
    const { ben, book, decide, operating, lineOf, post, entry, rent, get } = await bookWith(testApp, [
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-01-12', -40_000, 'CHECK'],
    ])
    await rent('RENT', 200_000)
    const suspense = { what: 'suspense', bankAccountId: operating, amountCents: 40_000, bankLineId: lineOf('CHECK') }
    await book('payment', { ...suspense, words: 'Nobody knows' })
    const motionId = await decide(spend, 'Handy')
    const budget = await decide({ ...spend, category: 'insurance' })
    const found = (more: object) => ({ amountCents: -10_000, to: { account: 'repairs' }, motionId, words: 'It was the roof', ...more })
    const other = await post(ben, 'resolution', found({ payee: 'Cousin and Sons' }))
    expect([other.body.code, other.text]).toEqual(['payment_not_permitted', expect.stringContaining('another payee')])
    expect((await post(ben, 'resolution', found({ to: { account: 'tax' } }))).body.code).toBe('payment_not_permitted')
    expect((await post(ben, 'resolution', found({ motionId: budget, to: { account: 'insurance' } }))).body.code).toBe('payee_missing')
    const { entryId } = await book('resolution', found({ payee: ' handy ' }))
    expect(await entry(entryId)).toMatchObject({ payee: 'handy', motion: { _id: motionId } })
    expect((await entry((await book('resolution', found({}))).entryId)).payee).toBe('Handy')
    const { motions } = (await get(ben, '/form')).data<{ motions: { _id: string; leftCents: number }[] }>()
    expect(motions.find(({ _id }) => _id === motionId)?.leftCents).toBe(30_000)
  })

  test('money in suspense becomes owed to the treasurer by another member only', async ({ testApp }) => {
    const { ann, ben, cy, book, operating, lineOf, post, get, balanceOf } = await bookWith(testApp, [['2025-01-10', 12_345, 'UNKNOWN']])
    const suspense = { what: 'suspense', bankAccountId: operating, amountCents: 12_345, bankLineId: lineOf('UNKNOWN') }
    await book('income', { ...suspense, words: 'Perhaps Ben' })
    const found = { amountCents: 12_345, to: { account: 'owed', person: ben._id }, words: 'Ben sent too much' }
    expect((await post(ben, 'resolution', found)).body.code).toBe('treasurer_has_no_word')
    expect((await post(ann, 'resolution', { ...found, to: { account: 'owed', person: ann._id } })).body.code).toBe('not_treasurer')
    expect((await post(ann, 'resolution', { ...found, to: { account: 'rent' } })).body.code).toBe('not_treasurer')
    expect((await post(cy, 'resolution', found)).body.code).toBe('step_up_required')
    await stepUpFor(testApp, cy, 'confirm_money')
    await book('resolution', found, cy)
    // It is a word on someone else's money, after which Cy can still confirm the month.
    const month = (await get(cy)).data<Book>().today.slice(0, 7)
    const { confirmers } = (await get(cy, `/month/${month}`)).data<BookMonth>()
    expect(confirmers.map(({ _id }) => _id)).toContain(cy._id)
    expect([await balanceOf('suspense'), await balanceOf('owed')]).toEqual([0, -12_345])
  })

  test('an outlay of the treasurer waits for another member’s word', async ({ testApp }) => {
    const { ann, ben, circleId, operating, post, balanceOf } = await bookWith(testApp, [['2025-01-10', 100_000, 'RENT']])
    const documentVersionId = await insertPaper(testApp, circleId, ben)
    const bill = { person: ben._id, account: 'repairs', amountCents: 4_500, day: '2025-01-15', payee: 'Locksmith', relatedMember: null }
    const waiting = (await post(ben, 'outlay', { ...bill, documentVersionId })).data<{ entryId: null; outlayId: string }>()
    expect(waiting.entryId).toBeNull()
    const waits = async (person: Person) =>
      (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.some(({ kind }) => kind === 'outlay')
    expect([await waits(ann), await waits(ben)]).toEqual([true, false])
    for (const person of [ben, ann]) await stepUpFor(testApp, person, 'confirm_money')
    expect((await post(ben, `outlay/${waiting.outlayId}/confirm`)).body.code).toBe('treasurer_has_no_word')
    expect(await balanceOf('repairs')).toBe(0)
    expect((await post(ann, `outlay/${waiting.outlayId}/confirm`)).status).toBe(200)
    expect([await balanceOf('repairs'), await balanceOf('owed')]).toEqual([4_500, -4_500])
    const back = { what: 'owed', person: ben._id, bankAccountId: operating, day: '2025-01-20' }
    expect((await post(ben, 'payment', { ...back, amountCents: 4_501 })).body.code).toBe('more_than_held')
    const paid = (await post(ben, 'payment', { ...back, amountCents: 4_500 })).data<{ entryId: string }>()
    expect(await balanceOf('owed')).toBe(0)
    const entry = (await testApp.call(ann, 'GET', `app/book/${circleId}/entry/${paid.entryId}`)).data<BookEntry>()
    expect(entry).toMatchObject({ payee: expect.stringContaining('Ben'), permission: 'owed', isReceiptMissing: false })
  })
})

describe('a closed month', { timeout }, () => {
  test('is confirmed by nobody who booked, matched or was treasurer in it', async ({ testApp }) => {
    const { ann, ben, cy, rent, post, get, match, files, operating, decide, lineOf, book } = await bookWith(testApp, [
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-01-12', 1_000, 'MORE'],
    ])
    await rent('RENT', 200_000)
    const more = await book('income', { what: 'other_income', bankAccountId: operating, amountCents: 1_000, day: '2025-01-12' })
    for (const person of [ann, ben, cy]) await stepUpFor(testApp, person, 'confirm_money')
    const confirm = (person: Person, typedCents: number) =>
      post(person, 'month/2025-01/confirm', { balances: [{ bankAccountId: operating, typedCents }] })
    // One line is not matched yet.
    expect((await confirm(cy, 201_000)).body.code).toBe('month_refused')
    // Cy becomes treasurer, matches the last line, and Ben is treasurer again.
    await decide({ kind: 'treasurer', member: cy._id })
    const matched = await testApp.call(cy, 'POST', `${files}/match`, {
      bankLineIds: [lineOf('MORE')],
      cashLines: [{ entryId: more.entryId, position: 1 }],
    })
    expect(matched.status).toBe(200)
    expect((await match([lineOf('MORE')], [{ entryId: more.entryId, position: 1 }])).body.code).toBe('not_treasurer')
    await decide({ kind: 'treasurer', member: ann._id })
    const words = async (person: Person) => (await confirm(person, 201_000)).body.error
    expect(await words(ben)).toBe('You booked an entry of this month, so someone else confirms it.')
    expect(await words(cy)).toBe('You matched a line of this month, so someone else confirms it.')
    // Ann owned the circle before a motion had named a treasurer.
    expect(await words(ann)).toBe('You were treasurer in this month, so someone else confirms it.')
    expect((await get(ann, '/month/2025-01')).data<BookMonth>()).toMatchObject({ state: 'agrees', confirmers: [], mayConfirm: false })
  })

  test('takes no entry, no line of an entry and no line of the bank, by SQL either', async ({ testApp }) => {
    const { ann, ben, cy, circleId, close, rent, operating, post, files } = await bookWith(testApp, [['2025-01-10', 200_000, 'RENT']])
    const { entryId } = await rent('RENT', 200_000)
    await close('2025-01', 200_000)
    const late = { what: 'rent', bankAccountId: operating, amountCents: 1, day: '2025-01-31' }
    expect((await post(ben, 'income', late)).body.code).toBe('book_month_closed')
    const csv = bankCsv([
      ['2025-01-10', 200_000, 'RENT'],
      ['2025-01-20', 100, 'LATE'],
    ])
    const file = await testApp.call(ben, 'POST', `${files}/import`, bankFile(operating, csv, { from: '2025-01-01', to: '2025-02-28' }))
    expect([file.body.code, file.text]).toEqual(['bank_file_refused', expect.stringContaining('months that are closed')])
    const closed = 'the month of 2025-01-10 is closed'
    const insert = sql`insert into book_entries (id, circle_id, number, kind, day, booked_by)
      values (gen_random_uuid(), ${circleId}, 99, 'payment', '2025-01-10', ${ben._id})`
    await expect(insert.execute(testApp.db)).rejects.toThrow(closed)
    const lines = sql`insert into book_lines (entry_id, circle_id, position, account, amount_cents)
      values (${entryId}, ${circleId}, 3, 'rent', 100), (${entryId}, ${circleId}, 4, 'tax', -100)`
    await expect(lines.execute(testApp.db)).rejects.toThrow(closed)
    const bankLine = sql`insert into bank_lines (id, circle_id, bank_account_id, import_id, day, amount_cents, ordinal)
      select gen_random_uuid(), circle_id, bank_account_id, import_id, day, 1, 1 from bank_lines where circle_id = ${circleId} limit 1`
    await expect(bankLine.execute(testApp.db)).rejects.toThrow(closed)
    await expect(sql`delete from month_closings`.execute(testApp.db)).rejects.toThrow('append-only')
    // A late bill is booked today and belongs to its month.
    const today = (await testApp.call(cy, 'GET', `app/book/${circleId}`)).data<Book>().today
    const bill = { what: 'other_income', bankAccountId: operating, amountCents: 100, day: today, belongsTo: '2025-01' }
    const booked = (await post(ben, 'income', bill)).data<{ entryId: string }>()
    expect((await testApp.call(ann, 'GET', `app/book/${circleId}/entry/${booked.entryId}`)).data<BookEntry>().belongsTo).toBe('2025-01')
  })

  test('a month that agrees is offered to who may confirm it, by notice, mail and need; sent back with words, its treasurer gets a notice', async ({
    testApp,
  }) => {
    const { ann, ben, cy, rent, post, get, circleId, operating, book } = await bookWith(testApp, [['2025-01-10', 200_000, 'RENT']])
    await rent('RENT', 200_000)
    const told = async (kind: string) =>
      (
        await testApp.db
          .selectFrom('notices')
          .select('user_id')
          .where('kind', '=', kind as 'month_waits')
          .where('circle_id', '=', circleId)
          .execute()
      ).map(({ user_id }) => user_id)
    expect(await told('month_waits')).toEqual([cy._id])
    const mails = await testApp.db.selectFrom('mails').select('template').where('to_address', '=', cy.email).execute()
    expect(mails.map(({ template }) => template)).toContain('month-waits')
    const needOf = async (person: Person) =>
      (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.find(({ kind }) => kind === 'month')
    expect(await needOf(cy)).toMatchObject({ name: '2025-01', path: `/circle/${circleId}/book-month/2025-01` })
    // They kept the book.
    expect([await needOf(ann), await needOf(ben)]).toEqual([undefined, undefined])
    const sent = await post(cy, 'month/2025-01/send-back', { words: 'The rent is 5 short' })
    expect([sent.status, sent.text]).toEqual([200, expect.any(String)])
    expect(sent.data<BookMonth>().sentBack).toMatchObject([{ words: 'The rent is 5 short' }])
    expect(await told('month_sent_back')).toEqual([ben._id])
    expect(await needOf(cy)).toBeUndefined()
    // What was sent back is neither confirmed nor sent back once more before something was done about it.
    await stepUpFor(testApp, cy, 'confirm_money')
    const typed = { balances: [{ bankAccountId: operating, typedCents: 200_000 }] }
    expect((await post(cy, 'month/2025-01/confirm', typed)).body.error).toMatch(/sent back/)
    expect((await get(cy, '/month/2025-01')).data<BookMonth>()).toMatchObject({ mayConfirm: false, maySendBack: false })
    expect((await get(cy)).data<Book>()).toMatchObject({ next: { does: 'agree', isMine: false }, may: { confirm: null } })
    // The treasurer's next act offers it again.
    await book('income', { what: 'other_income', bankAccountId: operating, amountCents: 100, day: '2025-03-01' })
    expect(await needOf(cy)).toBeDefined()
    expect((await get(cy, '/month/2025-01')).data<BookMonth>()).toMatchObject({ mayConfirm: true, maySendBack: true })
    expect((await get(ben, '/month/2025-01')).data<BookMonth>()).toMatchObject({ mayConfirm: false, isHidden: false })
    expect((await get(cy, '/month/2025-01')).data<BookMonth>().bankLines).toMatchObject([{ text: 'RENT' }])
  })
})

describe('money in suspense', { timeout }, () => {
  test('goes back of a deposit, from who holds it and to the lender only as far as there is some', async ({ testApp }) => {
    const { ben, book, write, operating, lineOf, post, balanceOf } = await bookWith(testApp, [
      ['2025-01-10', 50_000, 'IN'],
      ['2025-01-20', -40_000, 'OUT'],
    ])
    const cash = { bankAccountId: operating, words: 'Not known' }
    await book('income', { ...cash, what: 'suspense', amountCents: 50_000, bankLineId: lineOf('IN') })
    await book('payment', { ...cash, what: 'suspense', amountCents: 40_000, bankLineId: lineOf('OUT') })
    await write('settlement', '2025-01-05', [
      { account: 'held', heldBy: 'title', amountCents: 10_000 },
      { account: 'property', amountCents: 40_000 },
      { account: 'deposits_held', who: 'Flat A', amountCents: -20_000 },
      { account: 'loan', amountCents: -30_000 },
    ])
    const most = [
      [-20_001, { account: 'deposits_held', tenant: ' flat a ' }],
      [-1, { account: 'deposits_held', tenant: 'Flat B' }],
      [-30_001, { account: 'loan', lender: 'First Bank' }],
      [1, { account: 'loan', lender: 'First Bank' }],
      [10_001, { account: 'held', heldBy: 'title' }],
    ] as const
    for (const [amountCents, to] of most) {
      const refused = await post(ben, 'resolution', { amountCents, to, words: 'Found' })
      expect([to, amountCents, refused.body.code]).toEqual([to, amountCents, 'more_than_held'])
    }
    await book('resolution', { amountCents: -20_000, to: { account: 'deposits_held', tenant: 'Flat A' }, words: 'Given back' })
    await book('resolution', { amountCents: -20_000, to: { account: 'loan', lender: 'First Bank' }, words: 'Principal' })
    await book('resolution', { amountCents: 10_000, to: { account: 'held', heldBy: 'title' }, words: 'Refund of the title company' })
    expect([await balanceOf('deposits_held'), await balanceOf('loan'), await balanceOf('held')]).toEqual([0, -10_000, 0])
    expect(await balanceOf('suspense')).toBe(-40_000)
  })

  test('that a member paid in fills their part; the treasurer’s own is said by another member, who may still confirm the month', async ({
    testApp,
  }) => {
    const { ann, ben, cy, book, get, operating, lineOf, post, balanceOf, circleId } = await bookWith(testApp, [
      ['2025-01-10', 2_600_000, 'CY'],
      ['2025-01-12', 2_500_000, 'BEN'],
    ])
    const call = { amountCents: 10_000_000, dueDay: '2099-01-31', why: 'Closing' }
    expect((await testApp.call(ann, 'POST', `app/call/${circleId}`, call)).status).toBe(200)
    const cash = { what: 'suspense', bankAccountId: operating, words: 'Not known' }
    await book('income', { ...cash, amountCents: 2_600_000, bankLineId: lineOf('CY') })
    await book('income', { ...cash, amountCents: 2_500_000, bankLineId: lineOf('BEN') })
    const part = (person: Person, amountCents: number) => ({
      amountCents,
      to: { account: 'capital', person: person._id },
      words: 'Their part',
    })
    expect((await post(ben, 'resolution', part(cy, -1))).body.code).toBe('more_than_held')
    const { entryId } = await book('resolution', part(cy, 2_600_000))
    expect((await post(ben, 'resolution', part(ben, 2_500_000))).body.code).toBe('treasurer_has_no_word')
    expect((await post(ann, 'resolution', part(ben, 2_500_001))).body.code).toBe('more_than_held')
    expect((await post(cy, 'resolution', part(ben, 2_500_000))).body.code).toBe('step_up_required')
    await stepUpFor(testApp, cy, 'confirm_money')
    await book('resolution', part(ben, 2_500_000), cy)
    const { calls } = (await testApp.call(ann, 'GET', `app/call/${circleId}`)).data<CallList>()
    expect([calls[0]?.openCents, await balanceOf('capital'), await balanceOf('suspense')]).toEqual([5_000_000, -5_000_000, 0])
    expect((await get(cy)).data<Book>().owed).toMatchObject([{ _id: cy._id, owedCents: 100_000 }])
    const month = (await get(cy)).data<Book>().today.slice(0, 7)
    expect((await get(cy, `/month/${month}`)).data<BookMonth>().confirmers.map(({ _id }) => _id)).toContain(cy._id)
    // A mistake is put right as of any payment, and the money waits again.
    await book(`reversal/${entryId}`, { words: 'It was not Cy' })
    expect([await balanceOf('capital'), await balanceOf('suspense')]).toEqual([-2_500_000, -2_600_000])
    await book('resolution', { amountCents: 2_600_000, to: { account: 'rent' }, words: 'A year of rent' })
  })
})

describe('the first month of a book', { timeout }, () => {
  test('no day before the circle began to buy is booked, unless the bank shows so early a line', async ({ testApp }) => {
    const { ben, operating, post, files, decide, circleId, ann } = await createBookCircle(testApp)
    await decide({ kind: 'treasurer', member: ben._id })
    const rent = { what: 'rent', bankAccountId: operating, amountCents: 10_000 }
    expect((await post(ben, 'income', { ...rent, day: '1999-12-31' })).body.code).toBe('book_day_too_early')
    const paper = { amountCents: 10_000, day: '1999-12-31', documentVersionId: await insertPaper(testApp, circleId, ann) }
    const recorded = await testApp.call(ann, 'POST', `app/call/${circleId}/contribution`, paper)
    expect(recorded.body.code).toBe('book_day_too_early')
    const body = bankFile(operating, bankCsv([['2019-11-10', 10_000, 'RENT']]), { from: '1999-01-01', to: '2020-02-29' })
    expect((await testApp.call(ben, 'POST', `${files}/import`, body)).status).toBe(200)
    const [line] = (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>().lines
    expect((await post(ben, 'income', { ...rent, bankLineId: line?._id })).status).toBe(200)
    // The file says that it shows days from 1999 on; the months begin with its first line.
    expect((await testApp.call(ben, 'GET', `app/book/${circleId}`)).data<Book>().next.month).toBe('2019-11')
  })

  test('a slip in the year that was reversed makes no months that have to be closed', async ({ testApp }) => {
    const { book, operating, ben, get } = await bookWith(testApp, [])
    const rent = { what: 'rent', bankAccountId: operating, amountCents: 10_000, payee: 'Tenant' }
    const { entryId } = await book('income', { ...rent, day: '2024-01-10' })
    expect((await get(ben)).data<Book>().next.month).toBe('2024-01')
    await book(`reversal/${entryId}`, { words: 'The year was wrong', day: '2025-01-10' })
    expect((await get(ben)).data<Book>().next.month).toBe('2025-01')
  })
})
