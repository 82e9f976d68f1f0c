import pg from 'pg'
import { describe, expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Distribution, DistributionList } from '#contract/distributions.ts'
import type { Needs } from '#contract/needs.ts'
import type { PastCircle } from '#contract/past-circles.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { proveLedger } from '#server/commands/prove-ledger.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { createBuyingCircle, insertPaper, readEntries, stepUpFor } from '#server/testing/buying-circle.ts'
import { asIf, distributionCalls, startOwning } from '#server/testing/distributions.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { postDistributions } from './post-distributions.ts'

const day = '2025-01-10'
const timeout = 180_000
const site = { publicUrl: 'https://arcstead.example' }

/** Ann holds arcs 1 and 2, Ben, who keeps the book, 3, and Cy 4. There are $1,000 in cash. */
async function owningCircle(testApp: TestApp, cashCents = 100_000) {
  const circle = await createBookCircle(testApp)
  const { circleId, ann, ben, cy, operating, decide } = circle
  await decide({ kind: 'treasurer', member: ben._id })
  await startOwning(testApp, circleId)
  const earn = (cents: number, from: Person = ben) =>
    circle.post(from, 'income', { what: 'rent', bankAccountId: operating, amountCents: cents, day, payee: 'Tenant' })
  const spend = (cents: number) =>
    circle.write('payment', day, [
      { account: 'tax', amountCents: cents },
      { account: 'cash', bankAccount: operating, amountCents: -cents },
    ])
  expect((await earn(cashCents)).status).toBe(200)
  /** Payments that the bank has shown, by their amount: each in one line. */
  const shown = async (...amounts: readonly number[]): Promise<(amountCents: number) => string> => {
    const csv = bankCsv(amounts.map((cents) => [day, -cents, `PAID ${cents}`]))
    const file = bankFile(operating, csv, { from: day, to: day })
    expect((await testApp.call(ben, 'POST', `${circle.files}/import`, file)).status).toBe(200)
    const { lines } = (await testApp.call(ben, 'GET', `${circle.files}/lines`)).data<BankLines>()
    return (cents) => lines.find(({ amountCents }) => amountCents === -cents)?._id ?? ''
  }
  return { ...circle, earn, spend, shown, ...distributionCalls(testApp, { circleId, treasurer: ben, voters: [ann, ben, cy] }) }
}

/** What `verify-ledger` says of distributions. */
async function disagreements(testApp: TestApp): Promise<string[]> {
  const client = new pg.Client({ connectionString: testApp.databaseUrl })
  await client.connect()
  try {
    const all = (await proveLedger(client)).disagreements.map(({ what }) => what)
    return all.filter((what) => /distribut|paid out/.test(what))
  } finally {
    await client.end()
  }
}

const statesOf = ({ receivers }: Distribution) =>
  receivers.map(({ amountCents, paidCents, openCents }) => [amountCents, paidCents, openCents])

