import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Export } from '#contract/export.ts'
import { exportOf } from '#server/testing/export-data.ts'
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

async function runDeletion(): Promise<void> {
  await sql`select graphile_worker.add_job('delete-verification-documents')`.execute(testApp.db)
  await testApp.runJobs()
}

describe('30 days after the decision', () => {
  const decisions = {
    declined: (person: Person) => calls.decide(person, 'declined', 'Not yet.'),
    verified: (person: Person) => calls.decide(person, 'verified'),
    'verified with the specified button': (person: Person) => testApp.call(admin, 'POST', 'admin/user-verification', { user: person._id }),
    'verified with the toggle': (person: Person) => testApp.call(admin, 'PUT', `admin/user/${person._id}`, { isVerified: true }),
  }
  test.each(Object.entries(decisions))('what was given is deleted from rows and store: %s', async (_, settle) => {
    const owen = await testApp.seed.pending()
    const key = await calls.upload(owen)
    await calls.give(owen, { phone: '(720) 555-0188', note: 'hello', documents: [aDocument(key)] })
    const { address } = await testApp.read(owen, key)
    const sentAt = sql<Date>`now() - interval '40 days'`
    await testApp.db.updateTable('verification_documents').set({ added_at: sentAt }).where('user_id', '=', owen._id).execute()
    await testApp.db.updateTable('verification_details').set({ sent_at: sentAt }).where('user_id', '=', owen._id).execute()
    await runDeletion()
    expect((await calls.own(owen)).given.documents).toHaveLength(1)

    expect((await settle(owen)).status).toBe(200)
    await calls.ageDecisions(owen, '29 days 23 hours')
    await runDeletion()
    expect((await calls.review(owen)).given).toMatchObject({ phone: '(720) 555-0188', documents: [{ key }] })
    expect((await fetch(address)).status).toBe(200)

    await calls.ageDecisions(owen, '30 days 1 minute')
    await runDeletion()
    expect((await calls.review(owen)).given).toEqual({ phone: '', bestTime: 'any', note: '', documents: [], sentAt: null })
    expect((await fetch(address)).status).toBe(404)
    for (const person of [owen, admin]) expect((await testApp.read(person, key)).status).toBe(404)
    expect(await testApp.db.selectFrom('files').select('key').where('key', '=', key).execute()).toEqual([])
    expect((await calls.auditOf(owen)).at(-1)?.act).toBe('verification.document_deleted')
  })

  test('a question deletes nothing, and documents given after a decision stay for the next one', async () => {
    const owen = await testApp.seed.pending()
    await calls.decide(owen, 'asked', 'A lease?')
    await calls.ageDecisions(owen, '60 days')
    const key = await calls.upload(owen)
    await calls.give(owen, { documents: [aDocument(key)] })
    await testApp.db
      .updateTable('verification_documents')
      .set({ added_at: sql<Date>`now() - interval '90 days'` })
      .where('user_id', '=', owen._id)
      .execute()
    await runDeletion()
    expect((await calls.own(owen)).given.documents).toHaveLength(1)

    const late = await testApp.seed.pending()
    await calls.decide(late, 'declined', 'No.')
    await calls.ageDecisions(late, '31 days')
    await calls.ask(late)
    await calls.give(late, { note: 'Again', documents: [aDocument(await calls.upload(late))] })
    await runDeletion()
    expect((await calls.own(late)).given).toMatchObject({ note: 'Again', documents: [{ name: 'Driver’s licence, front.png' }] })
  })
})

test('the export has the names and times of documents, the note and our sentences', async () => {
  const owen = await testApp.seed.pending()
  await calls.give(owen, {
    phone: '(720) 555-0188',
    bestTime: 'evenings',
    note: 'Hello.',
    documents: [aDocument(await calls.upload(owen))],
  })
  await calls.decide(owen, 'asked', 'A lease?')
  const { verification } = (await exportOf(testApp, owen)).data<Export>()
  expect(verification).toMatchObject({
    phone: '(720) 555-0188',
    bestTime: 'evenings',
    note: 'Hello.',
    documents: [{ name: 'Driver’s licence, front.png', addedAt: expect.any(String) }],
    decisions: [{ kind: 'asked', sentence: 'A lease?' }],
  })
})

test('deleting the person erases what they gave and what we wrote to them, in the store too', async () => {
  const password = 'Larkspur-Terrace-75'
  const owen = await testApp.seed.pending({ password })
  const key = await calls.upload(owen)
  await calls.give(owen, { note: 'Zyxwvut', documents: [aDocument(key, 'Zyxwvut.png')] })
  await calls.decide(owen, 'declined', 'Zyxwvut is not a name.')
  const { address } = await testApp.read(owen, key)
  expect((await testApp.call(owen, 'DELETE', `app/user/${owen._id}`, { currentPassword: password })).status).toBe(204)
  for (const table of ['verification_details', 'verification_documents', 'verification_sentences'] as const)
    expect(await testApp.db.selectFrom(table).selectAll().where('user_id', '=', owen._id).execute()).toEqual([])
  const kept = await testApp.db.selectFrom('verification_decisions').select(['kind', 'by_id']).where('user_id', '=', owen._id).execute()
  expect(kept).toEqual([{ kind: 'declined', by_id: admin._id }])
  await sql`select graphile_worker.add_job('sweep-files')`.execute(testApp.db)
  await testApp.runJobs()
  expect((await fetch(address)).status).toBe(404)
  expect((await testApp.call(admin, 'GET', `admin/user-verification/${owen._id}`)).status).toBe(404)
})
