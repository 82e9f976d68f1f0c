import { describe, expect } from 'vitest'
import type { Export } from '#contract/export.ts'
import type { Notice } from '#contract/notices.ts'
import type { Post } from '#contract/posts.ts'
import type { Property } from '#contract/properties.ts'
import type { ReportDetail, ReportRow } from '#contract/reports.ts'
import { mostReports } from '#domain/reports.ts'
import { newId } from '#server/db/ids.ts'
import { sendDigests } from '#server/features/notices/send-digests.ts'
import { lockForDeletion } from '#server/shared/people/delete-user.ts'
import { erasePerson } from '#server/shared/people/erase-person.ts'
import { orWaits } from '#server/testing/change-before-lock.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Answer, startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, setClosingDate, type VotingCircle } from '#server/testing/voting-circle.ts'

type Listed = { items: ReportRow[]; counts: { open: number; decided: number } }
type Kind = ReportRow['kind']

const report = (testApp: TestApp, person: Person | null, kind: Kind, id: string | undefined, more: object = {}) =>
  testApp.call(person, 'POST', 'app/report', { kind, id, reason: 'misleading', ...more })
const list = async (testApp: TestApp, admin: Person, query = '') =>
  (await testApp.call(admin, 'GET', `admin/report${query}`)).data<Listed>()
const read = async (testApp: TestApp, admin: Person, id: string) =>
  (await testApp.call(admin, 'GET', `admin/report/${id}`)).data<ReportDetail>()
const decide = (testApp: TestApp, admin: Person, id: string, decision: string, reason?: string) =>
  testApp.call(admin, 'POST', `admin/report/${id}/decision`, { decision, ...(reason && { reason }) })
const write = async (testApp: TestApp, { property }: VotingCircle, person: Person, text: string) =>
  (await testApp.call(person, 'POST', `app/property/${property._id}/thread`, { text })).data<Post>()
const thread = async (testApp: TestApp, { property }: VotingCircle, person: Person) =>
  (await testApp.call(person, 'GET', `app/property/${property._id}/thread`)).data<{ items: Post[] }>().items

/** The newest open report. */
async function newest(testApp: TestApp, admin: Person): Promise<string> {
  const { items } = await list(testApp, admin, '?pageSize=100')
  return items.at(-1)?._id ?? ''
}

async function ask(testApp: TestApp, { circle, owner }: VotingCircle, asker: Person, state: 'waiting' | 'answered'): Promise<string> {
  const id = newId()
  await testApp.db.insertInto('questions').values({ id, circle_id: circle._id, asked_by: asker._id, state }).execute()
  const words: [Person, string][] = [
    [asker, 'Who pays the taxes?'],
    [owner, 'All of us.'],
  ]
  for (const [person, body] of words)
    await testApp.db.insertInto('posts').values({ id: newId(), question_id: id, user_id: person._id, is_broker: false, body }).execute()
  return id
}

