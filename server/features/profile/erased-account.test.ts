import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { noPermissions } from '#domain/may/person.ts'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { readCertificate } from '#server/features/documents/read-certificate.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { deleteUser } from '#server/shared/people/delete-user.ts'
import { erasePerson } from '#server/shared/people/erase-person.ts'
import { createBookCircle } from '#server/testing/book-circle.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import { asIf, startOwning } from '#server/testing/distributions.ts'
import { createDocumentCircle, paper, upload } from '#server/testing/documents.ts'
import { createMotionCircle, inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

/** Every row of every table as text, to search for personal data. */
async function wholeDatabase(testApp: TestApp): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    testApp.db,
  )
  const dumps = rows.map(async ({ name }) => {
    const dump = await sql<{ text: string }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} t`.execute(
      testApp.db,
    )
    return `${name}: ${dump.rows[0]?.text}`
  })
  return (await Promise.all(dumps)).join('\n')
}

describe('what is left of a deleted person', () => {
  test('is nothing personal in any table', async () => {
    const testApp = await startTestApp()
    const canary = 'Zyxwvut'
    const email = `${canary.toLowerCase()}@example.com`
    await testApp.seed.admin()
    const form = { firstName: canary, lastName: canary, email, password, confirmPassword: password, tos: true }
    const { token } = (await testApp.call(null, 'POST', 'auth/register', form, { 'user-agent': canary })).data<{ token: Person['token'] }>()
    const { user } = (await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: Person }>()
    const maya: Person = { ...user, token }
    const key = `${canary}.png-2024-01-01T00:00:00.000Z`
    await testApp.db
      .insertInto('files')
      .values({ key, owner_id: maya._id, content_type: 'image/png', size: 1, stored_at: new Date() })
      .execute()
    const save = { location: { city: canary, state: canary }, verificationRequested: true, profileImageKey: key }
    await testApp.call(maya, 'POST', `app/user/${maya._id}`, save, { 'idempotency-key': 'k' })
    await testApp.call(maya, 'POST', 'app/profile', { firstName: `${canary} Lou` })
    await testApp.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email })
    await testApp.db
      .insertInto('crash_reports')
      .values({
        id: 'report',
        user_id: maya._id,
        user_description: canary,
        error: '{}',
        data: JSON.stringify({ user: { _id: maya._id, firstName: canary }, userDescription: canary, browser: 'x' }),
      })
      .execute()
    await testApp.runJobs()
    // A mail server leaves the subject only, also of mails to others.
    await testApp.db
      .updateTable('mails')
      .set({ status: 'sent', props: null, html: null, body: null })
      .where('to_address', '!=', email)
      .execute()
    expect(await wholeDatabase(testApp)).toMatch(new RegExp(canary, 'i'))

    expect((await leave(testApp, maya)).status).toBe(204)
    // A file's key contains its original name; the sweep deletes it from the store too.
    const left = (await wholeDatabase(testApp)).replaceAll(key, '')
    expect(left.match(new RegExp(`.{60}${canary}.{20}`, 'gi'))).toBeNull()
    await testApp.close()
  })

  test('is decided for every table that refers to people', async ({ testApp }) => {
    const { rows } = await sql<{ place: string }>`
      select conrelid::regclass || '.' || attname as place from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass order by 1`.execute(testApp.db)
    // Erase or detach a new table in server/shared/people/erase-person.ts, or make sure that it only contains an id.
    expect(rows.map(({ place }) => place)).toEqual([
      'acquisition_steps.added_by',
      'acquisition_steps.assigned_to',
      'acquisition_steps.ended_by',
      'acquisitions.ended_by',
      'acquisitions.started_by',
      'admin_visits.user_id',
      'arc_transfer_events.by',
      'arc_transfers.buyer',
      'audit_log.actor_id',
      'audit_values.user_id',
      'bank_accounts.opened_by',
      'bank_imports.imported_by',
      'bank_match_ends.ended_by',
      'bank_matches.matched_by',
      'book_entries.booked_by',
      'book_lines.user_id',
      'book_receipts.added_by',
      'broker_assignments.assigned_by',
      'broker_assignments.broker_id',
      'calendar_feeds.user_id',
      'call_reminders.by',
      'calls.opened_by',
      'charter_acceptances.user_id',
      'circle_follows.user_id',
      'circle_invitations.created_by',
      'circle_invitations.user_id',
      'circle_invites.created_by',
      'circles.created_by',
      'contribution_return_words.user_id',
      'contribution_returns.recorded_by',
      'contribution_words.user_id',
      'contributions.payer',
      'contributions.recorded_by',
      'crash_reports.solved_by',
      'crash_reports.user_id',
      'distribution_holders.user_id',
      'distribution_motions.receiver',
      'distribution_parts.holder',
      'distribution_payouts.receiver',
      'distributions.drafted_by',
      'document_versions.uploaded_by',
      'documents.uploaded_by',
      'entry_reversals.asked_by',
      'entry_reversals.confirmed_by',
      'entry_reversals.person',
      'files.owner_id',
      'idempotency_keys.user_id',
      'kept_wishes.user_id',
      'last_requests.user_id',
      'memberships.user_id',
      'month_closings.closed_by',
      'month_offers.sent_back_by',
      'motion_conflicts.declared_by',
      'motion_vote_reasons.user_id',
      'motion_votes.user_id',
      'motion_withdrawals.by',
      'motions.proposed_by',
      'notice_settings.user_id',
      'offer_allotments.bidder',
      'offer_bids.bidder',
      'offer_ends.ended_by',
      'offer_holders.user_id',
      'offer_yeses.user_id',
      'offers.seller',
      'one_time_links.user_id',
      'outlays.confirmed_by',
      'outlays.related_member',
      'outlays.user_id',
      'paid_backs.confirmed_by',
      'paid_backs.receiver',
      'paid_backs.recorded_by',
      'passkeys.user_id',
      'pay_detail_events.by',
      'pay_details.named_by',
      'payout_marks.confirmed_by',
      'payout_marks.marked_by',
      'payout_marks.receiver',
      'payout_payments.receiver',
      'post_mentions.user_id',
      'posts.user_id',
      'preferences.user_id',
      'properties.uploaded_by',
      'property_changes.changed_by',
      'push_subscriptions.user_id',
      'questions.asked_by',
      'questions.removed_by',
      'report_reasons.user_id',
      'reports.decided_by',
      'reports.user_id',
      'saved_searches.user_id',
      'sessions.user_id',
      'settlements.confirmed_by',
      'settlements.proposed_by',
      'signature_declines.user_id',
      'signature_requests.asked_by',
      'signature_requests.withdrawn_by',
      'signatures.user_id',
      'signed_elsewhere.named_by',
      'signed_elsewhere_words.user_id',
      'silence_warnings.user_id',
      'silences.user_id',
      'statement_years.issued_by',
      'thread_visits.user_id',
      'users.verified_by',
      'verification_decisions.by_id',
      'verification_decisions.user_id',
      'verification_details.user_id',
      'verification_documents.user_id',
      'verification_sentences.user_id',
      'waiting_list.user_id',
    ])
  })

  test('keeps the ledger’s sums consistent with the arcs', async ({ testApp }) => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*) as wrong from circles where
        (select coalesce(sum(price), 0) from arcs where circle_id = circles.id and membership_id is not null)
        <> (select coalesce(sum(amount), 0) from ledger where circle_id = circles.id)`.execute(testApp.db)
    expect(rows[0]?.wrong).toBe(0)
  })

  test('is the same if an administrator deletes the account', async ({ testApp }) => {
    const [admin, maya] = [await testApp.seed.admin(), await testApp.seed.investor({ firstName: 'Maya' })]
    const actor = {
      id: admin._id,
      sessionId: '',
      permissions: { ...noPermissions, isAdmin: true },
      isBroker: false,
      isVerified: true,
      zone: 'UTC',
      origin: null as never,
    }
    await testApp.db.transaction().execute((tx) => deleteUser(tx, { publicUrl: 'http://localhost' }, actor, maya._id))
    expect((await testApp.call(maya, 'GET', 'auth/whoami')).status).toBe(401)
    const again = testApp.db.transaction().execute((tx) => deleteUser(tx, { publicUrl: 'http://localhost' }, actor, maya._id))
    await expect(again).rejects.toMatchObject({ status: 404 })
  })
})

