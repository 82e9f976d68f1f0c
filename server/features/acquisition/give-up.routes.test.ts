import { describe, expect } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import { readEntries } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

type Buying = Awaited<ReturnType<typeof createPurchaseCircle>>

/** Sends back to someone, or takes from them, what is owed; the owner keeps the book. */
const even = (testApp: TestApp, { owner, circle, account, today }: Buying, person: Person, owedCents: number) =>
  testApp.call(owner, 'POST', `app/book/${circle._id}/${owedCents > 0 ? 'payment' : 'income'}`, {
    what: 'owed',
    bankAccountId: account,
    day: today(),
    amountCents: Math.abs(owedCents),
    person: person._id,
  })

describe('giving up a purchase', () => {
  test('is the owner’s while nothing was paid, and the circle can buy again', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [2, 1, 1])
    const { owner, members, broker, circle, giveUp, read, required, stage, call, url } = buying
    const [member] = members as [Person]
    await call(400)
    expect((await read(owner)).giveUp).toBe('owner')
    expect((await giveUp(member)).body.code).toBe('only_the_owner_gives_up')
    expect((await giveUp(broker)).status).toBe(403)
    expect((await testApp.call(owner, 'POST', `${url}/give-up`, { reason: '' })).status).toBe(400)
    const before = (await readEntries(testApp, circle._id)).length
    expect(required(await giveUp())).toMatchObject({ outcome: 'given_up', reason: 'The roof', giveUp: 'not_now', owed: [] })
    expect((await readEntries(testApp, circle._id)).length).toBe(before)
    expect(await stage()).toBe('deciding')
    const told = testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'given_up').where('circle_id', '=', circle._id)
    expect(await told.execute()).toHaveLength(4)
    expect((await giveUp()).body.code).toBe('acquisition_not_open')
    expect((await buying.done(owner, 'offer')).body.code).toBe('acquisition_not_open')

    expect(required(await buying.start())).toMatchObject({ outcome: null, done: 0 })
    expect(await stage()).toBe('buying')
  })

  test('takes a motion once anything was paid: each is owed what they paid less their part of the inspection, to the cent', async ({
    testApp,
  }) => {
    const buying = await createPurchaseCircle(testApp, [2, 1, 1], { names: ['Ann', 'Ben', 'Cy'] })
    const { circle, account, call, pay, decide, giveUp, read, stage, today, url } = buying
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    await call(9_600_002)
    await pay(ann, 4_800_002)
    await pay(ben, 2_000_000)
    const facts = { kind: 'spend', amountCents: 40_003, category: 'other', repeats: null, relatedMember: null }
    await decide(facts, 'Front Range Inspections')
    const motions = (await testApp.call(ann, 'GET', `app/book/${circle._id}/form`)).data<{ motions: { _id: string }[] }>()
    const inspection = await testApp.call(ann, 'POST', `app/book/${circle._id}/payment`, {
      what: 'cost',
      account: 'professional_fees',
      bankAccountId: account,
      amountCents: 40_003,
      day: today(),
      motionId: motions.motions[0]?._id,
      relatedMember: null,
    })
    expect(inspection.status, inspection.text).toBe(200)
    expect((await read(ann)).giveUp).toBe('motion')
    expect((await giveUp()).body.code).toBe('giving_up_needs_a_motion')

    await decide({ kind: 'give_up', why: 'The inspection found the roof' })
    expect(await stage()).toBe('deciding')
    // Of 40,003 cents arcs 1 and 2, asked a cent more, and arc 3 bear 10,001 and arc 4 10,000. Cy has paid nothing.
    expect(await read(cy)).toMatchObject({
      outcome: 'given_up',
      reason: 'The inspection found the roof',
      owed: [
        { _id: ann._id, owedCents: 4_800_002 - 20_002 },
        { _id: ben._id, owedCents: 2_000_000 - 10_001 },
        { _id: cy._id, owedCents: -10_000 },
      ],
    })

    // Until nothing is owed nobody leaves, the circle stays, and the book is open.
    const admin = await testApp.seed.admin()
    const { id: membership } = await testApp.db
      .selectFrom('memberships')
      .select('id')
      .where('circle_id', '=', circle._id)
      .where('user_id', '=', ben._id)
      .executeTakeFirstOrThrow()
    const ask = (person: Person, kind: object) =>
      testApp.call(person, 'POST', `app/motion/${circle._id}`, { title: 'x', text: 'x', facts: kind, closesAt: inDays(3) })
    const refused = async () => [
      (await ask(cy, { kind: 'release' })).body.code,
      (await ask(ann, { kind: 'wind_up' })).body.code,
      (await testApp.call(admin, 'DELETE', `admin/circle-membership/${membership}`)).body.code,
      (await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: circle.title })).body.code,
      (await testApp.call(admin, 'DELETE', `admin/user/${ben._id}`)).body.code,
    ]
    expect(new Set(await refused())).toEqual(new Set(['something_is_owed']))
    expect((await testApp.call(cy, 'GET', `app/book/${circle._id}`)).status).toBe(200)

    for (const [person, cents] of [
      [cy, -10_000],
      [ben, 1_989_999],
      [ann, 4_780_000],
    ] as const) {
      expect((await refused())[0]).toBe('something_is_owed')
      const answer = await even(testApp, buying, person, cents)
      expect(answer.status, answer.text).toBe(200)
    }
    expect((await read(cy)).owed).toEqual([])
    expect((await ask(cy, { kind: 'release' })).status).toBe(200)
    expect((await testApp.call(ben, 'GET', url)).status).toBe(200)
  })

  test('is refused after the wire, unless the money is back; what the title company kept is shared', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [2, 2])
    const { owner, circle, account, sendWire, giveUp, decide, read, stage, today } = buying
    const [ann, ben] = buying.people as [Person, Person]
    await sendWire()
    expect((await read(ann)).giveUp).toBe('not_now')
    expect((await giveUp()).body.code).toBe('wire_is_done')
    const motions = `app/motion/${circle._id}`
    const proposal = { title: 'x', text: 'x', facts: { kind: 'give_up', why: 'The seller is gone' }, closesAt: inDays(3) }
    expect((await testApp.call(ben, 'POST', motions, proposal)).body.code).toBe('wire_is_done')
    const { notNow } = (await testApp.call(ben, 'GET', `${motions}/basis`)).data<{ notNow: { kind: string; why: string }[] }>()
    expect(notNow.find(({ kind }) => kind === 'give_up')?.why).toBe('The money is at the title company')

    const book = `app/book/${circle._id}`
    const back = { from: { heldBy: 'title' }, toBankAccountId: account, amountCents: 5_900_001, day: today() }
    const returned = await testApp.call(owner, 'POST', `${book}/transfer`, back)
    expect(returned.status, returned.text).toBe(200)
    expect((await giveUp()).body.code).toBe('wire_is_done')
    // The title company keeps $999.99 for its work: as if it had sent everything and were paid.
    const rest = { ...back, amountCents: 99_999 }
    expect((await testApp.call(owner, 'POST', `${book}/transfer`, rest)).status).toBe(200)
    await decide({ kind: 'spend', amountCents: 99_999, category: 'other', repeats: null, relatedMember: null }, 'Front Range Title')
    const form = (await testApp.call(owner, 'GET', `${book}/form`)).data<{ motions: { _id: string }[] }>()
    const kept = { what: 'cost', account: 'other_costs', bankAccountId: account, amountCents: 99_999, day: today(), relatedMember: null }
    const paid = await testApp.call(owner, 'POST', `${book}/payment`, { ...kept, motionId: form.motions[0]?._id })
    expect(paid.status, paid.text).toBe(200)
    expect((await giveUp()).body.code).toBe('giving_up_needs_a_motion')
    await decide({ kind: 'give_up', why: 'The money is back' })
    expect(await stage()).toBe('deciding')
    expect((await read(ben)).owed).toMatchObject([
      { _id: ben._id, owedCents: 4_000_000 - 49_999 },
      { _id: ann._id, owedCents: 4_000_000 - 50_000 },
    ])
  })

  test('by a motion that was open when the money was sent ends without a result', async ({ testApp }) => {
    const { owner, people, members, circle, sendWire, stage, pay, call } = await createPurchaseCircle(testApp, [2, 2])
    const [ben] = members as [Person]
    await call(400)
    for (const person of people) await pay(person, 200)
    const motions = `app/motion/${circle._id}`
    const proposal = { title: 'x', text: 'x', facts: { kind: 'give_up', why: 'The roof' }, closesAt: inDays(3) }
    const proposed = await testApp.call(ben, 'POST', motions, proposal)
    expect(proposed.status, proposed.text).toBe(200)
    const { _id } = proposed.data<Motion>()
    await sendWire()
    for (const person of people) await testApp.call(person, 'POST', `${motions}/${_id}/vote`, { choice: 'yes' })
    const motion = (await testApp.call(owner, 'GET', `${motions}/${_id}`)).data<Motion>()
    expect(motion.lapsedBecause).toBe('The money was sent to the title company and is not back')
    expect(motion.endedAt).not.toBeNull()
    expect(await stage()).toBe('buying')
  })
})
