import { daysToEnd } from '#domain/ending-lapse.ts'
import { daysToSell, saleKinds } from '#domain/sale.ts'
import type { LedgerRule } from './book-rules.ts'

/** Where each kind of line of a sale's settlement statement is booked, and with which sign. */
const kinds = Object.entries(saleKinds)
  .map(([kind, { side, target }]) => `('${kind}', '${target.account}', ${side === 'credit' ? -1 : 1})`)
  .join(', ')

/** Selling and ending. */
export const saleRules: readonly LedgerRule[] = [
  [
    // The book value goes from the property to the sale, so the two together are what was entered.
    'a sale is not booked as it was confirmed',
    `with kinds (kind, account, sign) as (values ${kinds}),
     confirmed as (select s.*, e.number from settlements s join book_entries e on e.id = s.entry_id where s.kind = 'sale'),
     sums as (
       select id, account, sum(sign * (line ->> 'amountCents')::bigint) as entered, 0 as booked
         from confirmed cross join jsonb_array_elements(lines) line join kinds on kinds.kind = line ->> 'kind' group by 1, 2
       union all select confirmed.id, case account when 'property' then 'sale' else account end, 0, sum(amount_cents)
         from confirmed join book_lines using (entry_id) where account <> 'held' group by 1, 2)
     select distinct circle_id as id, 'entry ' || number as detail from confirmed join (
       select id from sums group by id, account having sum(entered) <> sum(booked)) wrong using (id)`,
  ],
  [
    'a property was sold without a motion, below its price, or too late',
    `select s.circle_id as id, 'settlement of ' || s.day as detail from settlements s
     left join motions m on m.id = s.motion_id and m.kind = 'sell' and m.circle_id = s.circle_id
     left join motion_closings c on c.motion_id = m.id and c.outcome = 'passed'
     where s.kind = 'sale' and s.confirmed_at is not null and (c.motion_id is null
       or s.proposed_at not between c.at and c.at + ${daysToSell} * (m.closes_at - m.held_before)
       or (m.facts ->> 'leastPriceCents')::bigint > (
         select sum((line ->> 'amountCents')::bigint) from jsonb_array_elements(s.lines) line where line ->> 'kind' = 'price'))`,
  ],
  [
    'a property is sold and still in the book',
    `select circle_id as id, 'at ' || sum(amount_cents) || ' cents' as detail from book_lines
     where account = 'property' and circle_id in (select circle_id from settlements where kind = 'sale' and confirmed_at is not null)
     group by circle_id having sum(amount_cents) <> 0`,
  ],
  [
    'a sale did not set the reserve’s floor to 0',
    `select circle_id as id, 'settlement of ' || day as detail from settlements s where kind = 'sale' and confirmed_at is not null
       and not exists (select from reserves join decision_record d on d.id = reserves.record_id and d.kind = 'sold'
         where reserves.circle_id = s.circle_id and floor_cents = 0)`,
  ],
  [
    'a circle has ended although something stood in the way',
    `select id, 'ended ' || ended_at::date as detail from circles where ended_at is not null and is_ending_obstructed(id)`,
  ],
  [
    'a circle’s ending is not as its motion has it',
    `select w.circle_id as id, 'motion ' || w.motion_id as detail from windings_up w
     join circles on circles.id = w.circle_id join motions m on m.id = w.motion_id
     left join motion_closings c on c.motion_id = w.motion_id and c.outcome = 'passed' and c.record_id = w.record_id
     where c.motion_id is null or m.kind <> 'wind_up' or w.passed_at <> c.at
       or w.lapses_at <> c.at + ${daysToEnd} * (m.closes_at - m.held_before)
       or (w.ended_at is not null and circles.ended_at is null)
       or (w.lapsed_because = 'not_in_time' and w.lapsed_at < w.lapses_at)
       or (w.ended_at is null and w.lapsed_at is null and circles.ended_at is not null)`,
  ],
]
