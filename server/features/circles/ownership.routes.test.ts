import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Tx } from '#server/db/connect.ts'
import { changeBeforeLock } from '#server/testing/change-before-lock.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { buyArcs, checkLedgerAfterEach, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const handOver = (testApp: TestApp, actor: Person, circle: Circle, user: unknown) =>
  testApp.call(actor, 'POST', `app/circle/${circle._id}/owner`, { user })
const hide = (testApp: TestApp, circle: Circle) =>
  testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()

describe('handing a circle over', () => {
  test('makes a member the owner, with the rights that the former owner loses', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    expect((await handOver(testApp, owner, circle, buyer._id)).status).toBe(200)
    const members = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<
      { user: { _id: string }; isOwner: boolean; investmentAmount: number }[]
    >()
    expect(members.map((member) => [member.user._id, member.isOwner, member.investmentAmount])).toEqual([
      [buyer._id, true, 50_000],
      [owner._id, false, 50_000],
    ])
    const rename = (person: Person) => testApp.call(person, 'PUT', `app/circle/${circle._id}`, { title: 'Renamed' })
    expect((await rename(owner)).status).toBe(403)
    expect((await rename(buyer)).status).toBe(200)
    expect((await handOver(testApp, owner, circle, owner._id)).status).toBe(403)
    const mails = await testApp.db.selectFrom('mails').select('user_id').where('template', '=', 'ownership-received').execute()
    expect(mails).toContainEqual({ user_id: buyer._id })
  })

  test('keeps the terms locked', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    await handOver(testApp, owner, circle, buyer._id)
    const answer = await testApp.call(buyer, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: { totalTargetSize: 200_000 } })
    expect(answer.status).toBe(409)
  })

  test('is refused to non-members, brokers, unverified members and the owner themselves', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    for (const unfit of [await testApp.seed.investor(), await testApp.seed.broker(), owner, { _id: 'nonsense' }]) {
      const answer = await handOver(testApp, owner, circle, unfit._id)
      expect([answer.status, answer.body.error]).toEqual([409, 'Ownership can be handed only to another verified member of this circle.'])
    }
    await testApp.db.updateTable('users').set({ is_verified: false }).where('id', '=', buyer._id).execute()
    expect((await handOver(testApp, owner, circle, buyer._id)).status).toBe(409)
    expect((await handOver(testApp, owner, circle, undefined)).status).toBe(400)
    expect((await handOver(testApp, buyer, circle, buyer._id)).status).toBe(403)
  })

  test('can be done by an administrator for an owner who is unavailable', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    const admin = await testApp.seed.admin()
    expect((await testApp.call(admin, 'DELETE', `admin/user/${owner._id}`)).status).toBe(409)
    expect((await handOver(testApp, admin, circle, buyer._id)).status).toBe(200)
    expect((await testApp.call(admin, 'DELETE', `admin/user/${owner._id}`)).status).toBe(204)
  })
})

describe('a former owner', () => {
  const giveAway = (circle: Circle, buyer: Person) => async (tx: Tx) => {
    const members = tx.updateTable('memberships').where('circle_id', '=', circle._id)
    await members.set({ is_owner: false }).where('is_owner', '=', true).execute()
    await members.set({ is_owner: true }).where('user_id', '=', buyer._id).execute()
  }

  test('of twenty parallel hand-overs succeeds with one', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const others = [await testApp.seed.investor(), await testApp.seed.investor()]
    for (const other of others) await buyArcs(testApp, other, circle)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => handOver(testApp, owner, circle, others[index % others.length]?._id)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(403)])
  })

  test.for([
    ['hands it over', 'POST', '/owner', 'buyer'],
    ['deletes it', 'DELETE', '', undefined],
    ['changes its rules', 'PUT', '/rules', { quorum: 60 }],
    ['edits it', 'PUT', '', { title: 'Renamed' }],
    ['makes an invite', 'POST', '/invite', undefined],
    ['ends the invite', 'DELETE', '/invite', undefined],
    ['invites by e-mail', 'POST', '/invitation', { emails: ['maya@example.com'] }],
    ['reminds', 'POST', '/invitation/01890a5d-ac96-774b-bcce-b302099a8057', undefined],
    ['revokes', 'DELETE', '/invitation/01890a5d-ac96-774b-bcce-b302099a8057', undefined],
  ] as const)('is refused if the hand-over happens between check and act: %s', async ([, method, path, body], { testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    const sent = body === 'buyer' ? { user: buyer._id } : body
    const answer = await changeBeforeLock(
      testApp,
      circle._id,
      () => testApp.call(owner, method, `app/circle/${circle._id}${path}`, sent),
      giveAway(circle, buyer),
    )
    expect(answer.status).toBe(403)
  })
})

