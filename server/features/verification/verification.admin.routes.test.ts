import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Overview } from '#contract/admin.ts'
import type { QueuePlace, VerificationQueue, VerificationReview } from '#contract/verification.ts'
import { mailsTo, sendWaitingMails } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'
import { productionEnv, startTestApp } from '#server/testing/test-app.ts'
import { aDocument, verificationCalls } from '#server/testing/verification.ts'

let testApp: StoreTestApp
let admin: Person
let calls: ReturnType<typeof verificationCalls>
beforeAll(async () => {
  testApp = await startStoreTestApp({})
  admin = await testApp.seed.admin({ firstName: 'Ruth' })
  calls = verificationCalls(testApp, admin)
})
afterAll(() => testApp.close())

const userOf = async (person: Person) => (await testApp.call(person, 'GET', 'app/profile')).data<User>()

describe('a decision', () => {
  test('asking mails the question, keeps the person waiting and is shown to them; their answer mails the administrator once', async () => {
    const ruth = await testApp.seed.admin({ firstName: 'Ruth' })
    const owen = await testApp.seed.pending({ firstName: 'Owen', lastName: 'Pell' })
    const question = 'The bill shows no name. Please add a page with both your name and your address.'
    expect((await calls.decide(owen, 'asked', question, ruth)).status).toBe(200)
    expect((await calls.own(owen)).question).toMatchObject({ text: question, by: 'Ruth', isAnswered: false })
    expect((await userOf(owen)).verificationRequested).toBe(true)
    const [mail] = await mailsTo(testApp, owen.email)
    expect(mail?.template).toBe('verification-question')
    expect(mail?.body?.replaceAll(/\s+/g, ' ')).toContain(question)
    expect(mail?.body).toContain('/user-verification')
    expect(await calls.noticesOf(owen)).toMatchObject([{ kind: 'verification_question', path: '/user-verification' }])

    await calls.give(owen, { note: 'Here it is.', documents: [aDocument(await calls.upload(owen), 'Secret name.png')] })
    await calls.give(owen, { note: 'And once more.' })
    expect((await calls.own(owen)).question).toMatchObject({ isAnswered: true })
    const answers = await mailsTo(testApp, ruth.email)
    expect(answers.map(({ template }) => template)).toEqual(['verification-answered'])
    expect(answers[0]?.body).toContain(`/admin/manage-user/${owen._id}/review`)
    expect(answers[0]?.body).not.toMatch(/Secret name|Here it is/)
  })

  test('declining mails the reason, ends the request for 30 days and is shown to the person', async () => {
    const owen = await testApp.seed.pending()
    const reason = 'We could not reach you under this number.'
    expect((await calls.decide(owen, 'declined', reason)).data<VerificationReview>().state).toBe('declined')
    expect(await userOf(owen)).toMatchObject({ isVerified: false, verificationRequested: false, onboardingComplete: true })
    const { state, decline } = await calls.own(owen)
    expect([state, decline?.reason]).toEqual(['declined', reason])
    expect(Date.parse(decline?.mayAskAt ?? '') - Date.parse(decline?.at ?? '')).toBe(30 * 24 * 60 * 60 * 1_000)
    expect((await mailsTo(testApp, owen.email)).map(({ template }) => template)).toEqual(['verification-declined'])
    expect(await calls.noticesOf(owen)).toMatchObject([{ kind: 'verification_declined', path: '/user-verification' }])

    for (const answer of [await calls.ask(owen), await testApp.call(owen, 'POST', `app/user/${owen._id}`, { verificationRequested: true })])
      expect([answer.status, answer.body.code]).toEqual([409, 'verification_declined'])
    expect((await calls.give(owen, { note: 'But' })).body.code).toBe('verification_not_waiting')
    expect((await userOf(owen)).verificationRequested).toBe(false)

    await calls.ageDecisions(owen, '29 days 23 hours')
    expect((await calls.ask(owen)).status).toBe(409)
    await calls.ageDecisions(owen, '30 days 1 minute')
    expect((await calls.ask(owen)).data<User>().verificationRequested).toBe(true)
    expect((await calls.own(owen)).state).toBe('waiting')
    expect((await calls.auditOf(owen)).map(({ act }) => act)).toEqual(['verification.declined', 'verification.requested'])
  })

  test('reopening lets a declined person ask at once', async () => {
    const owen = await testApp.seed.pending()
    expect((await calls.decide(owen, 'reopened')).body.code).toBe('verification_decided')
    await calls.decide(owen, 'declined', 'Not yet.')
    expect((await calls.decide(owen, 'reopened', 'We found your letter.')).data<VerificationReview>().state).toBe('reopened')
    expect((await calls.own(owen)).state).toBe('reopened')
    expect((await calls.decide(owen, 'reopened')).status).toBe(409)
    const mails = await mailsTo(testApp, owen.email)
    expect(mails.map(({ template }) => template)).toEqual(['verification-declined', 'verification-reopened'])
    expect(mails[1]?.body).toContain('We found your letter.')
    expect((await calls.ask(owen)).status).toBe(200)
    expect((await calls.own(owen)).state).toBe('waiting')
  })

  test('verifying mails the sentence with the specified mail and opens Arcstead', async () => {
    const owen = await testApp.seed.pending()
    expect((await calls.decide(owen, 'verified', 'Welcome, and thank you for the lease.')).data<VerificationReview>().state).toBe(
      'verified',
    )
    expect((await userOf(owen)).isVerified).toBe(true)
    await sendWaitingMails(testApp)
    const [mail] = await mailsTo(testApp, owen.email)
    expect([mail?.template, mail?.body]).toEqual(['you-are-verified', expect.stringContaining('thank you for the lease')])
    expect(await calls.noticesOf(owen)).toMatchObject([{ kind: 'verified' }])
    expect((await calls.auditOf(owen)).map(({ act }) => act)).toEqual(['user.verified'])
  })

  test('needs a sentence to ask or decline, of at most 500 characters', async () => {
    const owen = await testApp.seed.pending()
    const tries = [['asked'], ['declined', '   '], ['declined', 'x'.repeat(501)], ['verified', 'x'.repeat(501)]] as const
    for (const [decision, sentence] of tries) {
      const answer = await calls.decide(owen, decision, sentence)
      expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([400, 'sentence'])
    }
    expect((await calls.decide(owen, 'forgotten', 'x')).status).toBe(400)
    expect(await calls.auditOf(owen)).toEqual([])
  })

  test('of two administrators who decide at once, the second is refused and nothing is decided twice', async () => {
    const second = await testApp.seed.admin()
    for (const [one, other] of [
      ['declined', 'verified'],
      ['verified', 'declined'],
      ['declined', 'declined'],
      ['verified', 'verified'],
    ] as const) {
      const owen = await testApp.seed.pending()
      const answers = await Promise.all([calls.decide(owen, one, 'One.'), calls.decide(owen, other, 'Other.', second)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect([refused?.body.code, refused?.body.error]).toEqual([
        'verification_decided',
        'Another administrator has decided on this person meanwhile. Please look again before you decide.',
      ])
      expect((await calls.review(owen)).steps).toHaveLength(1)
      expect(await mailsTo(testApp, owen.email)).toHaveLength(1)
    }
  })

  test('is refused if someone else has asked since the page was read', async () => {
    const second = await testApp.seed.admin()
    const owen = await testApp.seed.pending()
    const { lastDecision } = await calls.review(owen)
    expect((await calls.decide(owen, 'asked', 'A lease?', second)).status).toBe(200)
    expect((await calls.decide(owen, 'asked', 'A bill?', admin, { lastDecision })).body.code).toBe('verification_decided')
    const again = await calls.review(owen)
    expect((await calls.decide(owen, 'asked', 'A bill?', admin, { lastDecision: again.lastDecision })).status).toBe(200)
  })

  test('is for administrators only, not about oneself, and 404 for people who are not there', async () => {
    const owen = await testApp.seed.pending()
    const others = [owen, await testApp.seed.pending(), await testApp.seed.investor(), await testApp.seed.broker()]
    for (const person of others) {
      expect((await calls.decide(owen, 'verified', '', person)).status).toBe(403)
      expect((await testApp.call(person, 'GET', `admin/user-verification/${owen._id}`)).status).toBe(403)
      expect((await testApp.call(person, 'GET', 'admin/user-verification')).status).toBe(403)
    }
    for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nobody', '%00'])
      for (const method of ['GET', 'POST'] as const)
        expect(
          (await testApp.call(admin, method, `admin/user-verification/${id}`, method === 'POST' ? { decision: 'verified' } : undefined))
            .status,
        ).toBe(404)
    const self = await testApp.seed.admin({ isVerified: false, verificationRequested: true })
    expect((await calls.decide(self, 'declined', 'Me?', self)).body.code).toBe('own_flags')
    expect((await userOf(owen)).isVerified).toBe(false)
  })

  test('to verify waits for a confirmed address where one is required', async () => {
    const strict = await startTestApp({ ...productionEnv, CONFIRM_EMAIL: 'required' })
    const [ruth, owen] = [await strict.seed.admin(), await strict.seed.pending({ emailConfirmed: false })]
    const answer = await strict.call(ruth, 'POST', `admin/user-verification/${owen._id}`, { decision: 'verified' })
    expect([answer.status, answer.body.code]).toEqual([409, 'email_not_confirmed'])
    const asked = await strict.call(ruth, 'POST', `admin/user-verification/${owen._id}`, { decision: 'asked', sentence: 'Please confirm.' })
    expect(asked.status).toBe(200)
    await strict.close()
  })
})

test('the queue has everyone who waits, longest first, with their stage, and can be filtered', async () => {
  const place = await startTestApp({})
  const ruth = await place.seed.admin()
  const people = [await place.seed.pending(), await place.seed.pending(), await place.seed.pending(), await place.seed.pending()]
  for (const [index, person] of people.entries()) {
    const at = new Date(Date.UTC(2026, 0, 10 - index))
    await place.db.updateTable('users').set({ verification_requested_at: at }).where('id', '=', person._id).execute()
  }
  await place.seed.investor()
  await place.seed.person()
  const [first, second, third] = people as [Person, Person, Person]
  const act = (person: Person, body: object) => place.call(ruth, 'POST', `admin/user-verification/${person._id}`, body)
  await act(first, { decision: 'asked', sentence: 'A lease?' })
  await act(second, { decision: 'asked', sentence: 'A lease?' })
  await place.call(second, 'PUT', 'app/user-verification', { note: 'Here.' })
  await act(third, { decision: 'declined', sentence: 'No.' })
  const queue = async (query = '') => (await place.call(ruth, 'GET', `admin/user-verification${query}`)).data<VerificationQueue>()
  const all = await queue()
  expect(all.items.map(({ _id, state }) => [_id, state])).toEqual([
    [people[3]?._id, 'new'],
    [second._id, 'answered'],
    [first._id, 'asked'],
  ])
  expect([all.total, all.counts]).toEqual([3, { new: 1, asked: 1, answered: 1 }])
  expect((await queue('?state=asked')).items.map(({ _id }) => _id)).toEqual([first._id])
  const page = await queue('?page=2&pageSize=2')
  expect([page.items.map(({ _id }) => _id), page.total]).toEqual([[first._id], 3])
  expect((await place.call(ruth, 'GET', 'admin/user-verification?state=late')).status).toBe(400)
  expect([all.newest?._id, (await queue('?state=new&page=2')).newest?._id]).toEqual([first._id, first._id])
  await place.close()
})

test('each person has a place in the queue, and keeps it after the decision, so that the next one is found', async () => {
  const place = await startTestApp({})
  const ruth = await place.seed.admin()
  const people: Person[] = []
  for (const day of [1, 2, 3, 4, 5]) {
    const person = await place.seed.pending()
    people.push(person)
    const at = new Date(Date.UTC(2026, 0, day))
    await place.db.updateTable('users').set({ verification_requested_at: at }).where('id', '=', person._id).execute()
  }
  const [first, second, third, fourth, fifth] = people.map(({ _id }) => _id)
  const read = async (id: string | undefined, query = '') => {
    const found = (await place.call(ruth, 'GET', `admin/user-verification/${id}/queue${query}`)).data<QueuePlace>()
    return [found.place, found.total, found.left, found.previous?._id, found.next.map(({ _id }) => _id)]
  }
  const decide = (id: string | undefined, decision: string, sentence = 'A lease?') =>
    place.call(ruth, 'POST', `admin/user-verification/${id}`, { decision, sentence })
  expect(await read(first)).toEqual([1, 5, 4, undefined, [second, third, fourth]])
  expect(await read(fifth)).toEqual([5, 5, 0, fourth, []])
  await decide(second, 'verified')
  await decide(third, 'declined')
  expect(await read(second)).toEqual([null, 3, 2, first, [fourth, fifth]])
  expect(await read(third)).toEqual([null, 3, 2, first, [fourth, fifth]])
  await decide(fourth, 'asked')
  expect(await read(fourth)).toEqual([2, 3, 1, first, [fifth]])
  expect(await read(fourth, '?state=new')).toEqual([null, 2, 1, first, [fifth]])
  await decide(second, 'undone')
  expect(await read(second)).toEqual([2, 4, 2, first, [fourth, fifth]])
  expect((await place.call(ruth, 'GET', 'admin/user-verification/nobody/queue')).status).toBe(404)

  const overview = (await place.call(ruth, 'GET', 'admin/overview')).data<Overview>()
  expect([overview.decidedToday, overview.lastVerifiedAt]).toEqual([2, null])
  await decide(fifth, 'verified')
  const after = (await place.call(ruth, 'GET', 'admin/overview')).data<Overview>()
  expect([after.decidedToday, after.lastVerifiedAt]).toEqual([3, expect.any(String)])
  await place.close()
})

test('the specified call is refused, too, if another administrator has decided since the caller looked', async () => {
  const [hal, owen, ines] = [await testApp.seed.admin(), await testApp.seed.pending(), await testApp.seed.pending()]
  const verify = (person: Person, body: object) => testApp.call(hal, 'POST', 'admin/user-verification', { user: person._id, ...body })
  const { lastDecision } = (await testApp.call(hal, 'GET', `admin/user-verification/${owen._id}`)).data<VerificationReview>()
  await calls.decide(owen, 'declined', 'No.')
  const refused = await verify(owen, { lastDecision })
  expect([refused.status, refused.body.code, (await userOf(owen)).isVerified]).toEqual([409, 'verification_decided', false])
  expect((await verify(ines, { lastDecision: null })).status).toBe(200)
  expect((await verify(owen, {})).status).toBe(200)
})
