import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Invitation } from '#contract/invitations.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { address, invite, invitedCircle, list, listPath, open, see, tokenFor } from '#server/testing/invitations.ts'
import { buyArcs, checkLedgerAfterEach, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

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
      [ann, 'waiting'],
      [email, 'waiting'],
      [theo, 'waiting'],
    ])
    const mails = await mailsTo(testApp, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe(`You are invited to ${circle.title}`)
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
    const { circle, owner, buyer } = await fullCircle(testApp, (circle, owner) => invite(testApp, owner, circle, [email]))
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
    expect(items.map(({ state, progress }) => [state, progress])).toEqual(Array(3).fill(['waiting', 'sent']))
    for (const { email } of items) {
      const mails = (await mailsTo(testApp, email)).filter(({ template }) => template !== 'you-are-in')
      expect(mails).toMatchObject([{ template: 'circle-invitation', user_id: null }])
    }
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

  test('is refused once every arc is held, also by a reminder or a new link', async ({ testApp }) => {
    const email = address()
    const { circle, owner } = await fullCircle(testApp, (circle, owner) => invite(testApp, owner, circle, [email]))
    const [{ _id }] = (await list(testApp, owner, circle)) as [Invitation]
    const refused = {
      status: 409,
      code: 'circle_full_no_invitations',
      error: 'Every arc is held. People can ask to be told when one comes free.',
    }
    expect((await invite(testApp, owner, circle, [address('theo')])).body).toMatchObject(refused)
    expect((await testApp.call(owner, 'POST', `${listPath(circle)}/${_id}`, {})).body).toMatchObject(refused)
    expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).body).toMatchObject(refused)
    expect(await list(testApp, owner, circle)).toHaveLength(1)
    expect(await mailsTo(testApp, email)).toHaveLength(1)
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

describe('the inviter', () => {
  const inviter = (testApp: TestApp, circle: Circle, token: string) =>
    testApp.call(null, 'GET', `public/circle/${circle._id}/inviter?invite=${token}`)

  test('is named to the people who have the link, by e-mail or the circle’s own', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const own = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
    for (const [each, invitedEmail] of [
      [token, email],
      [own.token, null],
    ] as const) {
      const answer = await inviter(testApp, circle, each)
      expect(answer.data()).toEqual({
        invitedEmail,
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
  test('are told to visitors who have an unused link of their own, to nobody else', async ({ testApp }) => {
    const { circle, token, email, owner } = await invitedCircle(testApp)
    const invited = await testApp.seed.pending({ email })
    const told = async (person: Person | null) =>
      (await testApp.call(person, 'GET', `${person ? 'app' : 'public'}/circle/${circle._id}/inviter?invite=${token}`)).text.includes(email)
    expect(await told(null)).toBe(true)
    for (const person of [invited, owner, await testApp.seed.investor(), await testApp.seed.admin()]) expect(await told(person)).toBe(false)
    await open(testApp, invited, circle, token)
    expect(await told(null)).toBe(false)
  })

  test('are in the owner’s data export, and the invitation in the export of the person who used it', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const person = await testApp.seed.pending({ email })
    await open(testApp, person, circle, token)
    expect((await exportOf(testApp, owner)).data()).toMatchObject({
      invitationsSent: [{ circle: circle._id, email, state: 'waiting' }],
    })
    expect((await exportOf(testApp, person)).data()).toMatchObject({
      invitationsSent: [],
      invitationsUsed: [{ circle: circle._id, circleTitle: circle.title, email }],
    })
  })

  test('are erased with the person who used the invitation or has the address', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const password = 'Correct-horse-7'
    const theo = address('theo')
    const [person, known] = [await testApp.seed.pending({ email, password }), await testApp.seed.person({ email: theo, password })]
    await invite(testApp, owner, circle, [theo])
    await open(testApp, person, circle, token)
    for (const each of [person, known])
      expect((await testApp.call(each, 'DELETE', `app/user/${each._id}`, { currentPassword: password })).status).toBe(204)
    expect(await list(testApp, owner, circle)).toEqual([])
  })
})
