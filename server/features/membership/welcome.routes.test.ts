import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Welcome } from '#contract/welcome.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { buyArcs, checkLedgerAfterEach, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'

checkLedgerAfterEach()

const path = (circle: Circle) => `app/circle-membership/${circle._id}/welcome`
const read = async (testApp: TestApp, person: Person, circle: Circle) => (await testApp.call(person, 'GET', path(circle))).data<Welcome>()
const own = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', `app/user-membership/${person._id}`)).data<{ welcomedAt: string | null }[]>()[0]?.welcomedAt

async function joinedCircle(testApp: TestApp) {
  const [owner, member] = [await testApp.seed.investor(), await testApp.seed.investor({ firstName: 'Jonah' })]
  const circle = await createCircle(testApp, owner)
  return { owner, member, circle }
}

describe('the welcome of a new member', () => {
  test('says what they hold and what comes next, until it was seen', async ({ testApp }) => {
    const { owner, member, circle } = await joinedCircle(testApp)
    expect(await own(testApp, owner)).toMatch(/^20/)
    await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    await buyArcs(testApp, member, circle, 150_000)
    expect(await read(testApp, member, circle)).toMatchObject({
      arcs: 2,
      amount: 150_000,
      target: 900_000,
      freeArcs: 7,
      tookLast: false,
      properties: 1,
      openVotes: [{ counted: 2 }],
      welcomedAt: null,
    })
    expect(await own(testApp, member)).toBeNull()
    const seen = (await testApp.call(member, 'PUT', path(circle))).data<Welcome>().welcomedAt
    expect(seen).toMatch(/^20/)
    expect((await testApp.call(member, 'PUT', path(circle))).data<Welcome>().welcomedAt).toBe(seen)
    expect(await own(testApp, member)).toBe(seen)
    expect((await exportOf(testApp, member)).data()).toMatchObject({ memberships: [{ welcomedAt: seen }] })
  })

  test('comes again after rejoining, not after buying more', async ({ testApp }) => {
    const { member, circle } = await joinedCircle(testApp)
    await buyArcs(testApp, member, circle)
    await testApp.call(member, 'PUT', path(circle))
    await buyArcs(testApp, member, circle)
    expect(await own(testApp, member)).toMatch(/^20/)
    await testApp.call(member, 'DELETE', `app/circle-membership/${circle._id}`)
    expect((await testApp.call(member, 'GET', path(circle))).status).toBe(403)
    await buyArcs(testApp, member, circle)
    expect(await own(testApp, member)).toBeNull()
  })

  test('says which votes the new arcs came too late for', async ({ testApp }) => {
    const { owner, member, circle } = await joinedCircle(testApp)
    const { _id } = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<{ _id: string }>()
    await testApp.call(owner, 'PUT', `app/property/${_id}/closing`, { closesAt: new Date(Date.now() + 3 * 86_400_000).toISOString() })
    await sql`update decisions set closes_at = now() + interval '5 hours', held_before = now() - interval '1 hour' where property_id = ${_id}`.execute(
      testApp.db,
    )
    await buyArcs(testApp, member, circle, 150_000)
    expect((await read(testApp, member, circle)).openVotes).toMatchObject([{ counted: 0, closesAt: expect.stringMatching(/^20/) }])
  })

  test('knows who took the last arc', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    expect(await read(testApp, buyer, circle)).toMatchObject({ freeArcs: 0, tookLast: true })
    expect(await read(testApp, owner, circle)).toMatchObject({ tookLast: false })
  })

  test('is for members only', async ({ testApp }) => {
    const { circle } = await joinedCircle(testApp)
    for (const person of [await testApp.seed.investor(), await testApp.seed.admin()]) {
      expect((await testApp.call(person, 'GET', path(circle))).status).toBe(403)
      expect((await testApp.call(person, 'PUT', path(circle))).status).toBe(403)
    }
  })
})

describe('the mail that confirms a commitment', () => {
  test('has the four facts, the charter’s version, a link in and a link to leave', async ({ testApp }) => {
    const { member, circle } = await joinedCircle(testApp)
    await buyArcs(testApp, member, circle, 150_000)
    const mails = (await mailsTo(testApp, member.email)).filter(({ template }) => template === 'you-are-in')
    expect(mails).toMatchObject([{ subject: `You hold 2 arcs of ${circle.title}` }])
    const body = mails[0]?.body ?? ''
    const facts = ['Arcs: 2 of 12', 'Amount: $150,000', 'Your part of the circle: 16.67%', 'Charter: Version 1', 'Next: ']
    expect(facts.map((fact) => body.indexOf(fact)).every((at, index, all) => at > (all[index - 1] ?? 0))).toBe(true)
    expect(body).toContain(`/circle/${circle._id}?tab=members`)
    await buyArcs(testApp, member, circle)
    expect((await mailsTo(testApp, member.email)).filter(({ template }) => template === 'you-are-in')).toHaveLength(1)
  })

  test('of the last arc has no link to leave, and is sent whatever is switched off', async ({ testApp }) => {
    const { buyer, circle } = await fullCircle(testApp)
    const mail = (await mailsTo(testApp, buyer.email)).find(({ template }) => template === 'you-are-in')
    expect(mail?.body?.replaceAll('\n', ' ')).toContain('It was the last one. The circle decides from now on.')
    expect(mail?.body).not.toContain(`/circle/${circle._id}?tab=members`)
  })
})
