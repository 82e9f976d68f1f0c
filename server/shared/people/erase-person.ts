import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'

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
      is_admin: false,
      is_broker: false,
      profile_image_key: null,
      location_city: null,
      location_state: null,
      location_lat: null,
      location_lng: null,
      preferred_investment_radius: null,
      property_investment_min: null,
      property_investment_max: null,
      preferred_property_types: [],
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Deletes mails to the person and mails about them, and cancels queued ones. */
async function eraseMails(tx: Tx, userId: string, email: string): Promise<void> {
  await sql`
    with gone as (
      delete from mails
      where user_id = ${userId} or lower(to_address) = lower(${email})
        or position(${userId} in concat(props, body)) > 0 or position(${email} in concat(props, body)) > 0
      returning id, status
    )
    select graphile_worker.remove_job(id::text) from gone where status = 'queued'`.execute(tx)
}

/** Empties the words of the person's motions, also where notices and mails repeat them; figures and votes stay. */
async function eraseMotionWords(tx: Tx, userId: string): Promise<void> {
  const own = tx.selectFrom('motions').select('id').where('proposed_by', '=', userId)
  await tx.updateTable('motion_texts').set({ title: '', body: '', payee: null }).where('motion_id', 'in', own).execute()
  await tx.updateTable('notices').set({ motion_title: null }).where('motion_id', 'in', own).execute()
  await sql`
    with gone as (
      delete from mails using motions
      where motions.proposed_by = ${userId} and position(motions.id::text in concat(mails.props, mails.body)) > 0
      returning mails.id, mails.status
    )
    select graphile_worker.remove_job(id::text) from gone where status = 'queued'`.execute(tx)
}

async function eraseCrashReports(tx: Tx, userId: string): Promise<void> {
  await sql`
    update crash_reports set user_id = null, user_description = null, data = data - 'user' - 'userDescription'
    where user_id = ${userId} or data->'user'->>'_id' = ${userId}`.execute(tx)
}

/** Erases all personal data of someone whose memberships have ended. */
export async function erasePerson(tx: Tx, { id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  await eraseFields(tx, id)
  await eraseMails(tx, id, email)
  await eraseMotionWords(tx, id)
  await eraseCrashReports(tx, id)
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
  // Stored answers may contain personal data: the person's own answers, and administrators' answers about the person.
  await sql`delete from idempotency_keys where user_id = ${id} or position(${email} in answer::text) > 0`.execute(tx)
  await tx.updateTable('files').set({ owner_id: null }).where('owner_id', '=', id).execute()
}
