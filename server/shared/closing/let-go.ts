import { sql } from 'kysely'
import { calendarDayOf } from '#domain/dates.ts'
import { zoneOfState } from '#domain/state-zones.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'
import { hasSigned } from '#server/shared/documents/documents.ts'

/** Over how many days of notice a member was asked twice before not accepting the charter is a reason. */
const askedOverDays = 30

export type LetGoReason = 'silent' | 'charter' | 'agreement' | 'unpaid'

const membership = { id: sql`memberships.id`, user: sql`memberships.user_id` }

/** They were a member during the whole of a purchase that was given up. */
const givenUp = sql`from acquisitions join memberships as then_member on then_member.id = ${membership.id}
  where acquisitions.circle_id = memberships.circle_id and acquisitions.outcome = 'given_up'
    and then_member.created_at <= acquisitions.started_at`

/** The purchases that were given up, with the day on which each was, where its property is. */
async function readGivenUpDays(db: Database | Tx, circleId: string): Promise<{ ids: string[]; days: string[] }> {
  const { rows } = await sql<{ id: string; ended_at: Date; state: string | null }>`
    select acquisitions.id, ended_at, properties.state from acquisitions join properties on properties.id = acquisitions.property_id
    where acquisitions.circle_id = ${circleId} and outcome = 'given_up'`.execute(db)
  const circleZone = await readCircleZone(db, circleId)
  return {
    ids: rows.map(({ id }) => id),
    days: rows.map(({ ended_at, state }) => calendarDayOf(ended_at, zoneOfState(state) ?? circleZone)),
  }
}

/**
 * The members whom a motion may let go, each with the reason: silent; asked twice over 30 days and has not accepted the present charter;
 * left the agreement unsigned that they were asked to sign, or a due part unpaid, in a purchase since given up. Never the owner.
 */
export async function readLetGoReasons(
  db: Database | Tx,
  circleId: string,
  noticeSeconds: number,
): Promise<ReadonlyMap<string, LetGoReason>> {
  const { ids, days } = await readGivenUpDays(db, circleId)
  const { rows } = await sql<{ user: string; reason: LetGoReason | null }>`
    select memberships.user_id as user, case
      when exists (select from silences where silences.user_id = ${membership.user} and ended_at is null) then 'silent'
      -- Asked for versions after the one that they accepted last.
      when (select count(*) > 1 and extract(epoch from max(at) - min(at)) >= ${askedOverDays * noticeSeconds}::float8 from charter_asks
          where charter_asks.circle_id = memberships.circle_id and charter_asks.user_id = ${membership.user} and at >= memberships.created_at
            and charter_asks.version > coalesce((select max(version) from charter_acceptances
              where charter_acceptances.membership_id = ${membership.id}), 0))
        then 'charter'
      when exists (select ${givenUp} and exists (select from acquisition_steps
          where acquisition_id = acquisitions.id and key = 'agreement_signed'
            -- Asked to, by a request that stood when it was given up.
            and exists (select from signature_requests
              join signature_request_people on signature_request_people.request_id = signature_requests.id
              where signature_requests.version_id = acquisition_steps.document_version_id
                and signature_request_people.user_id = ${membership.user} and signature_request_people.at <= acquisitions.ended_at
                and (signature_requests.withdrawn_at is null or signature_requests.withdrawn_at > acquisitions.ended_at))
            and not ${hasSigned(sql`acquisition_steps.document_version_id`, membership.user)})) then 'agreement'
      when exists (select ${givenUp} and exists (select from calls
          join call_parts on call_parts.call_id = calls.id
          join arcs on arcs.circle_id = call_parts.circle_id and arcs.number = call_parts.arc and arcs.membership_id = ${membership.id}
          where calls.acquisition_id = acquisitions.id
            and calls.due_day < (select day from unnest(${ids}::uuid[], ${days}::date[]) as ended (id, day) where ended.id = acquisitions.id)
            and arcs.held_since <= acquisitions.started_at
            -- As it was before giving up booked everything back.
            and call_parts.amount_cents > coalesce((select -sum(book_lines.amount_cents) from book_lines
              join book_entries on book_entries.id = book_lines.entry_id and book_entries.kind <> 'give_up'
              where book_lines.account = 'capital' and book_lines.call_id = calls.id and book_lines.arc = call_parts.arc
                and book_entries.recorded_at <= acquisitions.ended_at), 0))) then 'unpaid'
    end as reason
    from memberships
    where memberships.circle_id = ${circleId} and memberships.ended_at is null and not memberships.is_owner
    order by memberships.user_id`.execute(db)
  return new Map(rows.flatMap(({ user, reason }) => (reason ? [[user, reason] as const] : [])))
}