test('deleting a person empties the words of their motions everywhere; figures and votes stay', async ({ testApp }) => {
  const { members, owner, made, vote, read } = await createMotionCircle(testApp, [6, 6])
  const [maya] = members
  if (!maya) throw new Error('no member')
  const facts = { kind: 'spend', amountCents: 480_000, category: 'repairs', repeats: null, relatedMember: null }
  const motion = await made(maya, { title: 'Zebrafish fence', text: 'By Quokka & sons.', facts, payee: 'Quokka Ltd' })
  await vote(maya, motion, 'yes', 'Numbat says so')
  await vote(owner, motion, 'no')
  await testApp.call(maya, 'POST', `app/motion-thread/${motion._id}`, { text: 'A wombat helps' })
  await testApp.call(maya, 'POST', 'app/calendar')
  for (const word of ['Zebrafish', 'Quokka', 'Numbat', 'wombat']) expect(await wholeDatabase(testApp)).toContain(word)
  expect((await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/user/${maya._id}`)).status).toBe(204)
  expect(await wholeDatabase(testApp)).not.toMatch(/Zebrafish|Quokka|Numbat|wombat/)
  expect(await testApp.db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', maya._id).execute()).toEqual([])
  const kept = await read(owner, motion)
  expect([kept.title, kept.text, kept.payee, kept.standing.outcome, kept.standing.yes]).toEqual(['', '', '', 'did_not_pass', 6])
  expect(kept.ballots).toContainEqual(expect.objectContaining({ name: 'Former member', choice: 'yes', reason: null }))
})

test('deleting a person empties free texts about their purchase and money; entries and their sums stay', { timeout: 180_000 }, async ({
  testApp,
}) => {
  const { ann, ben, circleId, operating, decide } = await createBookCircle(testApp)
  const { db } = testApp
  await startOwning(testApp, circleId)
  await decide({ kind: 'call', amountCents: 40_000, dueDay: inDays(20).slice(0, 10), why: 'Quokka broke the roof' })
  expect(await db.selectFrom('call_texts').select('why').execute()).toEqual([{ why: 'Quokka broke the roof' }])
  await asIf(testApp, `update acquisitions set ended_by = '${ann._id}' where circle_id = '${circleId}'`)
  const { id: acquisitionId } = await db.selectFrom('acquisitions').select('id').where('circle_id', '=', circleId).executeTakeFirstOrThrow()
  await db.insertInto('acquisition_texts').values({ acquisition_id: acquisitionId, reason: 'Quokka is ill' }).execute()
  for (const [position, addedBy, title] of [
    [90, ann._id, 'Ask Quokka'],
    [91, ben._id, 'Kept title'],
  ] as const) {
    const step = { id: newId(), acquisition_id: acquisitionId, position, key: 'other', added_by: addedBy }
    await db.insertInto('acquisition_steps').values(step).execute()
    await db.insertInto('acquisition_step_texts').values({ step_id: step.id, title }).execute()
  }
  const entries: string[] = []
  const deposit = (who: string) =>
    transaction(db, (tx) => {
      const lines = [
        { account: 'cash', bankAccount: operating, amountCents: 100 },
        { account: 'deposits_held', amountCents: -100, who },
      ] as const
      return writeEntry(tx, { circleId, kind: 'deposit', day: '2025-01-10', lines, bookedBy: ben._id })
    })
  for (const tenant of ['Ann Smith', 'Joann Smithers']) await deposit(tenant)
  const book = (words: string, person: string | null) =>
    transaction(db, async (tx) => {
      const other =
        person === null ? ({ account: 'rent', amountCents: -100 } as const) : ({ account: 'owed', person, amountCents: -100 } as const)
      const lines = [{ account: 'cash', bankAccount: operating, amountCents: 100 } as const, other]
      const entry = await writeEntry(tx, { circleId, kind: 'income', day: '2025-01-10', lines, bookedBy: ben._id, words })
      entries.push(entry.id)
    })
  await book('Quokka sent too much', ann._id)
  await book('Paid by ANN SMITH', null)
  await book('Rent of January by Joann Smithers', null)
  expect(await wholeDatabase(testApp)).toContain('Quokka')
  await transaction(db, (tx) => erasePerson(tx, { id: ann._id, email: ann.email }))
  const left = await wholeDatabase(testApp)
  expect(left).not.toMatch(/Quokka|ANN SMITH/)
  expect(left).toContain('Kept title')
  const kept = await db
    .selectFrom('book_entries')
    .innerJoin('book_entry_texts', 'entry_id', 'id')
    .select('words')
    .where('id', 'in', entries)
    .orderBy('number')
    .execute()
  expect(kept.map(({ words }) => words)).toEqual(['', '', 'Rent of January by Joann Smithers'])
  expect((await readDeposits(db, circleId)).map(({ tenant }) => tenant)).toEqual(['', 'Joann Smithers'])
})

test('the name of a file that a deleted person added is no longer shown', async ({ testApp }) => {
  const { owner, circle, members, add, data, ask, sign, read } = await createDocumentCircle(testApp)
  const [maya] = members as [Person]
  const fileKey = await upload(testApp, maya, paper('first'), { name: 'Numbat of Maya.pdf' })
  const asked = data(await ask(maya, data(await add(maya, 'first', { fileKey })), [owner]))
  const { newest } = data(await sign(owner, asked))
  const place = { circleId: circle._id, documentId: asked._id, versionId: newest._id }
  const fileNames = async () => [
    (await read(owner, asked)).newest.fileName,
    (await transaction(testApp.db, (tx) => readCertificate(tx, place, { id: owner._id } as Actor))).fileName,
  ]
  expect(await fileNames()).toEqual(['Numbat of Maya.pdf', 'Numbat of Maya.pdf'])
  await transaction(testApp.db, (tx) => erasePerson(tx, { id: maya._id, email: maya.email }))
  expect(await fileNames()).toEqual(['A document', 'A document'])
})