describe('people report', () => {
  test('what they can see and nothing else, and never their own', async ({ testApp }) => {
    const voting = await createVotingCircle(testApp, 1)
    const { owner, broker, circle, property } = voting
    const [member] = voting.members as [Person]
    const visitor = await testApp.seed.pending()
    const post = await write(testApp, voting, member, 'Pay me in cash')
    const [waiting, answered] = [await ask(testApp, voting, visitor, 'waiting'), await ask(testApp, voting, visitor, 'answered')]
    const told: [Person, Kind, string, number][] = [
      [visitor, 'circle', circle._id, 200],
      [visitor, 'person', owner._id, 200],
      [visitor, 'property', property._id, 404],
      [visitor, 'post', post._id, 404],
      [visitor, 'person', member._id, 404],
      [visitor, 'question', answered, 403],
      [member, 'question', answered, 200],
      [member, 'question', waiting, 404],
      [owner, 'question', waiting, 200],
      [broker, 'post', post._id, 200],
      [broker, 'person', member._id, 200],
      [owner, 'post', post._id, 200],
      [member, 'property', property._id, 200],
      [member, 'post', post._id, 403],
      [owner, 'circle', circle._id, 403],
      [owner, 'property', property._id, 403],
      [member, 'person', member._id, 403],
      [member, 'post', newId(), 404],
      [member, 'post', 'nothing', 404],
    ]
    for (const [person, kind, id, status] of told)
      expect([kind, id, (await report(testApp, person, kind, id)).status]).toEqual([kind, id, status])
    expect((await report(testApp, null, 'circle', circle._id)).status).toBe(401)

    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
    const outsider = await testApp.seed.investor()
    for (const [kind, id] of [
      ['circle', circle._id],
      ['person', owner._id],
      ['question', answered],
    ] as const)
      expect((await report(testApp, outsider, kind, id)).status).toBe(404)
    expect((await report(testApp, member, 'circle', circle._id)).status).toBe(200)
    await testApp.call(member, 'DELETE', `app/property/${property._id}/thread/${post._id}`)
    expect((await report(testApp, owner, 'post', post._id)).status).toBe(404)
  })

  test('with a reason, and with words if it is something else', async ({ testApp }) => {
    const { owner, members } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    for (const bad of [
      { reason: 'nothing' },
      { reason: undefined },
      { reason: 'other' },
      { reason: 'other', words: '  ' },
      { words: 'x'.repeat(501) },
    ])
      expect((await report(testApp, member, 'person', owner._id, bad)).status).toBe(400)
    expect((await report(testApp, member, 'person', owner._id, { reason: 'other', words: 'He is not a broker' })).status).toBe(200)
    expect((await exportOf(testApp, member)).data<Export>().reports).toMatchObject([
      { kind: 'person', reason: 'other', words: 'He is not a broker', isLookedAt: false },
    ])
  })

  test('the same thing as one row, also at the same moment; a second report of one person replaces their reason', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 3)
    const before = (await list(testApp, admin)).counts.open
    const post = await write(testApp, voting, voting.owner, 'Send it to my account')
    const [first, second, third] = voting.members as [Person, Person, Person]
    const answers = await Promise.all([first, second, third].map((person) => report(testApp, person, 'post', post._id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await report(testApp, third, 'post', post._id, { reason: 'money', words: 'Outside the circle' })
    expect((await list(testApp, admin)).counts.open).toBe(before + 1)
    const { count, reason, reasons } = await read(testApp, admin, await newest(testApp, admin))
    expect([count, reason]).toEqual([3, 'misleading'])
    expect(reasons.find(({ reporter }) => reporter._id === third._id)).toMatchObject({ reason: 'money', words: 'Outside the circle' })
  })

  test(`at most ${mostReports} things a day; changing a reason is not counted`, async () => {
    const testApp = await startTestApp()
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const reporter = await testApp.seed.investor()
    const circles: string[] = [circle._id]
    while (circles.length < mostReports)
      circles.push((await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<{ _id: string }>()._id)
    for (const id of circles) expect((await report(testApp, reporter, 'circle', id)).status).toBe(200)
    expect((await report(testApp, reporter, 'circle', circle._id, { reason: 'offensive' })).status).toBe(200)
    const refused = await report(testApp, reporter, 'person', owner._id)
    expect([refused.status, refused.body.error]).toEqual([429, 'You have reported 10 things today. You can report again tomorrow.'])
    expect(await testApp.db.selectFrom('reports').selectAll().where('kind', '=', 'person').execute()).toEqual([])
    await testApp.close()
  })
})

describe('administrators', () => {
  test('see a post as it was, with the one before it, and what stands now', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 1)
    const [member] = voting.members as [Person]
    await write(testApp, voting, voting.owner, 'The inspection is on Friday.')
    const post = await write(testApp, voting, member, `The tenant is a liar, @{${voting.owner._id}}`)
    await report(testApp, voting.owner, 'post', post._id, { reason: 'offensive', words: 'It names our tenant.' })
    const id = await newest(testApp, admin)
    const then = await read(testApp, admin, id)
    expect(then).toMatchObject({
      title: `Post in ${voting.circle.title}`,
      snapshot: {
        text: 'The tenant is a liar, @Olga Owner',
        person: { _id: member._id, name: 'Mia Member' },
        before: { text: 'The inspection is on Friday.', author: { name: 'Olga Owner' } },
      },
      now: { state: 'same', path: `/admin/circle-management/${voting.circle._id}?tab=properties` },
      reasons: [{ reporter: { name: 'Olga Owner' }, reason: 'offensive', words: 'It names our tenant.' }],
    })
    await testApp.call(member, 'PUT', `app/property/${voting.property._id}/thread/${post._id}`, { text: 'Has it been paid?' })
    expect((await read(testApp, admin, id)).now).toMatchObject({
      state: 'changed',
      text: 'Has it been paid?',
      changedAt: expect.any(String),
    })
    await testApp.call(member, 'DELETE', `app/property/${voting.property._id}/thread/${post._id}`)
    expect(await read(testApp, admin, id)).toMatchObject({ now: { state: 'deleted' }, snapshot: then.snapshot })
    expect((await decide(testApp, admin, id, 'hidden')).body.code).toBe('cannot_hide')
    expect((await decide(testApp, admin, id, 'dismissed')).status).toBe(200)
  })

  test('hide a post for everyone, and may show it again; unsent mails about it are deleted', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 1)
    const [member] = voting.members as [Person]
    const post = await write(testApp, voting, member, 'Words to hide')
    await testApp.db
      .insertInto('mails')
      .values({
        id: newId(),
        user_id: voting.owner._id,
        template: 'confirm-email',
        to_address: 'queued@example.com',
        about: [post._id],
        props: '{}',
      })
      .execute()
    await report(testApp, voting.owner, 'post', post._id)
    const id = await newest(testApp, admin)
    expect((await decide(testApp, admin, id, 'hidden')).status).toBe(200)
    for (const person of [member, voting.owner, voting.broker])
      expect((await thread(testApp, voting, person)).at(-1)).toMatchObject({ state: 'hidden', text: '', author: null })
    expect(await mailsTo(testApp, 'queued@example.com')).toEqual([])
    expect(await read(testApp, admin, id)).toMatchObject({
      decision: 'hidden',
      now: { state: 'hidden' },
      snapshot: { text: 'Words to hide' },
    })
    expect((await testApp.call(admin, 'POST', `admin/report/${id}/show-again`)).status).toBe(200)
    expect((await thread(testApp, voting, member)).at(-1)).toMatchObject({ state: 'shown', text: 'Words to hide' })
    expect((await testApp.call(admin, 'POST', `admin/report/${id}/show-again`)).body.code).toBe('nothing_hidden')
    const audit = await testApp.db.selectFrom('audit_log').select(['act', 'actor_id']).where('subject_id', '=', id).orderBy('id').execute()
    expect(audit.map(({ act, actor_id }) => [act, actor_id])).toEqual([
      ['report.made', voting.owner._id],
      ['report.hidden', admin._id],
      ['report.shown_again', admin._id],
    ])
  })

  test('hide a question with its answer', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 0)
    const question = await ask(testApp, voting, await testApp.seed.pending(), 'answered')
    await report(testApp, await testApp.seed.investor(), 'question', question)
    const id = await newest(testApp, admin)
    expect(await read(testApp, admin, id)).toMatchObject({ snapshot: { text: 'Who pays the taxes?', after: { text: 'All of us.' } } })
    await decide(testApp, admin, id, 'hidden')
    const posts = await testApp.db.selectFrom('posts').select('hidden_at').where('question_id', '=', question).execute()
    expect(posts.map(({ hidden_at }) => hidden_at !== null)).toEqual([true, true])
  })

  test('hide a question: mails that repeat it or its answer and were not sent are deleted', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const asker = await testApp.seed.investor()
    const asked = await testApp.call(asker, 'POST', `app/circle/${circle._id}/question`, { text: 'Words to hide' })
    const question = asked.data<{ _id: string }>()._id
    await testApp.call(owner, 'POST', `app/question/${question}/answer`, { text: 'No.' })
    const unsent = async () =>
      (await testApp.db.selectFrom('mails').select(['user_id', 'props']).where('status', '<>', 'sent').execute()).filter(({ props }) =>
        JSON.stringify(props).includes('Words to hide'),
      )
    expect((await unsent()).map(({ user_id }) => user_id).sort()).toEqual([owner._id, asker._id].sort())
    // An administrator could send it again.
    await testApp.db
      .updateTable('mails')
      .set({ status: 'failed' })
      .where('user_id', '=', owner._id)
      .where('template', '=', 'question-asked')
      .execute()
    await report(testApp, await testApp.seed.investor(), 'question', question)
    expect((await decide(testApp, admin, await newest(testApp, admin), 'hidden')).status).toBe(200)
    expect(await unsent()).toEqual([])
  })

  test('hide a question while it is answered: the answer is hidden, too, or refused', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const asked = await testApp.call(await testApp.seed.investor(), 'POST', `app/circle/${circle._id}/question`, { text: 'Words to hide' })
    const question = asked.data<{ _id: string }>()._id
    await report(testApp, owner, 'question', question)
    const id = await newest(testApp, admin)
    let hiding: Promise<unknown> | undefined
    await testApp.db.transaction().execute(async (tx) => {
      // As an answer that is being written.
      await tx.selectFrom('questions').select('id').where('id', '=', question).forUpdate().execute()
      const answer = { id: newId(), question_id: question, user_id: owner._id, is_broker: false, body: 'You mean “Words to hide”?' }
      await tx.insertInto('posts').values(answer).execute()
      await tx.updateTable('questions').set({ state: 'answered' }).where('id', '=', question).execute()
      const request = decide(testApp, admin, id, 'hidden')
      hiding = request
      await orWaits(testApp, request)
    })
    await hiding
    const posts = await testApp.db.selectFrom('posts').select('hidden_at').where('question_id', '=', question).execute()
    expect(posts.map(({ hidden_at }) => hidden_at !== null)).toEqual([true, true])
  })

  test('hide a circle, which its owner cannot show; one that its owner had hidden stays so when it is given back', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    for (const wasHidden of [false, true]) {
      const { owner, members, circle } = await createVotingCircle(testApp, 1)
      await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { hideCircle: wasHidden })
      await report(testApp, members[0] as Person, 'circle', circle._id)
      const id = await newest(testApp, admin)
      await decide(testApp, admin, id, 'hidden')
      expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
      expect((await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { hideCircle: false })).body.code).toBe('circle_hidden_by_admin')
      await testApp.call(admin, 'POST', `admin/report/${id}/show-again`)
      expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(wasHidden ? 404 : 200)
    }
  })

  test('give a circle back as its owner had it when it was hidden, not when it was reported', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const { owner, members, circle } = await createVotingCircle(testApp, 1)
    await report(testApp, members[0] as Person, 'circle', circle._id)
    const id = await newest(testApp, admin)
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { hideCircle: true })
    await decide(testApp, admin, id, 'hidden')
    expect((await testApp.call(admin, 'POST', `admin/report/${id}/show-again`)).status).toBe(200)
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
    expect((await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { hideCircle: false })).status).toBe(200)
  })

  test('hide a property: its place stays with its votes and without anything that was told of it', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 1)
    const { owner, broker, circle, property } = voting
    const [member] = voting.members as [Person]
    await voting.vote(member, 'invest')
    await report(testApp, member, 'property', property._id)
    const id = await newest(testApp, admin)
    expect((await read(testApp, admin, id)).snapshot?.lines).toEqual([
      '418 Alderstone Way, Denver, CO 80205',
      '$845,000',
      'https://listings.example/418',
    ])
    await decide(testApp, admin, id, 'hidden')
    for (const person of [owner, member, broker]) {
      const answer = await testApp.call(person, 'GET', `app/property/${circle._id}`)
      expect(answer.data<Property[]>()).toMatchObject([
        { isHidden: true, address: 'Hidden by an administrator', pictures: [], tally: { invest: 1 } },
      ])
      expect(JSON.stringify(answer.body)).not.toMatch(/Alderstone|845,?000|listings\.example/)
      for (const path of ['app/needs-you', 'app/notice', `app/circle/${circle._id}/stage`])
        expect(JSON.stringify((await testApp.call(person, 'GET', path)).body)).not.toContain('Alderstone')
    }
    await write(testApp, voting, owner, `@{${member._id}}, what was this?`)
    const told = await testApp.db.selectFrom('mails').select('props').where('template', '=', 'mention').execute()
    expect(told.map(({ props }) => props)).toMatchObject([{ address: 'Hidden by an administrator' }])
    expect((await testApp.call(owner, 'PUT', `app/property/${property._id}`, { price: 1 })).body.code).toBe('property_hidden')
    expect((await voting.vote(member, 'veto')).status).toBe(200)
    await testApp.call(admin, 'POST', `admin/report/${id}/show-again`)
    expect((await testApp.call(member, 'GET', `app/property/${circle._id}`)).data<Property[]>()).toMatchObject([
      { isHidden: false, address: property.address, tally: { veto: 1 } },
    ])
  })

  test('hide a property: mails that name it and have not left lose its address', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 1)
    const { owner, property } = voting
    const [member] = voting.members as [Person]
    await write(testApp, voting, owner, `@{${member._id}}, have you seen it?`)
    await setClosingDate(testApp, owner, property, new Date(Date.now() + 7 * 86_400_000).toISOString())
    await sendDigests(testApp.db, 'http://localhost')
    const ids = [owner._id, member._id, voting.broker._id]
    const unsent = async () =>
      (
        await testApp.db
          .selectFrom('mails')
          .select(['template', 'props'])
          .where('status', '=', 'queued')
          .where('user_id', 'in', ids)
          .execute()
      ).filter(({ props }) => JSON.stringify(props).includes('Alderstone'))
    const named = await unsent()
    expect([...new Set(named.map(({ template }) => template))].sort()).toEqual(['digest', 'mention', 'vote-asks'])
    await report(testApp, member, 'property', property._id)
    await decide(testApp, admin, await newest(testApp, admin), 'hidden')
    expect(await unsent()).toEqual([])
    const asks = await testApp.db.selectFrom('mails').select('props').where('template', '=', 'vote-asks').execute()
    expect(asks.map(({ props }) => props)).toContainEqual(expect.objectContaining({ address: 'Hidden by an administrator' }))
  })

  test('suspend a person with a reason that they read in the mail and at sign-in; a person is not hidden', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const password = 'Arcstead-test-1'
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const member = await testApp.seed.investor({ password })
    await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    await report(testApp, owner, 'person', member._id, { reason: 'identity' })
    const id = await newest(testApp, admin)
    expect((await decide(testApp, admin, id, 'hidden')).body.code).toBe('cannot_hide')
    for (const reason of [undefined, ' ', 'x'.repeat(501)]) expect((await decide(testApp, admin, id, 'suspended', reason)).status).toBe(400)
    expect((await decide(testApp, admin, id, 'suspended', 'Please show us who you are.')).status).toBe(200)
    expect((await testApp.call(member, 'GET', 'auth/whoami')).status).toBe(401)
    const signIn = async (secret: string) =>
      (await testApp.call(null, 'POST', 'auth/login', { email: member.email, password: secret })).body
    expect((await signIn(password)).error).toContain('This account is suspended. “Please show us who you are.”')
    expect(JSON.stringify(await signIn('Wrong-password-1'))).not.toMatch(/suspended|show us/)
    await testApp.runJobs()
    expect((await mailsTo(testApp, member.email)).at(-1)).toMatchObject({
      template: 'account-suspended',
      body: expect.stringContaining('Please show us who you are.'),
    })
    expect((await testApp.call(admin, 'GET', `admin/user/${member._id}`)).data()).toMatchObject({
      status: 'suspended',
      suspendedReason: 'Please show us who you are.',
    })
    await testApp.call(admin, 'PUT', `admin/user/${member._id}`, { status: 'active' })
    expect((await testApp.call(admin, 'GET', `admin/user/${member._id}`)).data()).toMatchObject({ status: 'active', suspendedReason: null })
  })

  test('never suspend themselves or the last administrator by a report', async () => {
    const testApp = await startTestApp()
    const admin = await testApp.seed.admin()
    const { owner, circle } = await createVotingCircle(testApp, 0)
    await testApp.call(admin, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    await report(testApp, owner, 'person', admin._id)
    expect((await decide(testApp, admin, await newest(testApp, admin), 'suspended', 'No')).body.code).toBe('own_flags')
    await testApp.close()
  })

  test('decide once: of two at the same moment, the second learns who was first', async ({ testApp }) => {
    const [ruth, hal] = [
      await testApp.seed.admin({ firstName: 'Ruth', lastName: 'Alder' }),
      await testApp.seed.admin({ firstName: 'Hal', lastName: 'Alder' }),
    ]
    const voting = await createVotingCircle(testApp, 1)
    const [member] = voting.members as [Person]
    await report(testApp, voting.owner, 'person', member._id)
    const id = await newest(testApp, ruth)
    const answers = await Promise.all([
      decide(testApp, ruth, id, 'suspended', 'By Ruth'),
      decide(testApp, hal, id, 'dismissed'),
      decide(testApp, hal, id, 'suspended', 'By Hal'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    for (const { status, body } of answers)
      if (status === 409)
        expect(body).toMatchObject({ code: 'report_decided', error: expect.stringMatching(/^(Ruth|Hal) Alder has decided/) })
    expect((await report(testApp, voting.owner, 'person', member._id)).status).toBe(200)
  })

  test('tell everyone who reported that it was looked at, and find what was decided', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 1)
    const [member] = voting.members as [Person]
    for (const person of [member, voting.broker]) await report(testApp, person, 'person', voting.owner._id)
    const { counts } = await list(testApp, admin, '?kind=person')
    const id = await newest(testApp, admin)
    await decide(testApp, admin, id, 'dismissed')
    const noticesOf = async (person: Person) =>
      (await testApp.call(person, 'GET', 'app/notice')).data<{ items: Notice[] }>().items.filter(({ kind }) => kind === 'report_seen')
    for (const person of [member, voting.broker])
      expect(await noticesOf(person)).toMatchObject([{ words: 'Your report was looked at. Thank you.', circle: null }])
    expect(await noticesOf(voting.owner)).toEqual([])
    expect((await list(testApp, admin, '?kind=person')).counts).toEqual({ open: counts.open - 1, decided: counts.decided + 1 })
    expect((await list(testApp, admin, '?state=decided')).items[0]).toMatchObject({ _id: id, decision: 'dismissed' })
    expect((await list(testApp, admin, '?kind=circle')).items.map(({ kind }) => kind)).not.toContain('person')
  })

  test('need to look at reports, until none is open', async () => {
    const testApp = await startTestApp()
    const admin = await testApp.seed.admin()
    const voting = await createVotingCircle(testApp, 1)
    const [member] = voting.members as [Person]
    const needs = async () => (await testApp.call(admin, 'GET', 'app/needs-you')).data<{ items: unknown[] }>().items
    await report(testApp, member, 'circle', voting.circle._id)
    await report(testApp, member, 'person', voting.owner._id)
    expect(await needs()).toEqual([
      { kind: 'report', circle: null, name: voting.circle.title, path: '/admin/reports', dueAt: null, count: 2 },
    ])
    for (const { _id } of (await list(testApp, admin)).items) await decide(testApp, admin, _id, 'dismissed')
    expect(await needs()).toEqual([])
    await testApp.close()
  })

  test('read nothing of a person who has deleted their account', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const { circle } = await createVotingCircle(testApp, 0)
    const password = 'Arcstead-test-1'
    const [leaving, reporter] = [await testApp.seed.investor({ firstName: 'Zyxwvut', password }), await testApp.seed.broker()]
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: reporter._id }).execute()
    await testApp.call(leaving, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    await report(testApp, reporter, 'person', leaving._id)
    const id = await newest(testApp, admin)
    await testApp.call(admin, 'DELETE', `admin/user/${leaving._id}`)
    const answer = await testApp.call(admin, 'GET', `admin/report/${id}`)
    expect(answer.data()).toMatchObject({ title: 'Person', snapshot: null, person: null, now: { state: 'deleted' } })
    expect(JSON.stringify(answer.body)).not.toContain('Zyxwvut')
    expect((await decide(testApp, admin, id, 'suspended', 'Gone')).body.code).toBe('nobody_to_suspend')
    expect((await decide(testApp, admin, id, 'dismissed')).status).toBe(200)
  })

  test('read nothing of a person who was reported while their account was being deleted', async ({ testApp }) => {
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const leaving = await testApp.seed.broker({ firstName: 'Zyxwvuts' })
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: leaving._id }).execute()
    let reported: Promise<Answer> | undefined
    await testApp.db.transaction().execute(async (tx) => {
      await lockForDeletion(tx, leaving._id)
      await erasePerson(tx, { id: leaving._id, email: leaving.email })
      reported = report(testApp, owner, 'person', leaving._id)
      await orWaits(testApp, reported)
    })
    expect((await reported)?.status).toBe(404)
    expect(JSON.stringify(await testApp.db.selectFrom('reports').select('snapshot').execute())).not.toContain('Zyxwvuts')
  })
})
