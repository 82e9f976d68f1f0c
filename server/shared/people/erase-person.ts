import { type RawBuilder, sql } from 'kysely'
import { noCriteria } from '#domain/criteria.ts'
import { noPermissions } from '#domain/may/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { permissionValues } from '#server/sessions/permissions.ts'
import { hashOfPayee } from '#server/shared/deciding/payees.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'
import { preferredColumns } from './users.ts'

/** Clears a person's row. The id stays, because the ledger and logs refer to it. */
async function eraseFields(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      first_name: '',
      last_name: '',
      email: null,
      email_confirmed_at: null,
      pending_email: null,
      password_hash: null,
      ...permissionValues(noPermissions),
      is_broker: false,
      profile_image_key: null,
      about: '',
      shows_about: false,
      suspended_reason: null,
      location_city: null,
      location_state: null,
      location_lat: null,
      location_lng: null,
      time_zone: null,
      preferred_investment_radius: null,
      property_investment_min: null,
      property_investment_max: null,
      ...preferredColumns(noCriteria),
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/**
 * Deletes mails to the person, and mails about them or about their motions, and cancels queued ones. An address may have belonged to someone
 * else before, whose mails stay.
 */
async function eraseMails(tx: Tx, userId: string, email: string): Promise<void> {
  await sql`
    with gone as (
      delete from mails
      where user_id = ${userId} or (user_id is null and lower(to_address) = lower(${email}))
        or about && array(select id from motions where proposed_by = ${userId} union all select ${userId}::uuid)
      returning id, status
    )
    select graphile_worker.remove_job(id::text) from gone where status = 'queued'`.execute(tx)
}

/** Empties the words of the person's motions, also where notices repeat them; figures, votes and the hash of a payee stay. */
async function eraseMotionWords(tx: Tx, userId: string): Promise<void> {
  const own = tx.selectFrom('motions').select('id').where('proposed_by', '=', userId)
  const named = await tx
    .selectFrom('motion_texts')
    .select(['motion_id', 'payee'])
    .where('motion_id', 'in', own)
    .where('payee', 'is not', null)
    .execute()
  const empty = { title: '', body: '', payee: null, why: null }
  // Without the hash a payment to someone would become a budget, to anyone.
  for (const { motion_id: id, payee } of named) {
    await tx
      .updateTable('motion_texts')
      .set({ ...empty, payee_hash: hashOfPayee(id, payee ?? '') })
      .where('motion_id', '=', id)
      .execute()
  }
  await tx.updateTable('motion_texts').set(empty).where('motion_id', 'in', own).execute()
  await tx.updateTable('notices').set({ motion_title: null }).where('motion_id', 'in', own).execute()
}

/** Empties words of the person's payments, calls back, steps and entries that name them; sums, ids and times stay. */
async function eraseWordsOfMoney(tx: Tx, userId: string): Promise<void> {
  const paid = tx.selectFrom('contributions').select('id').where('payer', '=', userId)
  const motions = tx.selectFrom('motions').select('id').where('proposed_by', '=', userId)
  const calls = tx
    .selectFrom('calls')
    .select('id')
    .where(({ or, eb }) => or([eb('opened_by', '=', userId), eb('motion_id', 'in', motions)]))
  await tx.updateTable('call_texts').set({ why: '' }).where('call_id', 'in', calls).execute()
  await tx.updateTable('contribution_texts').set({ sender: '' }).where('contribution_id', 'in', paid).execute()
  const events = tx.selectFrom('pay_detail_events').select('id').where('by', '=', userId)
  await tx.updateTable('pay_detail_texts').set({ words: '', number: '' }).where('event_id', 'in', events).execute()
  const steps = tx.selectFrom('acquisition_steps').select('id').where('ended_by', '=', userId)
  await tx.updateTable('acquisition_step_texts').set({ reason: '' }).where('step_id', 'in', steps).execute()
  const added = tx.selectFrom('acquisition_steps').select('id').where('added_by', '=', userId).where('key', '=', 'other')
  await tx.updateTable('acquisition_step_texts').set({ title: '' }).where('step_id', 'in', added).execute()
  const givenUp = tx
    .selectFrom('acquisitions')
    .select('id')
    .where(({ or, eb }) => or([eb('ended_by', '=', userId), eb('motion_id', 'in', motions)]))
  await tx.updateTable('acquisition_texts').set({ reason: '' }).where('acquisition_id', 'in', givenUp).execute()
  // Words of an entry that concerns several people are seldom about one of them.
  await sql`
    with own as (select entry_id as id from book_lines where user_id = ${userId} union select entry_id from contributions where payer = ${userId}),
      named as (select id from own union select book_entries.id from book_entries join own on own.id = reverses)
    update book_entry_texts set payee = '', words = case when exists (
      select from book_lines where book_lines.entry_id = named.id and user_id <> ${userId}) then words else '' end
    from named where book_entry_texts.entry_id = named.id`.execute(tx)
  // A deposit belongs to its tenant, who is emptied by name only.
  await sql`
    update book_line_texts set who = '' from book_lines as line
    where line.entry_id = book_line_texts.entry_id and line.position = book_line_texts.position and account <> 'deposits_held'
      and exists (select from book_lines where book_lines.entry_id = line.entry_id and user_id = ${userId})
      and not exists (select from book_lines where book_lines.entry_id = line.entry_id and user_id <> ${userId})`.execute(tx)
  const entries = tx.selectFrom('book_lines').select('entry_id').where('user_id', '=', userId)
  const shown = tx
    .selectFrom('bank_match_lines')
    .innerJoin('bank_match_cash', 'bank_match_cash.match_id', 'bank_match_lines.match_id')
    .select('line_id')
    .where('entry_id', 'in', entries)
  await tx
    .updateTable('bank_line_texts')
    .set({ payee: null, text: '', bank_id: null, check_number: null })
    .where('line_id', 'in', shown)
    .execute()
  const statements = tx.selectFrom('statements').select('id').where('user_id', '=', userId)
  await tx.updateTable('statement_texts').set({ name: '' }).where('statement_id', 'in', statements).execute()
  const drafted = tx.selectFrom('distributions').select('id').where('drafted_by', '=', userId)
  await tx.updateTable('distribution_texts').set({ note: '' }).where('distribution_id', 'in', drafted).execute()
  const marked = tx
    .selectFrom('payout_marks')
    .select('id')
    .where(({ or, eb }) => or([eb('marked_by', '=', userId), eb('receiver', '=', userId)]))
  await tx.updateTable('payout_mark_texts').set({ words: '' }).where('mark_id', 'in', marked).execute()
  const outlays = tx.selectFrom('outlays').select('id').where('user_id', '=', userId)
  await tx.updateTable('outlay_texts').set({ payee: '', words: '' }).where('outlay_id', 'in', outlays).execute()
  const reversals = tx
    .selectFrom('entry_reversals')
    .select('id')
    .where(({ or, eb }) => or([eb('asked_by', '=', userId), eb('person', '=', userId)]))
  await tx.updateTable('entry_reversal_texts').set({ words: '' }).where('entry_reversal_id', 'in', reversals).execute()
  const sentBack = tx.selectFrom('month_offers').select('id').where('sent_back_by', '=', userId)
  await tx.updateTable('month_offer_texts').set({ words: '' }).where('offer_id', 'in', sentBack).execute()
}

/**
 * Empties words of other entries of the person's circles, and with whom their lines are (a tenant, a lender), if they contain the person's full
 * name or address as whole words: "Al Li" is not in "Metal lining". Before the person's row is cleared.
 */
async function eraseNameInBooks(tx: Tx, userId: string): Promise<void> {
  // Lookarounds instead of \m and \M, because a name may end in a full stop.
  const isNamedIn = (text: RawBuilder<unknown>) => sql<boolean>`
    exists (select from users, lateral (values (first_name || ' ' || last_name), (email)) as known (word)
      where users.id = ${userId} and length(trim(word)) > 2
        and lower(${text}) ~ ('(?<!\\w)' || regexp_replace(lower(trim(word)), '([].*+?^$|(){}[\\\\])', '\\\\\\1', 'g') || '(?!\\w)'))`
  const circles = sql`(select circle_id from memberships where user_id = ${userId})`
  await sql`
    update book_entry_texts set payee = '', words = ''
    from book_entries
    where book_entries.id = entry_id and book_entries.circle_id in ${circles} and ${isNamedIn(sql`payee || ' ' || words`)}`.execute(tx)
  await sql`
    update entry_reversal_texts set words = ''
    from entry_reversals
    where entry_reversals.id = entry_reversal_id and entry_reversals.circle_id in ${circles} and ${isNamedIn(sql`words`)}`.execute(tx)
  await sql`
    update book_line_texts set who = ''
    from book_entries
    where book_entries.id = entry_id and book_entries.circle_id in ${circles} and ${isNamedIn(sql`who`)}`.execute(tx)
}

/** Empties why the person offered arcs; prices, arcs, ids and times stay. */
async function eraseOfferWords(tx: Tx, userId: string): Promise<void> {
  const offers = tx.selectFrom('offers').select('id').where('seller', '=', userId)
  await tx.updateTable('offer_texts').set({ why: '' }).where('offer_id', 'in', offers).execute()
}

/**
 * Empties titles and notes of the person's documents, their typed names and why they did not sign. Files, hashes, ids and times stay, because
 * others signed them.
 */
async function eraseDocumentWords(tx: Tx, userId: string): Promise<void> {
  const added = tx.selectFrom('documents').select('id').where('uploaded_by', '=', userId)
  await tx.updateTable('document_texts').set({ title: '' }).where('document_id', 'in', added).execute()
  const versions = tx.selectFrom('document_versions').select('id').where('uploaded_by', '=', userId)
  await tx.updateTable('document_version_texts').set({ note: '' }).where('version_id', 'in', versions).execute()
  const signed = tx.selectFrom('signatures').select('id').where('user_id', '=', userId)
  await tx.updateTable('signature_names').set({ name: '' }).where('signature_id', 'in', signed).execute()
  await tx.updateTable('signature_decline_texts').set({ words: '' }).where('user_id', '=', userId).execute()
}

/**
 * Stored answers to the person are deleted. Those to other people stay, or a repeat would act again; an answer that contains the person's id
 * or exact address is emptied.
 */
async function eraseStoredAnswers(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
  const known = JSON.stringify({ id: userId, email })
  await sql`
    update idempotency_keys set answer = null
    where jsonb_path_exists(answer, 'lax $.** ? (@ == $id || @ == $email)', ${known}::jsonb)`.execute(tx)
}

async function eraseCrashReports(tx: Tx, userId: string): Promise<void> {
  await sql`
    update crash_reports set user_id = null, user_description = null, data = data - 'user' - 'userDescription'
    where user_id = ${userId} or (user_id is null and data->'user'->>'_id' = ${userId})`.execute(tx)
}

/**
 * Questions are withdrawn, and nobody can put them back. What the person reported stays without their words; what was reported about them,
 * or shows them, loses its content.
 */
async function eraseQuestionsAndReports(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('questions').set({ state: 'removed', removed_by: null }).where('asked_by', '=', userId).execute()
  await tx.updateTable('report_reasons').set({ words: '' }).where('user_id', '=', userId).execute()
  await sql`
    update reports set snapshot = '{}'
    where user_id = ${userId} or jsonb_path_exists(snapshot, 'lax $.** ? (@ == $id)', ${JSON.stringify({ id: userId })}::jsonb)`.execute(tx)
}

/** Erases all personal data of someone whose memberships have ended. Found by id or exact address only, so that no row of another is touched. */
export async function erasePerson(tx: Tx, { id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  await eraseNameInBooks(tx, id)
  await eraseFields(tx, id)
  await eraseMails(tx, id, email)
  await eraseMotionWords(tx, id)
  await eraseWordsOfMoney(tx, id)
  await eraseOfferWords(tx, id)
  await eraseDocumentWords(tx, id)
  await eraseCrashReports(tx, id)
  await eraseQuestionsAndReports(tx, id)
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', id).execute()
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
  await tx.deleteFrom('one_time_links').where('user_id', '=', id).execute()
  await tx.deleteFrom('preferences').where('user_id', '=', id).execute()
  // Reasons and posts are erased; the votes stay in the decision record under an anonymous id.
  await tx.deleteFrom('vote_reasons').where('user_id', '=', id).execute()
  await tx.deleteFrom('motion_vote_reasons').where('user_id', '=', id).execute()
  await tx.deleteFrom('posts').where('user_id', '=', id).execute()
  await tx.deleteFrom('notices').where('user_id', '=', id).execute()
  await tx.deleteFrom('notice_settings').where('user_id', '=', id).execute()
  await tx.deleteFrom('thread_visits').where('user_id', '=', id).execute()
  await tx.deleteFrom('last_requests').where('user_id', '=', id).execute()
  await tx.deleteFrom('silence_warnings').where('user_id', '=', id).execute()
  await tx.deleteFrom('silences').where('user_id', '=', id).execute()
  await tx.deleteFrom('saved_searches').where('user_id', '=', id).execute()
  await tx.deleteFrom('admin_visits').where('user_id', '=', id).execute()
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', id).execute()
  await tx.deleteFrom('kept_wishes').where('user_id', '=', id).execute()
  await tx.deleteFrom('waiting_list').where('user_id', '=', id).execute()
  await tx.deleteFrom('verification_details').where('user_id', '=', id).execute()
  await tx.deleteFrom('verification_documents').where('user_id', '=', id).execute()
  await tx.deleteFrom('verification_sentences').where('user_id', '=', id).execute()
  await tx.deleteFrom('circle_follows').where('user_id', '=', id).execute()
  await deleteInvitations(tx, { userId: id, email })
  await tx.deleteFrom('broker_assignments').where('broker_id', '=', id).execute()
  await tx.deleteFrom('audit_values').where('user_id', '=', id).execute()
  await eraseStoredAnswers(tx, id, email)
  await tx.updateTable('files').set({ owner_id: null }).where('owner_id', '=', id).execute()
}
