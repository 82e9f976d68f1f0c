import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { VerificationQueue, VerificationReview } from '#contract/verification.ts'
import { mailsTo, sendWaitingMails } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'
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
const verified = async (person: Person) => (await mailsTo(testApp, person.email)).filter(({ template }) => template === 'you-are-verified')
const statusesOf = async (person: Person) => (await verified(person)).map(({ status }) => status)

describe('the mail "You are verified"', () => {
  test.each([
    ['the decision', (person: Person) => calls.decide(person, 'verified', 'Welcome.')],
    ['the specified button', (person: Person) => testApp.call(admin, 'POST', 'admin/user-verification', { user: person._id })],
  ])('leaves when the ten minutes for Undo are over: by %s', async (_, verify) => {
    const owen = await testApp.seed.pending()
    const before = Date.now()
    expect((await verify(owen)).status).toBe(200)
    const [mail] = await verified(owen)
    expect(mail?.status).toBe('queued')
    const wait = (mail?.leaves_at?.getTime() ?? 0) - before
    expect(wait).toBeGreaterThan(9 * 60_000)
    expect(wait).toBeLessThan(11 * 60_000)
    await sendWaitingMails(testApp)
    expect(await statusesOf(owen)).toEqual(['kept'])
  })

  test('waits in the job queue too, so that a restart loses nothing', async () => {
    const owen = await testApp.seed.pending()
    await calls.decide(owen, 'verified')
    const [mail] = await verified(owen)
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${mail?.id}`.execute(testApp.db)
    expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([mail?.leaves_at?.getTime()])
  })

  test('is sent once if the person is notified again before it has left', async () => {
    const owen = await testApp.seed.pending()
    await calls.decide(owen, 'verified')
    await testApp.call(admin, 'POST', 'admin/user-verification', { user: owen._id, notifyOnly: true })
    await sendWaitingMails(testApp)
    expect(await statusesOf(owen)).toEqual(['kept'])
  })

  test('is not sent to someone who is no longer verified when it would leave', async () => {
    const owen = await testApp.seed.pending()
    await calls.decide(owen, 'verified')
    await testApp.db.updateTable('users').set({ is_verified: false }).where('id', '=', owen._id).execute()
    await sendWaitingMails(testApp)
    expect(await verified(owen)).toEqual([])

    await calls.decide(owen, 'verified')
    await testApp.call(admin, 'PUT', `admin/user/${owen._id}`, { isVerified: false })
    expect(await verified(owen)).toEqual([])
  })

  test('waits for an Undo that is about to commit, and is not sent then', async () => {
    const owen = await testApp.seed.pending()
    await calls.decide(owen, 'verified')
    const sending = await testApp.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ is_verified: false }).where('id', '=', owen._id).execute()
      const sent = sendWaitingMails(testApp)
      for (;;) {
        const { rows } = await sql<{ waits: boolean }>`
          select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%for share%') as waits`.execute(
          testApp.db,
        )
        if (rows[0]?.waits) return { sent }
      }
    })
    await sending.sent
    expect(await verified(owen)).toEqual([])
  })
})

describe('Undo', () => {
  test('makes everything as it was: the person waits with our question open, and is neither mailed nor told', async () => {
    const owen = await testApp.seed.pending()
    await calls.give(owen, { documents: [aDocument(await calls.upload(owen))] })
    await calls.decide(owen, 'asked', 'A lease?')
    const before = await calls.review(owen)
    const decided = (await calls.decide(owen, 'verified')).data<VerificationReview>()
    expect(Date.parse(decided.undoUntil ?? '')).toBeGreaterThan(Date.now())

    const undone = await calls.decide(owen, 'undone', '', await testApp.seed.admin(), { lastDecision: decided.lastDecision })
    expect([undone.status, undone.data<VerificationReview>().state]).toEqual([200, 'waiting'])
    expect(await userOf(owen)).toMatchObject({ isVerified: false, verificationRequested: true })
    const { steps, ...after } = await calls.review(owen)
    expect(after).toMatchObject({ state: 'waiting', undoUntil: null, lastDecision: before.lastDecision })
    expect(steps.slice(0, 2).map(({ kind }) => kind)).toEqual(['undone', 'verified'])
    expect((await calls.own(owen)).question?.text).toBe('A lease?')
    const queue = (await testApp.call(admin, 'GET', 'admin/user-verification?state=asked&pageSize=100')).data<VerificationQueue>()
    expect(queue.items.map(({ _id }) => _id)).toContain(owen._id)

    await sendWaitingMails(testApp)
    expect(await verified(owen)).toEqual([])
    expect((await calls.noticesOf(owen)).map(({ kind }) => kind)).toEqual(['verification_question'])
    expect((await calls.auditOf(owen)).map(({ act }) => act).slice(-2)).toEqual(['user.verified', 'verification.undone'])

    expect((await calls.decide(owen, 'verified')).status).toBe(200)
    await sendWaitingMails(testApp)
    expect(await statusesOf(owen)).toEqual(['kept'])
  })

  test('is for ten minutes, also of someone verified by the toggle; later the toggle takes it back', async () => {
    const owen = await testApp.seed.pending()
    await testApp.call(admin, 'PUT', `admin/user/${owen._id}`, { isVerified: true })
    await calls.ageDecisions(owen, '10 minutes 1 second')
    const late = await calls.decide(owen, 'undone')
    expect([late.status, late.body.code]).toEqual([409, 'undo_over'])
    expect((await userOf(owen)).isVerified).toBe(true)
    await calls.ageDecisions(owen, '9 minutes 30 seconds')
    expect((await calls.decide(owen, 'undone')).status).toBe(200)
    for (const person of [owen, await testApp.seed.investor()]) expect((await calls.decide(person, 'undone')).status).toBe(409)
  })

  test('happens once, also if two administrators ask for it', async () => {
    const [owen, second] = [await testApp.seed.pending(), await testApp.seed.admin()]
    await calls.decide(owen, 'verified')
    const answers = await Promise.all([calls.decide(owen, 'undone'), calls.decide(owen, 'undone', '', second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('keeps what the person gave: an undone decision does not start the 30 days', async () => {
    const owen = await testApp.seed.pending()
    await calls.give(owen, { note: 'Hello.', documents: [aDocument(await calls.upload(owen))] })
    await calls.decide(owen, 'verified')
    await calls.decide(owen, 'undone')
    await calls.ageDecisions(owen, '31 days')
    const givenAt = sql<Date>`now() - interval '40 days'`
    await testApp.db.updateTable('verification_documents').set({ added_at: givenAt }).where('user_id', '=', owen._id).execute()
    await testApp.db.updateTable('verification_details').set({ sent_at: givenAt }).where('user_id', '=', owen._id).execute()
    await sql`select graphile_worker.add_job('delete-verification-documents')`.execute(testApp.db)
    await testApp.runJobs()
    expect((await calls.own(owen)).given).toMatchObject({ note: 'Hello.', documents: [{}] })
  })
})
