import { sql } from 'kysely'
import { lastDayOf, type MonthPeople } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { readBookkeeper } from './bookkeeper.ts'

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

/** Who holds arcs, and who booked, matched or was treasurer in a month. The owner is treasurer while no motion has named one. */
export async function readMonthPeople(db: Database | Tx, circleId: string, month: string): Promise<MonthPeople> {
  const zone = await readCircleZone(db, circleId)
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const { rows } = await sql<MonthPeople>`
    with named as (select user_id, (at at time zone ${zone})::date as from_day,
        (lead(at) over (order by at, record_id) at time zone ${zone})::date as to_day
      from treasurers where circle_id = ${circleId})
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
        select user_id as person from named where from_day <= ${last}::date and (to_day is null or to_day >= ${first}::date)
        union all select user_id from memberships where circle_id = ${circleId} and is_owner and ended_at is null
          and not exists (select from named where from_day <= ${first}::date)
      ) as treasurers) as treasurers`.execute(db)
  const people = rows[0] ?? { holders: [], booked: [], matched: [], treasurers: [] }
  if (await readTreasurer(db, circleId)) return people
  // A treasurer by motion may have left, whom the owner followed.
  const owner = await readBookkeeper(db, circleId)
  return owner ? { ...people, treasurers: [...people.treasurers, owner] } : people
}
