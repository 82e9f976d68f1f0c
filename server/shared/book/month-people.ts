import { sql } from 'kysely'
import { lastDayOf, type MonthPeople } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'

/**
 * In SQL: an entry that followed from a member's word or motion. It bears their name, but they booked nothing; else a circle of two or three could
 * have nobody left to confirm the month of a call. What suspense was is said by the treasurer, who has no part in the confirmation anyway, or by a
 * member about the treasurer's own money.
 */
const isOfWords = sql<boolean>`(book_entries.kind in ('distribution', 'call_opened', 'give_up', 'resolution')
  or (book_entries.kind = 'contribution' and exists (select from book_lines where entry_id = book_entries.id and account = 'suspense'))
  or exists (select from contributions join contribution_words on contribution_id = contributions.id where contributions.entry_id = book_entries.id)
  or exists (select from contribution_returns where contribution_returns.entry_id = book_entries.id)
  or exists (select from paid_backs where paid_backs.entry_id = book_entries.id))`

/**
 * In SQL: who was treasurer from when to when, as `spans`. A member whom a motion named is it until the next one is named or until they leave, even
 * if they come back; at every other time the owner of that time is.
 */
const treasurersByTime = (circleId: string) => sql`
    owners as (select user_id, at as from_at, coalesce(lead(at) over (order by place), 'infinity') as to_at from (
      select created_by as user_id, '-infinity'::timestamptz as at, 0 as place from circles where id = ${circleId}
      union all select (facts ->> 'to')::uuid, at, id from audit_log
        where subject_kind = 'circle' and subject_id = ${circleId} and act = 'circle.handed_over') as handed),
    named as (select followed.user_id, at as from_at, least(next_at, ended_at) as to_at
      from (select user_id, at, lead(at) over (order by at, record_id) as next_at from treasurers where circle_id = ${circleId}) as followed
      cross join lateral (select coalesce(ended_at, 'infinity') as ended_at from memberships
        where memberships.circle_id = ${circleId} and memberships.user_id = followed.user_id and created_at <= at
        order by created_at desc limit 1) as membership
      where ended_at > at),
    gaps as (select starts.at as from_at, coalesce((select min(from_at) from named where from_at >= starts.at), 'infinity') as to_at
      from (select '-infinity'::timestamptz as at union all select to_at from named) as starts),
    spans as (select user_id, from_at, to_at from named
      union all select user_id, greatest(owners.from_at, gaps.from_at), least(owners.to_at, gaps.to_at)
      from owners join gaps on owners.from_at < gaps.to_at and gaps.from_at < owners.to_at)`

/** Who holds arcs, and who booked, matched or was treasurer in a month. */
export async function readMonthPeople(db: Database | Tx, circleId: string, month: string): Promise<MonthPeople> {
  const zone = await readCircleZone(db, circleId)
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const { rows } = await sql<MonthPeople>`
    with ${treasurersByTime(circleId)}
    select
      (select coalesce(json_agg(distinct user_id), '[]') from memberships where circle_id = ${circleId} and ended_at is null
        and exists (select from arcs where arcs.membership_id = memberships.id)) as holders,
      (select coalesce(json_agg(distinct booked_by), '[]') from book_entries where circle_id = ${circleId}
        and day between ${first}::date and ${last}::date and not ${isOfWords}) as booked,
      (select coalesce(json_agg(distinct person), '[]') from (
        select matched_by as person, bank_matches.id from bank_matches where circle_id = ${circleId}
        union all select ended_by, match_id from bank_match_ends join bank_matches on bank_matches.id = match_id where circle_id = ${circleId}
      ) as acts where exists (select from bank_match_lines join bank_lines on bank_lines.id = line_id
          where match_id = acts.id and day between ${first}::date and ${last}::date)
        or exists (select from bank_match_cash join book_entries on book_entries.id = entry_id
          where match_id = acts.id and day between ${first}::date and ${last}::date)) as matched,
      (select coalesce(json_agg(distinct person), '[]') from (
        select user_id as person from spans
        where (from_at at time zone ${zone})::date <= ${last}::date and (to_at at time zone ${zone})::date >= ${first}::date
      ) as treasurers) as treasurers`.execute(db)
  return rows[0] ?? { holders: [], booked: [], matched: [], treasurers: [] }
}