describe('a private circle', () => {
  test('is hidden and shown by its owner alone, from the start or later', async ({ testApp }) => {
    const [owner, member] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const circle = await createCircle(testApp, owner)
    await buyArcs(testApp, member, circle)
    const set = (person: Person, hideCircle: unknown) => testApp.call(person, 'PUT', `app/circle/${circle._id}`, { hideCircle })
    const seenBy = async (person: Person | null) =>
      (await testApp.call(person, 'GET', `${person ? 'app' : 'public'}/circle/${circle._id}`)).status
    expect((await set(member, true)).status).toBe(403)
    expect((await set(owner, 'yes')).status).toBe(400)
    expect((await set(owner, true)).data<Circle>().hideCircle).toBe(true)
    expect([await seenBy(null), await seenBy(await testApp.seed.investor()), await seenBy(member)]).toEqual([404, 404, 200])
    expect((await set(owner, false)).data<Circle>().hideCircle).toBe(false)
    expect(await seenBy(null)).toBe(200)
    const made = await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { hideCircle: true }))
    expect(made.data<Circle>().hideCircle).toBe(true)
  })

  test('that an administrator hid is shown again by administrators alone', async ({ testApp }) => {
    const [owner, admin] = [await testApp.seed.investor(), await testApp.seed.admin()]
    const circle = await createCircle(testApp, owner)
    const byOwner = (change: object) => testApp.call(owner, 'PUT', `app/circle/${circle._id}`, change)
    const byAdmin = (change: object) => testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, change)
    await byAdmin({ hideCircle: true })
    const refused = await byOwner({ hideCircle: false })
    expect([refused.status, refused.body.code]).toEqual([409, 'circle_hidden_by_admin'])
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
    // Forms send the field with every change.
    expect((await byOwner({ title: 'Another name', hideCircle: true })).data<Circle>().title).toBe('Another name')
    expect((await byOwner({ hideCircle: false })).status).toBe(409)
    await byAdmin({ hideCircle: false })
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(200)

    await byOwner({ hideCircle: true })
    await byAdmin({ title: 'Third name', hideCircle: true })
    expect((await byOwner({ hideCircle: false })).status).toBe(200)

    const created = await testApp.call(admin, 'POST', 'admin/circle', circleForm({}, { owner: owner._id, hideCircle: true }))
    const path = `app/circle/${created.data<Circle>()._id}`
    expect((await testApp.call(owner, 'PUT', path, { hideCircle: false })).body.code).toBe('circle_hidden_by_admin')
  })
})

