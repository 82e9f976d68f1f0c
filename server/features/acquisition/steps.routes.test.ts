import { describe, expect } from 'vitest'
import type { DeskEntry } from '#contract/brokers.ts'
import type { Needs } from '#contract/needs.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

describe('the steps of a purchase', () => {
  test('that make it safe are never skipped, and the first two of them not ticked by hand', async ({ testApp }) => {
    const { owner, members, done, skip, stepOf, call, pay } = await createPurchaseCircle(testApp, [2, 2])
    const [member] = members as [Person]
    for (const key of ['agreement_signed', 'money_collected', 'wire']) {
      expect((await skip(owner, key)).body.code).toBe('step_not_skipped')
      expect(await stepOf(key)).toMatchObject({ state: 'open', maySkip: false })
    }
    for (const key of ['agreement_signed', 'money_collected']) {
      expect((await done(owner, key)).body.code).toBe('step_follows')
      expect((await stepOf(key)).mayEnd).toBe(false)
    }
    expect((await done(owner, 'wire', { amountCents: 100 })).body.code).toBe('wire_waits_for_steps')
    const verify = (is_verified: boolean) => testApp.db.updateTable('users').set({ is_verified }).where('id', '=', owner._id).execute()
    await verify(false)
    expect((await done(owner, 'wire', { amountCents: 100 })).body.code).toBe('not_verified')
    await verify(true)
    // What follows from payments is open again with the next call.
    await call(10_000)
    for (const person of [owner, member]) await pay(person, 5_000)
    expect((await stepOf('money_collected')).state).toBe('done')
    await call(10_000)
    expect((await stepOf('money_collected')).state).toBe('open')
  })

  test('a loan waits for a motion that names lender and amount', async ({ testApp }) => {
    const { owner, done, decide, stepOf } = await createPurchaseCircle(testApp, [2, 2])
    const spend = { kind: 'spend', amountCents: 10_000_000, repeats: null, relatedMember: null }
    expect(await stepOf('loan')).toMatchObject({ mayEnd: false, note: expect.stringContaining('Waits for a motion') })
    await decide({ ...spend, category: 'repairs' }, 'First Valley Bank')
    await decide({ ...spend, category: 'loan' }, 'Second Valley Bank', 'no')
    expect((await done(owner, 'loan')).body.code).toBe('loan_without_motion')
    await decide({ ...spend, category: 'loan' }, 'First Valley Bank')
    expect((await done(owner, 'loan')).status).toBe(200)
    expect(await stepOf('loan')).toMatchObject({ state: 'done', note: null, endedBy: { _id: owner._id } })
  })

  test('are planned by owner and treasurer, done by who is assigned, and stay as they ended', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [2, 1, 1])
    const { owner, url, done, skip, change, decide, stepOf, read } = buying
    const [treasurer, member] = buying.members as [Person, Person]
    expect((await change(member, 'inspection', { assignedTo: member._id })).body.code).toBe('not_allowed')
    expect((await done(member, 'inspection')).body.code).toBe('step_not_yours')
    expect((await skip(member, 'inspection')).body.code).toBe('step_not_yours')
    await decide({ kind: 'treasurer', member: treasurer._id })
    // Only the owner and the treasurer send money.
    expect((await change(owner, 'wire', { assignedTo: member._id })).body.code).toBe('step_person_unfit')
    for (const person of [treasurer, owner]) expect((await change(owner, 'wire', { assignedTo: person._id })).status).toBe(200)
    expect((await change(treasurer, 'inspection', { assignedTo: member._id, dueDay: '2020-01-15' })).status).toBe(200)
    expect(await stepOf('inspection')).toMatchObject({ assignedTo: { _id: member._id }, dueDay: '2020-01-15', isOverdue: true })
    expect((await done(member, 'inspection')).status).toBe(200)
    expect(await stepOf('inspection')).toMatchObject({ state: 'done', endedBy: { _id: member._id }, isOverdue: false })
    expect((await done(owner, 'inspection')).body.code).toBe('step_ended')
    expect((await skip(owner, 'inspection')).body.code).toBe('step_ended')
    expect((await change(owner, 'inspection', { assignedTo: owner._id })).body.code).toBe('step_ended')

    const stranger = await testApp.seed.investor()
    const added = { title: 'Survey', assignedTo: member._id, dueDay: '2099-01-31' }
    const add = (person: Person, body: object) => testApp.call(person, 'POST', `${url}/step`, body)
    expect((await add(member, added)).body.code).toBe('not_allowed')
    expect((await add(owner, { ...added, assignedTo: stranger._id })).body.code).toBe('step_person_unfit')
    expect((await add(treasurer, added)).status).toBe(200)
    const survey = (await read(owner)).steps.at(-1)
    expect(survey).toMatchObject({ key: 'other', title: 'Survey', assignedTo: { _id: member._id } })
    const skipped = await testApp.call(owner, 'POST', `${url}/step/${survey?._id}/skip`, { reason: 'The title company has one' })
    expect(skipped.status).toBe(200)
    expect((await read(member)).steps.at(-1)).toMatchObject({ state: 'skipped', reason: 'The title company has one' })

    const other = await createPurchaseCircle(testApp, [2, 2])
    const foreign = `${url}/step/${(await other.stepOf('offer'))._id}/done`
    expect((await testApp.call(owner, 'POST', foreign)).body.code).toBe('step_not_found')
    expect((await testApp.call(owner, 'POST', `${url}/step/x/done`)).body.code).toBe('step_not_found')
  })

  test('of a broker are on their desk; they see these alone, without money', async ({ testApp }) => {
    const buying = await createPurchaseCircle(testApp, [2, 2])
    const { owner, broker, url, call, change, done, read, property, circle, stepOf } = buying
    await call(10_000)
    expect((await read(broker)).steps).toEqual([])
    const desk = async () => (await testApp.call(broker, 'GET', 'app/broker-desk')).data<DeskEntry[]>().flatMap(({ waits }) => waits)
    const stepWaits = async () => (await desk()).filter(({ kind }) => kind === 'step')
    expect(await stepWaits()).toEqual([])

    await change(owner, 'title', { assignedTo: broker._id, dueDay: '2099-01-31' })
    expect(await stepWaits()).toMatchObject([
      { name: property.address, count: 1, path: `/broker/circle/${circle._id}/purchase`, dueAt: '2099-01-31T12:00:00.000Z' },
    ])
    const { items } = (await testApp.call(broker, 'GET', 'app/notice')).data<{ items: { kind: string; path: string }[] }>()
    expect(items[0]).toMatchObject({ kind: 'step_assigned', path: `/circle/${circle._id}/purchase` })
    const seen = await read(broker)
    expect(seen).toMatchObject({ money: null, settlement: null, owed: null, people: [], giveUp: 'not_now', mayAddStep: false })
    expect(seen.steps).toMatchObject([{ key: 'title', mayEnd: true, maySkip: false, mayChange: false }])
    expect(JSON.stringify(seen)).not.toMatch(/Cents":[1-9]/)

    expect((await done(broker, 'offer')).body.code).toBe('step_not_yours')
    expect((await testApp.call(broker, 'POST', `${url}/step`, { title: 'Survey' })).status).toBe(403)
    expect((await testApp.call(broker, 'POST', `${url}/give-up`, { reason: 'No' })).status).toBe(403)
    expect((await done(broker, 'title')).status).toBe(200)
    expect(await stepOf('title')).toMatchObject({ state: 'done', endedBy: { _id: broker._id } })
    expect(await stepWaits()).toEqual([])
  })

  test('wait in needs-you and stand in the calendar on their day, for who is assigned', async ({ testApp }) => {
    const { owner, members, circle, change, done } = await createPurchaseCircle(testApp, [2, 2])
    const [member] = members as [Person]
    const needs = async (person: Person) =>
      (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.filter(({ kind }) => kind === 'step')
    const calendar = async (person: Person) => {
      const { link } = (await testApp.call(person, 'POST', 'app/calendar')).data<{ link: string }>()
      return (await testApp.call(null, 'GET', new URL(link).pathname)).text.replaceAll('\r\n ', '')
    }
    await change(owner, 'insurance', { assignedTo: member._id, dueDay: '2099-01-31' })
    await change(owner, 'offer', { dueDay: '2099-01-15' })
    const path = `/circle/${circle._id}/purchase`
    expect(await needs(member)).toMatchObject([{ name: 'Insurance', path, dueAt: '2099-01-31T12:00:00.000Z', count: 1 }])
    expect(await needs(owner)).toEqual([])
    const text = await calendar(member)
    expect(text.match(/^SUMMARY:Step.*$/gm)).toEqual(['SUMMARY:Step due: Offer', 'SUMMARY:Step due: Insurance'])
    expect(text).toContain('DTSTART;VALUE=DATE:20990131')
    expect(text).not.toContain('$')
    expect((await calendar(owner)).match(/^SUMMARY:Step.*$/gm)).toEqual(['SUMMARY:Step due: Offer'])

    await done(member, 'insurance')
    expect(await needs(member)).toEqual([])
    expect(await calendar(member)).not.toContain('Insurance')
  })
})
