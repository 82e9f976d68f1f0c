import { sql } from 'kysely'
import { isStanding } from './decisions.ts'

/**
 * Everyone who waits to be verified, with the stage of their request, for queries. `place` is their order: who waits longest first. Who asked
 * before anyone kept the time comes before all others.
 */
export const waitingPeople = sql`
  select users.id, first_name, last_name, email, verification_requested_at as requested_at,
    (coalesce(verification_requested_at, '-infinity'), users.id) as place,
    (select count(*) from verification_documents where verification_documents.user_id = users.id) as documents,
    coalesce(details.note, '') <> '' as has_note, coalesce(details.phone, '') <> '' as has_phone,
    case when last.kind is distinct from 'asked' then 'new' when details.sent_at > last.at then 'answered' else 'asked' end as state
  from users
    left join lateral (select kind, at from verification_decisions as decision
      where user_id = users.id and ${isStanding('decision')} order by id desc limit 1) as last on true
    left join verification_details as details on details.user_id = users.id
  where verification = 'awaiting' and deleted_at is null`
