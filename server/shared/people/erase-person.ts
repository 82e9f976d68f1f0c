import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Empties a person's row: what is left is an id that ledgers and logs may go on naming, and the time of its end. */
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

/** Mails to the person, and those that tell others of them; what still waits to be sent is called off. */
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

async function eraseCrashReports(tx: Tx, userId: string): Promise<void> {
  await sql`
    update crash_reports set user_id = null, user_description = null, data = data - 'user' - 'userDescription'
    where user_id = ${userId} or data->'user'->>'_id' = ${userId}`.execute(tx)
}

/** Leaves nothing personal of someone whose memberships have ended. */
export async function erasePerson(tx: Tx, { id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  await eraseFields(tx, id)
  await eraseMails(tx, id, email)
  await eraseCrashReports(tx, id)
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
  await tx.deleteFrom('one_time_links').where('user_id', '=', id).execute()
  await tx.deleteFrom('preferences').where('user_id', '=', id).execute()
  // What people said goes with them; the votes themselves stay on the record, under an id that nobody answers to any more.
  await tx.deleteFrom('vote_reasons').where('user_id', '=', id).execute()
  await tx.deleteFrom('posts').where('user_id', '=', id).execute()
  await tx.deleteFrom('notices').where('user_id', '=', id).execute()
  await tx.deleteFrom('notice_settings').where('user_id', '=', id).execute()
  await tx.deleteFrom('kept_wishes').where('user_id', '=', id).execute()
  await tx.deleteFrom('waiting_list').where('user_id', '=', id).execute()
  await tx.deleteFrom('broker_assignments').where('broker_id', '=', id).execute()
  await tx.deleteFrom('audit_values').where('user_id', '=', id).execute()
  // Kept answers hold what was answered: the person's own, and an administrator's that show the person.
  await sql`delete from idempotency_keys where user_id = ${id} or position(${email} in answer::text) > 0`.execute(tx)
  await tx.updateTable('files').set({ owner_id: null }).where('owner_id', '=', id).execute()
}
