import type { LedgerRule } from './book-rules.ts'

const isStanding = 'not exists (select from bank_match_ends e where e.match_id = m.id)'

/** The book beside the bank: matches, closed months, the bank's files. */
export const bankRules: readonly LedgerRule[] = [
  [
    'a match of the bank’s lines with the book has not the same sum on both sides',
    `select circle_id as id, 'match ' || id || ': bank ' || shown || ', book ' || booked || ' cents' as detail from (
       select m.id, m.circle_id, coalesce((select sum(amount_cents) from bank_match_lines join bank_lines on bank_lines.id = line_id
           where match_id = m.id), 0) as shown,
         coalesce((select sum(amount_cents) from bank_match_cash join book_lines using (entry_id, position) where match_id = m.id), 0) as booked
       from bank_matches m where ${isStanding}) both_sides where shown <> booked`,
  ],
  [
    'a line is in two matches',
    `select m.circle_id as id, line as detail from (
       select match_id, 'line ' || line_id as line from bank_match_lines
       union all select match_id, 'entry ' || entry_id || ' line ' || position from bank_match_cash) l
     join bank_matches m on m.id = match_id where ${isStanding} group by m.circle_id, line having count(*) > 1`,
  ],
  [
    'the cash of a closed month is not what it was closed with',
    `select circle_id as id, to_char(month, 'YYYY-MM') || ': closed with ' || book_cents || ', is ' || booked || ' cents' as detail from (
       select b.circle_id, b.month, b.book_cents, coalesce((select sum(amount_cents) from book_lines l join book_entries e on e.id = l.entry_id
         where l.bank_account_id = b.bank_account_id and e.day < (b.month + interval '1 month')::date), 0) as booked from month_balances b
       join closed_months using (circle_id, month, ordinal)) closed
     where booked <> book_cents`,
  ],
  [
    'months were not reopened as their motion says',
    `select m.circle_id as id, 'motion ' || m.id || ': ' || (m.facts ->> 'month') as detail from motions m
     join motion_closings c on c.motion_id = m.id and c.outcome = 'passed' where m.kind = 'reopen'
       and exists (select from closed_months o where o.circle_id = m.circle_id and o.closed_at <= c.at
         and to_char(o.month, 'YYYY-MM') >= m.facts ->> 'month')
     union all select r.circle_id, 'reopened without a motion: ' || to_char(r.month, 'YYYY-MM') from month_reopenings r
     where not exists (select from motion_closings c join motions m on m.id = c.motion_id
       where c.record_id = r.record_id and c.outcome = 'passed' and m.kind = 'reopen' and m.circle_id = r.circle_id
         and m.facts ->> 'month' <= to_char(r.month, 'YYYY-MM'))`,
  ],
  [
    'the bank’s balances do not follow from its lines',
    `select a.circle_id as id, given.day || ': is ' || amount_cents || ', follows ' || before + moved || ' cents' as detail from (
       select bank_account_id, day, amount_cents, lag(day) over w as day_before, lag(amount_cents) over w as before
       from bank_balances window w as (partition by bank_account_id order by day)) given
     cross join lateral (select coalesce(sum(l.amount_cents), 0) as moved from bank_lines l
       where l.bank_account_id = given.bank_account_id and l.day > day_before and l.day <= given.day) m
     join bank_accounts a on a.id = given.bank_account_id where amount_cents <> before + moved`,
  ],
  [
    'a bank file has not as many lines as it brought',
    `select circle_id as id, 'file of ' || at::date || ': ' || added || ' brought, ' || lines || ' there' as detail from (
       select i.*, (select count(*) from bank_lines l where l.import_id = i.id) as lines from bank_imports i) files where added <> lines`,
  ],
]
