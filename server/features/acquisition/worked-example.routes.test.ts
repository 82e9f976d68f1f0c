import { expect } from 'vitest'
import { accountKey } from '#domain/book-accounts.ts'
import { exampleEntries } from '#domain/worked-example.ts'
import { insertPaper, readEntries } from '#server/testing/buying-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

const lender = 'First Valley Bank'
const closing = [
  { kind: 'price', amountCents: 18_000_000 },
  { kind: 'purchase_costs', amountCents: 240_000 },
  { kind: 'loan', amountCents: 10_000_000, lender },
  { kind: 'loan_costs', amountCents: 110_000 },
  { kind: 'insurance', amountCents: 90_000 },
  { kind: 'interest', amountCents: 4_932 },
  { kind: 'lender_reserve', amountCents: 60_000 },
  { kind: 'tax', amountCents: -15_000 },
  { kind: 'rent', amountCents: -10_000 },
  { kind: 'deposits', amountCents: 150_000 },
]

test('entries 1 to 8 of the worked example come out to the cent, from the start of the purchase to the deposit set apart', async ({
  testApp,
}) => {
  const buying = await createPurchaseCircle(testApp, [2, 1, 1], { names: ['Ann', 'Ben', 'Cy'] })
  const { circle, url, account, pay, call, read, done, stepOf, settle, confirm, confirmFor } = buying
  const [ann, ben, cy] = buying.people as [Person, Person, Person]
  const circleId = circle._id
  // Each of these is refused until what it waits for is there.
  expect((await done(ann, 'loan')).body.code).toBe('loan_without_motion')
  const facts = { kind: 'spend', amountCents: 10_000_000, category: 'loan', repeats: null, relatedMember: null }
  const motion = { title: 'A loan', text: 'For half of it.', facts, payee: lender, closesAt: inDays(3) }
  const { _id } = (await testApp.call(ann, 'POST', `app/motion/${circleId}`, motion)).data<{ _id: string }>()
  for (const person of [ann, ben, cy]) await testApp.call(person, 'POST', `app/motion/${circleId}/${_id}/vote`, { choice: 'yes' })
  for (const key of ['offer', 'inspection', 'title', 'insurance', 'loan']) expect((await done(ann, key)).status).toBe(200)

  expect((await stepOf('agreement_signed')).note).toContain('name the document')
  const agreement = await buying.nameAgreement()
  for (const [index, person] of [ann, ben, cy].entries()) {
    expect((await stepOf('agreement_signed')).note).toBe(`Follows from the signatures: ${index} of 3 have signed.`)
    expect((await done(ann, 'agreement_signed')).body.code).toBe('step_follows')
    await buying.sign(person, agreement)
  }
  expect((await stepOf('agreement_signed')).state).toBe('done')

  const documentVersionId = await insertPaper(testApp, circleId, ann)
  await pay(ann, 200_000, { bankAccountId: null, documentVersionId })
  await call(9_600_002)
  await pay(ann, 4_600_002)
  await pay(ben, 2_402_500)
  expect((await stepOf('money_collected')).note).toBe('Follows from the payments: 2 of 3 members have paid.')
  const wired = () => done(ann, 'wire', { amountCents: 8_140_000 })
  expect((await wired()).body.code).toBe('wire_waits_for_steps')
  await pay(cy, 2_400_000, { sender: 'K LLC' })
  expect(await stepOf('money_collected')).toMatchObject({ state: 'done', endedBy: null })

  expect((await wired()).body.code).toBe('wire_waits_for_details')
  expect((await stepOf('wire')).note).toBe('Waits for where to pay.')
  await buying.makeWhereToPay()
  expect((await done(ben, 'wire', { amountCents: 8_140_000 })).body.code).toBe('step_not_yours')
  expect((await done(ann, 'wire', { amountCents: 9_402_503 })).body.code).toBe('too_little_cash')
  expect((await done(ann, 'wire')).body.code).toBe('wire_amount_missing')
  expect((await settle(closing)).body.code).toBe('settlement_not_yet')
  await testApp.db.deleteFrom('step_ups').execute()
  const unasked = await testApp.call(ann, 'POST', `${url}/step/${(await stepOf('wire'))._id}/done`, { amountCents: 8_140_000 })
  expect(unasked.body.code).toBe('step_up_required')
  expect((await wired()).status).toBe(200)
  expect((await wired()).body.code).toBe('step_ended')

  expect((await settle(closing, {}, ben)).body.code).toBe('not_allowed')
  const { settlement } = buying.required(await settle(closing))
  expect(settlement).toMatchObject({ balanceCents: 8_329_932, refundCents: 10_068, mayConfirm: false })
  await confirmFor(ben)
  const { outcome } = buying.required(await confirm(ben, settlement?._id ?? ''))
  expect(outcome).toBe('bought')
  expect(await buying.stage()).toBe('owning')

  const opened = await testApp.call(ann, 'POST', `app/book/${circleId}/account`, { purpose: 'deposits', name: 'Deposits' })
  const deposits = opened.data<{ _id: string }>()._id
  const moved = { from: { bankAccountId: account }, toBankAccountId: deposits, amountCents: 150_000, day: buying.today() }
  const transfer = await testApp.call(ann, 'POST', `app/book/${circleId}/transfer`, moved)
  expect(transfer.status, transfer.text).toBe(200)

  const names = new Map([
    ...buying.people.map((person) => [person._id, person.firstName] as const),
    [account, 'operating'],
    [deposits, 'deposits'],
  ])
  const keyOf = (key: string) => key.replace(/[^:]+$/, (part) => names.get(part) ?? part)
  const sums = (lines: readonly (readonly [string, number])[]) => {
    const found = new Map<string, number>()
    for (const [key, cents] of lines) found.set(key, (found.get(key) ?? 0) + cents)
    return found
  }
  const entries = (await readEntries(testApp, circleId)).map((lines) =>
    sums(lines.map((line) => [keyOf(accountKey(line)), line.amountCents] as const)),
  )
  expect(entries).toEqual(
    exampleEntries.slice(0, 8).map(({ lines }) => sums(lines.map((line) => [line.account, line.amountCents] as const))),
  )
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
  // The deed is recorded weeks after the closing.
  expect((await done(ann, 'deed_recorded')).status).toBe(200)
  const shown = await read(cy)
  expect(shown).toMatchObject({ done: 9, skipped: 0, settlement: null, giveUp: 'not_now', mayFinish: false, owed: null })
  expect((await testApp.call(ann, 'POST', `${url}/give-up`, { reason: 'Too late' })).body.code).toBe('acquisition_not_open')
}, 180_000)