describe('a distribution', { timeout }, () => {
  test('is drafted by the treasurer alone, proposed, posted when it passes, and paid by payments of the book', async ({ testApp }) => {
    const { ann, ben, cy, call, draft, propose, vote, read, url, post, operating, circleId, shown } = await owningCircle(testApp)
    expect((await call(ann, 'POST', '', { amountCents: 100 })).body.code).toBe('not_treasurer')
    const id = await draft(50_003, 'Second quarter')
    expect((await call(ann, 'GET', '')).data<DistributionList>().distributions).toEqual([])
    expect((await call(ann, 'GET', `/${id}`)).body.code).toBe('distribution_not_found')
    expect((await read(id)).parts.map(({ amountCents }) => amountCents)).toEqual([12_501, 12_501, 12_501, 12_500])
    expect((await call(ben, 'PUT', `/${id}`, { amountCents: 50_002, note: 'Less' })).status).toBe(200)
    const motionId = await propose(id)
    expect((await call(ben, 'PUT', `/${id}`, { amountCents: 1 })).body.code).toBe('distribution_proposed')
    expect((await call(ben, 'DELETE', `/${id}`)).body.code).toBe('distribution_proposed')
    expect((await call(cy, 'GET', `/${id}`)).data<Distribution>()).toMatchObject({ state: 'proposed', mineCents: 12_500, note: 'Less' })
    await vote(motionId)
    const posted = await read(id, ann)
    expect(posted).toMatchObject({ state: 'posted', openCents: 50_002, paidCents: 0, mineCents: 25_002, oddArcs: [1, 2] })
    expect(posted.receivers.map(({ reckoned }) => reckoned)).toEqual(['2 × $125.01', '1 × $125.00', '1 × $125.00'])
    const lines: BookLine[] = [
      { account: 'paid_out', arc: 1, amountCents: 12_501 },
      { account: 'paid_out', arc: 2, amountCents: 12_501 },
      { account: 'paid_out', arc: 3, amountCents: 12_500 },
      { account: 'paid_out', arc: 4, amountCents: 12_500 },
      { account: 'owed', person: ann._id, amountCents: -25_002 },
      { account: 'owed', person: ben._id, amountCents: -12_500 },
      { account: 'owed', person: cy._id, amountCents: -12_500 },
    ]
    expect((await readEntries(testApp, circleId)).at(-1)).toEqual(lines)
    const mails = await testApp.db.selectFrom('mails').select(['user_id']).where('template', '=', 'paid-out').execute()
    expect(mails.map(({ user_id }) => user_id).sort()).toEqual([ann._id, ben._id, cy._id].sort())
    const needs = (await testApp.call(ben, 'GET', 'app/needs-you')).data<Needs>().items
    expect(needs).toContainEqual(expect.objectContaining({ kind: 'payouts', count: 3, path: `/circle/${circleId}/distributions/${id}` }))

    const payment = (person: Person, amountCents: number) =>
      ({ what: 'owed', person: person._id, bankAccountId: operating, amountCents, day }) as const
    // Neither the bank nor its receiver has said so.
    expect((await post(ben, 'payment', payment(ann, 20_000))).body.code).toBe('payout_needs_word')
    const lineOf = await shown(20_000, 12_500, 12_501, 12_499, 1, 5_002, -12_499)
    const paid = (person: Person, amountCents: number) =>
      post(ben, 'payment', { ...payment(person, amountCents), day: undefined, bankLineId: lineOf(amountCents) })
    expect((await paid(ann, 20_000)).status).toBe(200)
    expect((await paid(ben, 12_500)).status).toBe(200)
    expect(statesOf(await read(id))).toEqual([
      [25_002, 20_000, 5_002],
      [12_500, 12_500, 0],
      [12_500, 0, 12_500],
    ])
    expect((await paid(cy, 12_501)).body.code).toBe('more_than_held')
    const entry = (await paid(cy, 12_499)).data<{ entryId: string }>().entryId
    expect((await paid(cy, 1)).status).toBe(200)
    expect((await paid(ann, 5_002)).status).toBe(200)
    expect((await read(id)).state).toBe('paid')
    // A payment that came back is owed again, once the bank shows it.
    expect((await post(ben, `reversal/${entry}`, { words: 'Returned' })).body.code).toBe('reversal_needs_bank')
    expect((await post(ben, `reversal/${entry}`, { words: 'Returned', bankLineId: lineOf(-12_499) })).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'posted', openCents: 12_499 })
    expect(await disagreements(testApp)).toEqual([])
    expect(url).toContain(circleId)
  })

  test('below the floor is refused at the draft, when proposed and when posted: then it waits for cash', async ({ testApp }) => {
    const { ann, ben, call, draft, propose, vote, read, decide, spend, earn } = await owningCircle(testApp)
    await decide({ kind: 'reserve', floorCents: 40_000, emergencyCents: 0 })
    const refused = await call(ben, 'POST', '', { amountCents: 60_001, note: '' })
    expect(refused.body).toMatchObject({
      code: 'below_the_floor',
      error: 'That would leave $399.99, $0.01 below the floor. At most $600.00.',
    })
    const id = await draft(60_000)
    await spend(10_000)
    expect((await call(ben, 'POST', `/${id}/propose`, { closesAt: inDays(3) })).body.code).toBe('below_the_floor')
    expect((await earn(10_000)).status).toBe(200)
    const motionId = await propose(id)
    await spend(1)
    await vote(motionId)
    expect(await read(id, ann)).toMatchObject({ state: 'waiting', openCents: 0, waitsUntil: expect.any(String) })
    await postDistributions(testApp.db, site)
    expect((await read(id)).state).toBe('waiting')
    // The next booking covers it.
    expect((await earn(1)).status).toBe(200)
    expect((await read(id)).state).toBe('posted')
  })

  test('that cash does not cover for 30 days of notice lapses, with the reason on record', async ({ testApp }) => {
    const { circleId, cy, draft, propose, vote, read, spend, earn } = await owningCircle(testApp)
    const id = await draft(100_000)
    const motionId = await propose(id)
    await spend(1)
    await vote(motionId)
    await asIf(testApp, `update motion_closings set at = at - interval '29 days' where motion_id = '${motionId}'`)
    await postDistributions(testApp.db, site)
    expect((await read(id)).state).toBe('waiting')
    await asIf(testApp, `update motion_closings set at = at - interval '1 day' where motion_id = '${motionId}'`)
    await postDistributions(testApp.db, site)
    expect(await read(id, cy)).toMatchObject({ state: 'lapsed', lapsed: 'Cash did not cover it within 30 days' })
    const { record } = (await testApp.call(cy, 'GET', `app/motion/${circleId}/${motionId}`)).data<{ record: { words: string }[] }>()
    expect(record.map(({ words }) => words)).toContainEqual(expect.stringContaining('Cash did not cover it within 30 days'))
    expect((await earn(1)).status).toBe(200)
    expect((await read(id)).state).toBe('lapsed')
  })

  test('settles unpaid parts of calls first, and only the rest is owed', async ({ testApp }) => {
    const { cy, circleId, decide, distribute, required, call, ben } = await owningCircle(testApp)
    await decide({ kind: 'call', amountCents: 40_000, dueDay: inDays(20).slice(0, 10), why: 'The roof' })
    const posted = await distribute(48_000)
    expect(posted.receivers.map(({ setOffCents, owedCents }) => [setOffCents, owedCents])).toEqual([
      [20_000, 4_000],
      [10_000, 2_000],
      [10_000, 2_000],
    ])
    const calls = (await testApp.call(cy, 'GET', `app/call/${circleId}`)).data<{ mine: { openCents: number } }>()
    expect(calls.mine.openCents).toBe(0)
    // Reversed, the parts are open again.
    const { motions } = required(await call(ben, 'POST', `/${posted._id}/propose-reversal`, { closesAt: inDays(3), why: 'Too early' }))
    expect(motions.map(({ act }) => act)).toEqual(['reverse'])
    expect(await disagreements(testApp)).toEqual([])
  })

  test('is reversed by a motion before anything was paid, and not afterwards', async ({ testApp }) => {
    const { ann, ben, circleId, distribute, call, required, vote, read, post, operating, shown } = await owningCircle(testApp)
    const first = await distribute(10_001)
    const reversal = { closesAt: inDays(3), why: 'The boiler broke' }
    // By any member, not only by the treasurer.
    expect((await read(first._id, ann)).may).toMatchObject({ proposeReversal: true, markPaid: false })
    const proposed = required(await call(ann, 'POST', `/${first._id}/propose-reversal`, reversal))
    expect((await call(ben, 'POST', `/${first._id}/propose-reversal`, reversal)).body.code).toBe('distribution_proposed')
    await vote(proposed.motions[0]?._id ?? '')
    expect(await read(first._id, ann)).toMatchObject({ state: 'reversed', openCents: 0 })
    const entries = await readEntries(testApp, circleId)
    expect(entries.at(-1)).toEqual(entries.at(-2)?.map((line) => ({ ...line, amountCents: -line.amountCents })))

    // What was paid meanwhile is not taken back.
    const second = await distribute(10_001)
    expect(second.oddArcs).toEqual([1])
    const open = required(await call(ben, 'POST', `/${second._id}/propose-reversal`, reversal)).motions[0]?._id ?? ''
    const bankLineId = (await shown(2_500))(2_500)
    const payment = { what: 'owed', person: ben._id, bankAccountId: operating, amountCents: 2_500, bankLineId }
    expect((await post(ben, 'payment', payment)).status).toBe(200)
    expect((await call(ben, 'POST', `/${second._id}/propose-reversal`, reversal)).body.code).toBe('distribution_paid_already')
    await vote(open)
    expect(await read(second._id)).toMatchObject({ state: 'posted', lapsed: 'Something of it was paid before it could be reversed' })
    expect(await disagreements(testApp)).toEqual([])
  })

  test('that is reversed is told to its receivers, also to one who has left', async ({ testApp }) => {
    const { ann, ben, cy, circleId, distribute, call, required, read } = await owningCircle(testApp)
    const { _id: id } = await distribute(40_000)
    const reversal = { closesAt: inDays(3), why: 'The boiler broke' }
    const motionId = required(await call(ann, 'POST', `/${id}/propose-reversal`, reversal)).motions[0]?._id ?? ''
    await testApp.call(ann, 'POST', `app/motion/${circleId}/${motionId}/vote`, { choice: 'yes' })
    await asIf(testApp, `update memberships set ended_at = now() where circle_id = '${circleId}' and user_id = '${cy._id}'`)
    await testApp.call(ben, 'POST', `app/motion/${circleId}/${motionId}/vote`, { choice: 'yes' })
    expect(await read(id, ann)).toMatchObject({ state: 'reversed' })
    const told = await testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'distribution_reversed').execute()
    expect(told.map(({ user_id }) => user_id)).toContain(cy._id)
  })

  test('marked as paid counts once its receiver has confirmed it, also one who has left', async ({ testApp }) => {
    const { ann, ben, cy, distribute, call, required, read, operating, circleId } = await owningCircle(testApp)
    const { _id: id } = await distribute(40_000)
    const mark = (person: Person) => ({ receiver: person._id, bankAccountId: operating, day, words: 'Check 1044' })
    expect((await call(ben, 'POST', `/${id}/paid`, mark(cy))).body.code).toBe('step_up_required')
    await stepUpFor(testApp, ben, 'confirm_money')
    const marked = required(await call(ben, 'POST', `/${id}/paid`, mark(cy)))
    const waits = marked.receivers.find(({ user }) => user._id === cy._id)?.mark
    expect([marked.openCents, waits?.mayConfirm]).toEqual([40_000, false])
    expect((await call(ben, 'POST', `/${id}/paid`, mark(cy))).body.code).toBe('payout_marked')
    expect((await call(ben, 'POST', `/${id}/paid/${waits?._id}/word`)).body.code).toBe('not_your_word')
    await asIf(testApp, `update memberships set ended_at = now() where circle_id = '${circleId}' and user_id = '${cy._id}'`)
    const own = await read(id, cy)
    expect(own.receivers.map(({ user }) => user._id)).toEqual([cy._id])
    expect((await call(cy, 'POST', `/${id}/propose-reversal`, { closesAt: inDays(3), why: 'Gone' })).status).toBe(403)
    expect([own.parts.map(({ arc }) => arc), own.desk, own.oddCents]).toEqual([[4], null, []])
    const past = (await testApp.call(cy, 'GET', `app/past-circle/${circleId}`)).data<PastCircle>()
    expect(past).toMatchObject({ owedCents: 10_000, payouts: [{ distributionId: id, openCents: 10_000 }], signed: [] })
    const needs = (await testApp.call(cy, 'GET', 'app/needs-you')).data<Needs>().items
    expect(needs).toContainEqual(expect.objectContaining({ kind: 'payout_word', path: `/circle/${circleId}/distributions/${id}` }))
    await stepUpFor(testApp, cy, 'confirm_money')
    expect(required(await call(cy, 'POST', `/${id}/paid/${waits?._id}/word`)).openCents).toBe(0)
    expect(await read(id)).toMatchObject({ paidCents: 10_000, openCents: 30_000 })
    // The treasurer's own needs another member's word.
    await stepUpFor(testApp, ben, 'confirm_money')
    const ownMark = required(await call(ben, 'POST', `/${id}/paid`, mark(ben))).receivers.find(({ user }) => user._id === ben._id)?.mark
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await call(ben, 'POST', `/${id}/paid/${ownMark?._id}/word`)).body.code).toBe('not_your_word')
    await stepUpFor(testApp, ann, 'confirm_money')
    expect((await call(ann, 'POST', `/${id}/paid/${ownMark?._id}/word`)).status).toBe(200)
    expect(await disagreements(testApp)).toEqual([])
  })

  test('is suggested to the treasurer where the bank shows what a person is owed', async ({ testApp }) => {
    const { ann, ben, cy, distribute, operating, circleId } = await owningCircle(testApp)
    const { _id: id } = await distribute(40_000)
    const file = bankFile(operating, bankCsv([['2025-01-20', -10_000, 'ACH CY']]), { from: '2025-01-15', to: '2025-01-31' })
    expect((await testApp.call(ben, 'POST', `app/bank-file/${circleId}/import`, file)).status).toBe(200)
    const suggestedTo = async (reader: Person) =>
      (await testApp.call(reader, 'GET', `app/bank-file/${circleId}/lines?state=unmatched`)).data<BankLines>().lines.at(-1)?.suggestions
    const suggested = await suggestedTo(ben)
    const payout = { kind: 'payout', distributionId: id, amountCents: -10_000, instead: null }
    expect(suggested).toContainEqual(expect.objectContaining({ ...payout, person: { _id: cy._id, name: 'Cy Smith' } }))
    expect(suggested?.map(({ person }) => person?._id)).not.toContain(ann._id)
    expect(await suggestedTo(ann)).toEqual([])
  })

  test('that cannot be paid for 90 days may be deposited by a motion, and counts as paid with its paper', async ({ testApp }) => {
    const { ann, ben, cy, distribute, call, required, vote, read, operating, circleId } = await owningCircle(testApp)
    const { _id: id } = await distribute(40_000)
    const deposit = { closesAt: inDays(3), receiver: cy._id, payee: 'State of Colorado', why: 'The address is unknown' }
    expect((await call(ben, 'POST', `/${id}/propose-deposit`, deposit)).body.code).toBe('deposit_too_early')
    await asIf(testApp, `update book_entries set recorded_at = recorded_at - interval '90 days' where circle_id = '${circleId}'`)
    expect((await read(id, ann)).receivers.every(({ mayProposeDeposit }) => mayProposeDeposit)).toBe(true)
    const motionId = required(await call(ann, 'POST', `/${id}/propose-deposit`, deposit)).motions[0]?._id ?? ''
    const motion = (await testApp.call(ann, 'GET', `app/motion/${circleId}/${motionId}`)).data<{ payee: string; effect: string }>()
    expect(motion).toMatchObject({ payee: 'State of Colorado', effect: expect.stringContaining('State of Colorado') })
    const deposited = { motionId, bankAccountId: operating, day, documentVersionId: await insertPaper(testApp, circleId, ben) }
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await call(ben, 'POST', `/${id}/deposited`, deposited)).body.code).toBe('deposit_not_permitted')
    await vote(motionId)
    expect((await read(id)).receivers.find(({ user }) => user._id === cy._id)).toMatchObject({ depositMotionId: motionId })
    expect((await call(ben, 'POST', `/${id}/deposited`, { ...deposited, documentVersionId: motionId })).status).not.toBe(200)
    required(await call(ben, 'POST', `/${id}/deposited`, deposited))
    const row = (await read(id)).receivers.find(({ user }) => user._id === cy._id)
    expect(row).toMatchObject({ openCents: 0, paidCents: 10_000, depositedWith: 'State of Colorado' })
    // Reversed, it is owed again, but a motion permits one deposit.
    const paid = await testApp.db
      .selectFrom('payout_payments')
      .select('entry_id')
      .where('motion_id', '=', motionId)
      .executeTakeFirstOrThrow()
    const reversed = await testApp.call(ben, 'POST', `app/book/${circleId}/reversal/${paid.entry_id}`, { words: 'It was not sent' })
    expect([reversed.status, reversed.text]).toEqual([200, expect.any(String)])
    await stepUpFor(testApp, ben, 'confirm_money')
    expect(await call(ben, 'POST', `/${id}/deposited`, deposited)).toMatchObject({ status: 409, body: { code: 'deposit_not_permitted' } })
    const open = (await read(id)).receivers.find(({ user }) => user._id === cy._id)
    expect(open).toMatchObject({ openCents: 10_000, depositMotionId: null })
    expect(await disagreements(testApp)).toEqual([])
  })

  test('of $1,000.01 over 12 arcs gives arcs 1 to 5 a cent more; after twelve of them every arc had $1,000.01', async ({ testApp }) => {
    const { circle, owner, account, people } = await createBuyingCircle(testApp, [12], { target: 1_200_000, size: '1/12' })
    const circleId = circle._id
    await testApp.db
      .updateTable('arcs')
      .set({ held_since: new Date('2024-01-01') })
      .where('circle_id', '=', circleId)
      .execute()
    await startOwning(testApp, circleId)
    const income = { what: 'rent', bankAccountId: account, amountCents: 1_200_012, day, payee: 'Tenant' }
    expect((await testApp.call(owner, 'POST', `app/book/${circleId}/income`, income)).status).toBe(200)
    const { distribute, read } = distributionCalls(testApp, { circleId, treasurer: owner, voters: people })
    const first = await distribute(100_001)
    expect(first.parts.map(({ amountCents }) => amountCents)).toEqual([...Array(5).fill(8_334), ...Array(7).fill(8_333)])
    for (let time = 2; time <= 12; time += 1) await distribute(100_001)
    const paid = (await readEntries(testApp, circleId)).flat().filter(({ account: name }) => name === 'paid_out')
    const sums = Array.from({ length: 12 }, (_, index) =>
      paid.reduce((sum, line) => sum + ('arc' in line && line.arc === index + 1 ? line.amountCents : 0), 0),
    )
    expect(sums).toEqual(Array(12).fill(100_001))
    expect((await read(first._id)).oddCents).toHaveLength(12)
    expect(await disagreements(testApp)).toEqual([])
  })
})
