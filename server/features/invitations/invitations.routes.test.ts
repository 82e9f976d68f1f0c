import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Invitation } from '#contract/invitations.ts'
import { buyArcs, checkLedgerAfterEach, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { sweepInvitations } from './sweep-invitations.ts'

checkLedgerAfterEach()

/** The tests of this file share a database, and one address may be invited only a few times. */
const address = (name = 'maya') => `${name}-${randomUUID()}@example.com`

const listPath = (circle: Circle) => `app/circle/${circle._id}/invitation`
const invite = (testApp: TestApp, owner: Person, circle: Circle, emails: readonly string[], note?: string) =>
  testApp.call(owner, 'POST', listPath(circle), { emails, ...(note === undefined ? {} : { note }) })
const list = async (testApp: TestApp, owner: Person, circle: Circle) =>
  (await testApp.call(owner, 'GET', listPath(circle))).data<Invitation[]>()
const stateOf = async (testApp: TestApp, owner: Person, circle: Circle) => (await list(testApp, owner, circle))[0]?.state

/** The token of the link in the newest invitation to this address. */
async function tokenFor(testApp: TestApp, email: string): Promise<string> {
  const mail = (await mailsTo(testApp, email)).filter(({ template }) => template === 'circle-invitation').at(-1)
  return /invite=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

const hide = (testApp: TestApp, circle: Circle) =>
  testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()

const rowsOf = (testApp: TestApp, circle: Circle) =>
  testApp.db.selectFrom('circle_invitations').selectAll().where('circle_id', '=', circle._id).execute()

const open = (testApp: TestApp, person: Person | null, circle: Circle, token: string) =>
  testApp.call(person, 'POST', `${person ? 'app' : 'public'}/circle/${circle._id}/invitation-opened?invite=${token}`, {})
const see = async (testApp: TestApp, person: Person | null, circle: Circle, token?: string) =>
  (await testApp.call(person, 'GET', `${person ? 'app' : 'public'}/circle/${circle._id}${token ? `?invite=${token}` : ''}`)).status

/** A hidden circle whose owner has invited one address. */
async function invitedCircle(testApp: TestApp, email = address()) {
  const owner = await testApp.seed.investor({ firstName: 'Nora', lastName: 'Lindqvist' })
  const circle = await createCircle(testApp, owner)
  await hide(testApp, circle)
  await invite(testApp, owner, circle, [email])
  return { owner, circle, email, token: await tokenFor(testApp, email) }
}

describe('inviting by e-mail', () => {
  test('mails each address once, with the inviter’s name, the note and the link', async ({ testApp }) => {
    const [email, theo, ann] = [address(), address('theo'), address('ann')]
    const owner = await testApp.seed.investor({ firstName: 'Nora', lastName: 'Lindqvist' })
    const circle = await createCircle(testApp, owner)
    const answer = await invite(testApp, owner, circle, [email.replace('maya', 'Maya'), theo, email], 'Shall we?')
    expect(answer.data<{ sent: number; skipped: number }>()).toMatchObject({ sent: 2, skipped: 0 })
    const again = await invite(testApp, owner, circle, [email, ann])
    expect(again.data<{ sent: number; skipped: number; items: Invitation[] }>()).toMatchObject({ sent: 1, skipped: 1 })
    expect((await list(testApp, owner, circle)).map(({ email, state }) => [email, state]).sort()).toEqual([
      [ann, 'sent'],
      [email, 'sent'],
      [theo, 'sent'],
    ])
    const mails = await mailsTo(testApp, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe(`Nora Lindqvist invites you to ${circle.title}`)
    expect(mails[0]?.body).toContain('Shall we?')
    expect(mails[0]?.body).not.toContain('$')
    const rows = await testApp.db.selectFrom('circle_invitations').selectAll().execute()
    const token = await tokenFor(testApp, email)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(rows)).not.toContain(token)
    const audit = await testApp.db.selectFrom('audit_log').select('facts').where('act', '=', 'invitations.sent').execute()
    expect(JSON.stringify(audit)).not.toContain('@')
    expect(JSON.stringify(await testApp.db.selectFrom('idempotency_keys').selectAll().execute())).not.toContain(email)
  })

  test.for([
    [{ emails: [] }, 'emails', 'Please give at least one e-mail address'],
    [{ emails: ['maya@example.com', 'nonsense'] }, 'emails', 'This is not an e-mail address: nonsense'],
    [
      { emails: ['maya@example.com'], note: 'see http://evil.example' },
      'note',
      'Please write the note without links and addresses: the mail has its own link',
    ],
    [{ emails: Array.from({ length: 21 }, (_, index) => `p${index}@example.com`) }, 'emails', 'Please invite at most 20 people at once'],
  ] as const)('refuses %j', async ([body, field, message], { testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const answer = await testApp.call(owner, 'POST', listPath(circle), body)
    expect([answer.status, answer.body.fields]).toEqual([400, [{ field, message }]])
    expect(await list(testApp, owner, circle)).toEqual([])
  })

  test('is for the owner alone, also the list', async ({ testApp }) => {
    const email = address()
    const { circle, owner, buyer } = await fullCircle(testApp)
    await invite(testApp, owner, circle, [email])
    const [{ _id }] = (await list(testApp, owner, circle)) as [Invitation]
    for (const person of [buyer, await testApp.seed.investor(), await testApp.seed.admin()]) {
      expect((await testApp.call(person, 'GET', listPath(circle))).status).toBe(403)
      expect((await invite(testApp, person, circle, [address('theo')])).status).toBe(403)
      expect((await testApp.call(person, 'POST', `${listPath(circle)}/${_id}`, {})).status).toBe(403)
      expect((await testApp.call(person, 'DELETE', `${listPath(circle)}/${_id}`)).status).toBe(403)
    }
    const other = await createCircle(testApp, buyer)
    expect((await testApp.call(buyer, 'DELETE', `${listPath(other)}/${_id}`)).status).toBe(404)
    expect((await testApp.call(buyer, 'POST', `${listPath(other)}/${_id}`, {})).status).toBe(404)
  })

  test('answers the same for an address with and without an account', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const [known, member] = [address('known'), address('member')]
    await testApp.seed.pending({ email: known })
    await buyArcs(testApp, await testApp.seed.investor({ email: member }), circle)
    await invite(testApp, owner, circle, [known, member, address('nobody')])
    const items = await list(testApp, owner, circle)
    expect(items.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    for (const { email } of items) expect(await mailsTo(testApp, email)).toMatchObject([{ template: 'circle-invitation', user_id: null }])
  })

  test('sends nobody more than three in a week, and at most 50 a day for one account', async ({ testApp }) => {
    const email = address()
    for (const count of [1, 2, 3, 4]) {
      const owner = await testApp.seed.investor()
      const answer = await invite(testApp, owner, await createCircle(testApp, owner), [email])
      expect([count, answer.status]).toEqual([count, count < 4 ? 200 : 429])
      if (count === 4) expect(answer.body).toMatchObject({ code: 'invitation_limit' })
    }
    expect(await mailsTo(testApp, email)).toHaveLength(3)
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const twenty = (from: number) => Array.from({ length: 20 }, (_, index) => address(`p${from + index}`))
    const statuses = []
    for (const from of [0, 20, 40]) statuses.push((await invite(testApp, owner, circle, twenty(from))).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(await list(testApp, owner, circle)).toHaveLength(40)
  })

  test('does not repeat a title that mail programs would show as a link', async ({ testApp }) => {
    const email = address()
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { title: 'Pay at evil.example' })
    await invite(testApp, owner, circle, [email])
    const [mail] = await mailsTo(testApp, email)
    expect(`${mail?.subject} ${mail?.html}`).not.toContain('evil')
  })
})

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

describe('the inviter', () => {
  const inviter = (testApp: TestApp, circle: Circle, token: string) =>
    testApp.call(null, 'GET', `public/circle/${circle._id}/inviter?invite=${token}`)

  test('is named to the people who have the link, by e-mail or the circle’s own', async ({ testApp }) => {
    const { owner, circle, token } = await invitedCircle(testApp)
    const own = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
    for (const each of [token, own.token]) {
      const answer = await inviter(testApp, circle, each)
      expect(answer.data()).toEqual({
        firstName: 'Nora',
        lastName: 'Lindqvist',
        since: expect.stringMatching(/^20/),
        isCreator: true,
        arcs: 3,
        arcsTotal: 12,
      })
    }
    for (const wrong of ['', 'wrong']) expect((await inviter(testApp, circle, wrong)).body).toMatchObject({ code: 'invitation_ended' })
    expect(await see(testApp, null, circle, own.token)).toBe(200)
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}?invite=${token}`)).text).not.toContain('Lindqvist')
  })
})

describe('the addresses of invited people', () => {
  test('are in the owner’s data export, and the invitation in the export of the person who used it', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const person = await testApp.seed.pending()
    await open(testApp, person, circle, token)
    expect((await testApp.call(owner, 'GET', 'app/export')).data()).toMatchObject({
      invitationsSent: [{ circle: circle._id, email, state: 'waiting' }],
    })
    expect((await testApp.call(person, 'GET', 'app/export')).data()).toMatchObject({
      invitationsSent: [],
      invitationsUsed: [{ circle: circle._id, circleTitle: circle.title, email }],
    })
  })

  test('are erased with the person who used the invitation or has the address', async ({ testApp }) => {
    const { owner, circle, token } = await invitedCircle(testApp)
    const password = 'Correct-horse-7'
    const theo = address('theo')
    const [person, known] = [await testApp.seed.pending({ password }), await testApp.seed.person({ email: theo, password })]
    await invite(testApp, owner, circle, [theo])
    await open(testApp, person, circle, token)
    for (const each of [person, known])
      expect((await testApp.call(each, 'DELETE', `app/user/${each._id}`, { currentPassword: password })).status).toBe(204)
    expect(await list(testApp, owner, circle)).toEqual([])
  })
})
