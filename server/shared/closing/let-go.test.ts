import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { CircleDocument } from '#contract/documents.ts'
import { paper, upload } from '#server/testing/documents.ts'
import { withoutTriggers } from '#server/testing/offers.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { readLetGoReasons } from './let-go.ts'

const reasons = async (testApp: TestApp, circleId: string) => Object.fromEntries(await readLetGoReasons(testApp.db, circleId, 86_400))

describe('after a purchase was given up', () => {
  /** Ann names the agreement of the purchase; nobody is asked to sign it yet. */
  async function withAgreement(testApp: TestApp) {
    const made = await createPurchaseCircle(testApp, [2, 1, 1], { names: ['Ann', 'Ben', 'Cy'] })
    const [ann, ben, cy] = made.people as [Person, Person, Person]
    const documents = `app/document/${made.circle._id}`
    const form = { title: 'Operating agreement', shelf: 'agreement', fileKey: await upload(testApp, ann, paper('agreement')) }
    const document = (await testApp.call(ann, 'POST', documents, form)).data<CircleDocument>()
    expect((await made.change(ann, 'agreement_signed', { documentVersionId: document.newest._id })).status).toBe(200)
    const say = async (what: 'ask' | 'withdraw', more: object = {}) => {
      const answer = await testApp.call(ann, 'POST', `${documents}/${document._id}/${what}`, { versionId: document.newest._id, ...more })
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    }
    return { ...made, ann, ben, cy, document, say, giveUp: async () => expect((await made.giveUp()).status).toBe(200) }
  }

  test('who was asked to sign its agreement and did not is let go for that, until they sign', async ({ testApp }) => {
    const { circle, ben, cy, document, say, sign, giveUp } = await withAgreement(testApp)
    await say('ask')
    await sign(cy, document)
    expect(await reasons(testApp, circle._id)).toEqual({})
    await giveUp()
    expect(await reasons(testApp, circle._id)).toEqual({ [ben._id]: 'agreement' })
    await sign(ben, document)
    expect(await reasons(testApp, circle._id)).toEqual({})
  })

  test('nobody is let go for an agreement that they were not asked to sign, or not any more, or only afterwards', async ({ testApp }) => {
    const { circle, ben, cy, say, giveUp } = await withAgreement(testApp)
    await say('ask')
    await say('withdraw')
    await say('ask', { people: [cy._id] })
    await giveUp()
    expect(await reasons(testApp, circle._id)).toEqual({ [cy._id]: 'agreement' })
    await say('ask', { people: [ben._id] })
    expect(await reasons(testApp, circle._id)).toEqual({ [cy._id]: 'agreement' })
    await say('withdraw')
    expect(await reasons(testApp, circle._id)).toEqual({ [cy._id]: 'agreement' })
  })

  test('who left a due part unpaid is let go for that, what was paid and what was not due yet is no reason', async ({ testApp }) => {
    const made = await createPurchaseCircle(testApp, [2, 1, 1], { names: ['Ann', 'Ben', 'Cy'] })
    const { circle, owner, pay, decide, today } = made
    const [, ben, cy] = made.people as [Person, Person, Person]
    const asked = { amountCents: 400_000, dueDay: today(), why: 'The closing' }
    expect((await testApp.call(owner, 'POST', `app/call/${circle._id}`, asked)).status).toBe(200)
    await pay(ben, 100_000)
    await decide({ kind: 'give_up', why: 'The roof' })
    expect(await made.stage()).toBe('deciding')
    expect(await reasons(testApp, circle._id)).toEqual({})
    // By the circle's days: as if it had been given up in the last minute of the due day, and in the first of the next.
    const givenUpAt = (minutes: number) =>
      withoutTriggers(testApp, ['acquisitions'], (tx) =>
        sql`update acquisitions set ended_at = (${today()}::date + 1)::timestamp at time zone 'America/Denver' + make_interval(mins => ${minutes})
          where circle_id = ${circle._id}`.execute(tx),
      )
    await givenUpAt(-1)
    expect(await reasons(testApp, circle._id)).toEqual({})
    await givenUpAt(1)
    expect(await reasons(testApp, circle._id)).toEqual({ [cy._id]: 'unpaid' })
  })
})
