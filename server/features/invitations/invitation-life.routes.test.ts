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
    const { owner, circle, token, email } = await invitedCircle(testApp)
    expect(await see(testApp, null, circle)).toBe(404)
    expect(await see(testApp, null, circle, token)).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: sent')
    expect((await open(testApp, null, circle, token)).status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: opened')

    const person = await testApp.seed.person({ email })
    const path = `/join-circle/${circle._id}?invite=${token}`
    expect((await testApp.call(person, 'PUT', 'app/wish', { path })).status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: registered')
    await testApp.db
      .updateTable('users')
      .set({ onboarding_complete: true, verification_requested: true })
      .where('id', '=', person._id)
      .execute()
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: verification')
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
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: sent')
    await testApp.db.updateTable('circles').set({ hide_circle: false }).where('id', '=', circle._id).execute()
    await buyArcs(testApp, maya, circle)
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: sent')
  })

  test('becomes joined when someone joins by the link without opening the page', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const person = await testApp.seed.investor({ email })
    await testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
    expect(await stateOf(testApp, owner, circle)).toBe('joined')
  })
})

describe('an invitation', () => {
  test('is only for the account with the invited address, which then needs no token', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const [invited, other] = [await testApp.seed.pending({ email: email.replace('maya', 'Maya') }), await testApp.seed.investor()]
    const refused = {
      status: 404,
      code: 'invitation_not_yours',
      error:
        'This invitation was sent to another e-mail address. Sign in with that address, or ask the person who sent it to invite you too.',
    }
    const invite = `?invite=${token}`
    const path = `/join-circle/${circle._id}${invite}`
    const tries = async () => [
      await testApp.call(other, 'GET', `app/circle/${circle._id}${invite}`),
      await testApp.call(other, 'GET', `app/circle/${circle._id}/inviter${invite}`),
      await testApp.call(other, 'PUT', 'app/wish', { path }),
      await testApp.call(other, 'POST', `app/circle-membership/${circle._id}${invite}`, { investmentAmount: 75_000 }),
      await open(testApp, other, circle, token),
    ]
    expect((await tries()).map(({ body }) => body)).toEqual(Array(5).fill(expect.objectContaining(refused)))
    for (const act of ['request-join', 'follow'])
      expect((await testApp.call(other, 'POST', `app/${act}/${circle._id}${invite}`)).status).toBe(404)
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: sent')

    expect((await open(testApp, invited, circle, token)).status).toBe(200)
    expect(await see(testApp, invited, circle)).toBe(200)
    expect((await tries()).map(({ body }) => body)).toEqual(Array(5).fill(expect.objectContaining(refused)))
    // The same person, signed out.
    expect(await see(testApp, null, circle, token)).toBe(200)
  })

  test('is not used up by an account with another address that joins the circle itself', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    await testApp.db.updateTable('circles').set({ hide_circle: false }).where('id', '=', circle._id).execute()
    const [other, invited] = [await testApp.seed.investor(), await testApp.seed.investor({ email })]
    const join = (person: Person) =>
      testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
    expect((await join(other)).status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: sent')
    expect((await join(invited)).status).toBe(200)
    expect(await stateOf(testApp, owner, circle)).toBe('joined')
  })

  test('of twenty accounts at the same moment admits the invited one', async ({ testApp }) => {
    const { circle, token, email } = await invitedCircle(testApp)
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) => testApp.seed.investor(index === 13 ? { email } : {})))
    await Promise.all(people.map((person) => open(testApp, person, circle, token)))
    const seen = await Promise.all(people.map((person) => see(testApp, person, circle, token)))
    expect(seen.map((status) => status === 200)).toEqual(people.map((person) => person.email === email))
  })

  test('that comes back confirms the address that it was mailed to, and no other', async ({ testApp }) => {
    const { circle, token, email } = await invitedCircle(testApp)
    const [invited, other] = [await testApp.seed.person({ email }), await testApp.seed.person()]
    await testApp.db.updateTable('users').set({ email_confirmed_at: null }).where('id', 'in', [invited._id, other._id]).execute()
    const isConfirmed = async (person: Person) =>
      (await testApp.call(person, 'GET', 'auth/whoami')).data<{ user: { emailConfirmed: boolean } }>().user.emailConfirmed
    await open(testApp, other, circle, token)
    expect(await see(testApp, invited, circle, token)).toBe(200)
    expect([await isConfirmed(invited), await isConfirmed(other)]).toEqual([false, false])
    await open(testApp, invited, circle, token)
    expect([await isConfirmed(invited), await isConfirmed(other)]).toEqual([true, false])
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

  test('ends when it is withdrawn: its link and mails at once, its row in the owner’s list later', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const person = await testApp.seed.pending({ email })
    await testApp.call(person, 'PUT', 'app/wish', { path: `/join-circle/${circle._id}?invite=${token}` })
    const [{ _id }] = (await list(testApp, owner, circle)) as [Invitation]
    expect((await testApp.call(owner, 'DELETE', `${listPath(circle)}/${_id}`)).status).toBe(204)
    expect((await testApp.call(owner, 'DELETE', `${listPath(circle)}/${_id}`)).status).toBe(404)
    expect((await testApp.call(owner, 'POST', `${listPath(circle)}/${_id}`, {})).status).toBe(409)
    expect(await see(testApp, person, circle, token)).toBe(404)
    expect((await testApp.call(person, 'GET', 'app/wish')).data()).toBeNull()
    expect(await list(testApp, owner, circle)).toMatchObject([{ email, state: 'ended', endedBy: 'withdrawn' }])
    expect(await testApp.db.selectFrom('mails').selectAll().where('to_address', '=', email).execute()).toEqual([])
    // The address may be invited again, as a new invitation.
    expect((await invite(testApp, owner, circle, [email])).data()).toMatchObject({ sent: 1 })
    expect(await list(testApp, owner, circle)).toMatchObject([{ email, state: 'waiting' }])
  })

  test('by which someone joined cannot be withdrawn, and ends when they leave', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const person = await testApp.seed.investor({ email })
    await testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
    const [joined] = (await list(testApp, owner, circle)) as [Invitation]
    expect(joined).toMatchObject({ state: 'joined', arcs: 1, endedBy: null, joinedAt: expect.stringMatching(/^20/) })
    expect((await testApp.call(owner, 'DELETE', `${listPath(circle)}/${joined._id}`)).status).toBe(404)
    expect((await testApp.call(person, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(204)
    expect(await list(testApp, owner, circle)).toMatchObject([{ state: 'ended', endedBy: 'left', arcs: 0 }])
    expect((await invite(testApp, owner, circle, [email])).data()).toMatchObject({ sent: 1 })
  })

  test('that is withdrawn before it was mailed is not mailed; one to another circle is', async ({ testApp }) => {
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

  test('expires after 30 days, or 90 once it was used, and is deleted 30 days later', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const age = (days: number) =>
      testApp.db
        .updateTable('circle_invitations')
        .set({ expires_at: sql<Date>`expires_at - make_interval(days => ${days})` })
        .where('circle_id', '=', circle._id)
        .execute()
    await age(29)
    expect(await see(testApp, null, circle, token)).toBe(200)
    const person = await testApp.seed.pending({ email })
    await open(testApp, person, circle, token)
    await age(89)
    await sweepInvitations(testApp.db)
    expect(await see(testApp, person, circle)).toBe(200)
    await age(2)
    expect(await see(testApp, person, circle, token)).toBe(404)
    await sweepInvitations(testApp.db)
    expect(await list(testApp, owner, circle)).toMatchObject([{ state: 'ended', endedBy: 'expired' }])
    await age(30)
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

  test('ends by the last arc, and lets its person ask to be told when one comes free', async ({ testApp }) => {
    const email = address()
    const { circle, owner, buyer } = await fullCircle(testApp, (circle, owner) => invite(testApp, owner, circle, [email]))
    await hide(testApp, circle)
    const token = await tokenFor(testApp, email)
    expect(await list(testApp, owner, circle)).toMatchObject([{ state: 'ended', endedBy: 'full', endedAt: expect.stringMatching(/^20/) }])
    const person = await testApp.seed.investor({ email })
    expect((await testApp.call(person, 'POST', `app/request-join/${circle._id}?invite=${token}`)).status).toBe(200)
    const held = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<{ _id: string; user: { _id: string } }[]>()
    const membership = held.find(({ user }) => user._id === buyer._id)
    await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/circle-membership/${membership?._id}`)
    const mails = await mailsTo(testApp, person.email)
    expect(mails.map(({ template }) => template)).toEqual(['circle-invitation', 'shares-free'])
    expect(await list(testApp, owner, circle)).toMatchObject([{ state: 'waiting', endedBy: null }])
  })
})
