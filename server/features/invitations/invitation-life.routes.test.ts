import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { address, hide, invite, invitedCircle, list, listPath, open, rowsOf, see, stateOf, tokenFor } from '#server/testing/invitations.ts'
import { buyArcs, checkLedgerAfterEach, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'
import { sweepInvitations } from './sweep-invitations.ts'

checkLedgerAfterEach()

describe('the state of an invitation', () => {
  test('follows an invited stranger to the membership of a hidden circle', async ({ testApp }) => {
    const { owner, circle, token } = await invitedCircle(testApp)
    expect(await see(testApp, null, circle)).toBe(404)
    expect(await see(testApp, null, circle, token)).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('sent')
    expect((await open(testApp, null, circle, token)).status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('opened')

    const person = await testApp.seed.person()
    const path = `/join-circle/${circle._id}?invite=${token}`
    expect((await testApp.call(person, 'PUT', 'app/wish', { path })).status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('registered')
    await testApp.db
      .updateTable('users')
      .set({ onboarding_complete: true, verification_requested: true })
      .where('id', '=', person._id)
      .execute()
    expect(await stateOf(testApp, owner, circle)).toBe('waiting')
    expect((await testApp.call(person, 'GET', 'app/wish')).data()).toMatchObject({ path })

    await testApp.call(await testApp.seed.admin(), 'POST', 'admin/user-verification', { user: person._id })
    const mail = await testApp.db
      .selectFrom('mails')
      .select('props')
      .where('template', '=', 'you-are-verified')
      .where('user_id', '=', person._id)
      .executeTakeFirstOrThrow()
    expect(mail.props).toMatchObject({ link: `${testApp.services.settings.publicUrl}${path}` })
    const joined = await testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
    expect(joined.status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('joined')
    expect(await see(testApp, null, circle, token)).toBe(404)
  })

  test('does not change by the owner’s own look, by brokers, or by an account that did not use the link', async ({ testApp }) => {
    const email = address()
    const maya = await testApp.seed.investor({ email })
    const { owner, circle, token } = await invitedCircle(testApp, email)
    await open(testApp, owner, circle, token)
    await open(testApp, await testApp.seed.broker(), circle, token)
    expect(await stateOf(testApp, owner, circle)).toBe('sent')
    await testApp.db.updateTable('circles').set({ hide_circle: false }).where('id', '=', circle._id).execute()
    await buyArcs(testApp, maya, circle)
    expect(await stateOf(testApp, owner, circle)).toBe('sent')
  })

  test('becomes joined when someone joins by the link without opening the page', async ({ testApp }) => {
    const { owner, circle, token } = await invitedCircle(testApp)
    const person = await testApp.seed.investor()
    await testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
    expect(await stateOf(testApp, owner, circle)).toBe('joined')
  })
})

describe('an invitation', () => {
  test('is bound to the first account that uses it, which then needs no token', async ({ testApp }) => {
    const { circle, token } = await invitedCircle(testApp)
    const [first, second] = [await testApp.seed.pending(), await testApp.seed.investor()]
    await open(testApp, first, circle, token)
    expect(await see(testApp, first, circle)).toBe(200)
    expect(await see(testApp, second, circle, token)).toBe(404)
    expect((await open(testApp, second, circle, token)).body).toMatchObject({
      code: 'invitation_ended',
      error: 'This invitation is no longer valid. Ask the person who sent it for a new one.',
    })
    const buys = (person: Person) =>
      testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
    expect((await buys(second)).status).toBe(404)
    // The same person, signed out.
    expect(await see(testApp, null, circle, token)).toBe(200)
  })

  test('of twenty accounts at the same moment admits one', async ({ testApp }) => {
    const { circle, token } = await invitedCircle(testApp)
    const people = await Promise.all(Array.from({ length: 20 }, () => testApp.seed.investor()))
    await Promise.all(people.map((person) => open(testApp, person, circle, token)))
    const seen = await Promise.all(people.map((person) => see(testApp, person, circle, token)))
    expect(seen.filter((status) => status === 200)).toHaveLength(1)
  })

  test('opens its own circle alone', async ({ testApp }) => {
    const { token } = await invitedCircle(testApp)
    const other = await invitedCircle(testApp)
    expect(await see(testApp, null, other.circle, token)).toBe(404)
    expect((await testApp.call(null, 'GET', `public/circle/${other.circle._id}/inviter?invite=${token}`)).status).toBe(404)
  })

  test('is sent once more by a reminder, with the same link', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const [{ _id }] = (await list(testApp, owner, circle)) as [Invitation]
    const remind = () => testApp.call(owner, 'POST', `${listPath(circle)}/${_id}`, {})
    expect((await remind()).data<Invitation[]>()[0]?.remindedAt).not.toBeNull()
    expect((await remind()).body).toMatchObject({ status: 409, code: 'invitation_reminded' })
    const mails = await mailsTo(testApp, email)
    expect(mails.map(({ subject }) => subject?.startsWith('Reminder: '))).toEqual([false, true])
    expect(await tokenFor(testApp, email)).toBe(token)
  })

  test('ends when it is revoked, with the address in the list and the mails', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const person = await testApp.seed.pending()
    await testApp.call(person, 'PUT', 'app/wish', { path: `/join-circle/${circle._id}?invite=${token}` })
    const [{ _id }] = (await list(testApp, owner, circle)) as [Invitation]
    expect((await testApp.call(owner, 'DELETE', `${listPath(circle)}/${_id}`)).status).toBe(204)
    expect((await testApp.call(owner, 'DELETE', `${listPath(circle)}/${_id}`)).status).toBe(404)
    expect(await see(testApp, person, circle, token)).toBe(404)
    expect((await testApp.call(person, 'GET', 'app/wish')).data()).toBeNull()
    expect(await rowsOf(testApp, circle)).toEqual([])
    expect(await testApp.db.selectFrom('mails').selectAll().where('to_address', '=', email).execute()).toEqual([])
    // The address may be invited again.
    expect((await invite(testApp, owner, circle, [email])).data()).toMatchObject({ sent: 1 })
  })

  test('that is revoked before it was mailed is not mailed; one to another circle is', async ({ testApp }) => {
    const email = address()
    const owner = await testApp.seed.investor()
    const [first, second] = [await createCircle(testApp, owner), await createCircle(testApp, owner)]
    await invite(testApp, owner, first, [email])
    await invite(testApp, owner, second, [email])
    const [{ _id }] = (await list(testApp, owner, first)) as [Invitation]
    await testApp.call(owner, 'DELETE', `${listPath(first)}/${_id}`)
    const mails = await mailsTo(testApp, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain(second._id)
  })

  test('expires after 30 days, or 90 once it was used, and is deleted', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const age = (days: number) =>
      testApp.db
        .updateTable('circle_invitations')
        .set({ expires_at: sql<Date>`expires_at - make_interval(days => ${days})` })
        .where('circle_id', '=', circle._id)
        .execute()
    await age(29)
    expect(await see(testApp, null, circle, token)).toBe(200)
    const person = await testApp.seed.pending()
    await open(testApp, person, circle, token)
    await age(89)
    await sweepInvitations(testApp.db)
    expect(await see(testApp, person, circle)).toBe(200)
    await age(2)
    expect(await see(testApp, person, circle, token)).toBe(404)
    expect(await list(testApp, owner, circle)).toEqual([])
    await sweepInvitations(testApp.db)
    expect(await rowsOf(testApp, circle)).toEqual([])
    expect(await testApp.db.selectFrom('mails').selectAll().where('to_address', '=', email).execute()).toEqual([])
  })

  test.for(['is deleted', 'is handed over'] as const)('is deleted when its circle %s', async (what, { testApp }) => {
    const email = address()
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const member = await testApp.seed.investor()
    await invite(testApp, owner, circle, [email])
    if (what === 'is deleted') await testApp.call(owner, 'DELETE', `app/circle/${circle._id}`)
    else {
      await buyArcs(testApp, member, circle)
      expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/owner`, { user: member._id })).status).toBe(200)
    }
    expect(await rowsOf(testApp, circle)).toEqual([])
    expect(await mailsTo(testApp, email)).toEqual([])
  })

  test('lets its person onto the waiting list of a full hidden circle', async ({ testApp }) => {
    const email = address()
    const { circle, owner, buyer } = await fullCircle(testApp)
    await hide(testApp, circle)
    await invite(testApp, owner, circle, [email])
    const token = await tokenFor(testApp, email)
    const person = await testApp.seed.investor()
    expect((await testApp.call(person, 'POST', `app/request-join/${circle._id}?invite=${token}`)).status).toBe(200)
    expect((await testApp.call(await testApp.seed.admin(), 'GET', `admin/circle-membership/${circle._id}`)).status).toBe(200)
    const held = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<{ _id: string; user: { _id: string } }[]>()
    const membership = held.find(({ user }) => user._id === buyer._id)
    await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/circle-membership/${membership?._id}`)
    const mails = await mailsTo(testApp, person.email)
    expect(mails.map(({ template }) => template)).toEqual(['shares-free'])
  })
})