describe('an invite', () => {
  type Invite = { token: string; link: string } | null
  const invitePath = (circle: Circle) => `app/circle/${circle._id}/invite`

  test('lets its holder see and join a hidden circle', async ({ testApp }) => {
    const [owner, guest] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
    const circle = await createCircle(testApp, owner)
    await hide(testApp, circle)
    const invite = (await testApp.call(owner, 'POST', invitePath(circle))).data<Invite>()
    expect(invite?.link).toBe(`http://localhost:3000/circle-public/${circle._id}?invite=${invite?.token}`)
    expect((await testApp.call(owner, 'GET', invitePath(circle))).data<Invite>()).toEqual(invite)

    const withInvite = `?invite=${invite?.token}`
    const reads = [`public/circle/${circle._id}`, `public/circle-membership/${circle._id}`]
    for (const path of reads) {
      expect((await testApp.call(null, 'GET', path)).status).toBe(404)
      expect((await testApp.call(null, 'GET', `${path}?invite=wrong`)).status).toBe(404)
      expect((await testApp.call(null, 'GET', path + withInvite)).status).toBe(200)
    }
    for (const path of [`app/circle/${circle._id}`, `app/circle-membership-owner/${circle._id}`]) {
      expect((await testApp.call(guest, 'GET', path + withInvite)).text).not.toContain('@')
    }
    expect((await testApp.call(guest, 'GET', `app/ledger/${circle._id}${withInvite}`)).status).toBe(404)
    expect((await buyArcs(testApp, guest, circle)).status).toBe(404)
    const joined = await testApp.call(guest, 'POST', `app/circle-membership/${circle._id}${withInvite}`, { investmentAmount: 75_000 })
    expect(joined.status).toBe(200)
    expect((await testApp.call(guest, 'GET', `app/circle/${circle._id}`)).status).toBe(200)
  })

  test('ends when it is renewed, revoked, or the circle gets another owner', async ({ testApp }) => {
    const [owner, buyer] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const circle = await createCircle(testApp, owner)
    await buyArcs(testApp, buyer, circle)
    await hide(testApp, circle)
    const make = async (person: Person) => (await testApp.call(person, 'POST', invitePath(circle))).data<Invite>()
    const opens = async (invite: Invite) => (await testApp.call(null, 'GET', `public/circle/${circle._id}?invite=${invite?.token}`)).status
    const [first, second] = [await make(owner), await make(owner)]
    expect([await opens(first), await opens(second)]).toEqual([404, 200])
    expect((await testApp.call(owner, 'DELETE', invitePath(circle))).status).toBe(204)
    expect(await opens(second)).toBe(404)
    expect((await testApp.call(owner, 'GET', invitePath(circle))).data()).toBe(null)
    const third = await make(owner)
    await handOver(testApp, owner, circle, buyer._id)
    expect(await opens(third)).toBe(404)
  })

  test('opens no other circle, and only the owner may create one', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const [circle, other] = [await createCircle(testApp, owner), await createCircle(testApp, owner)]
    await hide(testApp, other)
    const invite = (await testApp.call(owner, 'POST', invitePath(circle))).data<Invite>()
    expect((await testApp.call(null, 'GET', `public/circle/${other._id}?invite=${invite?.token}`)).status).toBe(404)
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await testApp.call(await testApp.seed.investor(), method, invitePath(circle))).status).toBe(403)
      expect((await testApp.call(await testApp.seed.admin(), method, invitePath(circle))).status).toBe(403)
    }
  })

  test('is not stored in the database, not even in an idempotent answer', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const key = { 'idempotency-key': 'invite-once' }
    const [first, second] = [
      await testApp.call(owner, 'POST', invitePath(circle), undefined, key),
      await testApp.call(owner, 'POST', invitePath(circle), undefined, key),
    ]
    expect(first.data<Invite>()).toEqual(second.data<Invite>())
    const kept = await testApp.db.selectFrom('idempotency_keys').select('answer').execute()
    expect(JSON.stringify(kept)).not.toContain(first.data<{ token: string }>().token)
  })
})

describe('deleting one’s own circle', () => {
  test('hides it everywhere and mails its members, while it is not fully funded', async ({ testApp }) => {
    const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
    const circle = await createCircle(testApp, owner)
    await buyArcs(testApp, buyer, circle)
    expect((await testApp.call(buyer, 'DELETE', `app/circle/${circle._id}`)).status).toBe(403)
    expect((await testApp.call(owner, 'DELETE', `app/circle/${circle._id}`)).status).toBe(204)
    for (const person of [owner, buyer]) {
      expect((await testApp.call(person, 'GET', `app/circle/${circle._id}`)).status).toBe(404)
      expect((await testApp.call(person, 'GET', `app/user-circle/${person._id}`)).data()).toEqual([])
    }
    const mails = await testApp.db.selectFrom('mails').select('user_id').where('template', '=', 'circle-deleted').execute()
    expect(mails).toEqual([{ user_id: buyer._id }])
  })

  test('is only possible for an administrator once it is full', async ({ testApp }) => {
    const { circle, owner } = await fullCircle(testApp)
    const answer = await testApp.call(owner, 'DELETE', `app/circle/${circle._id}`)
    expect([answer.status, answer.body.error]).toEqual([409, 'A fully funded circle can be deleted by an administrator only.'])
    expect(
      (await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/circle-delete/${circle._id}`, { title: circle.title })).status,
    ).toBe(204)
  })
})
