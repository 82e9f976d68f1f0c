import { type BookAccount, bookAccounts } from '#domain/book-accounts.ts'
import { purchaseKinds } from '#domain/settlement.ts'

/** A query that returns the circles that break a rule: id and details. */
export type LedgerRule = readonly [what: string, sql: string]

const quoted = (text: string) => `'${text}'`
const costs = (Object.keys(bookAccounts) as BookAccount[]).filter((account) => ['cost', 'income'].includes(bookAccounts[account].kind))

/** Where each kind of line of a settlement statement is booked, and with which sign. */
const settlementKinds = Object.entries(purchaseKinds)
  .map(([kind, { side, target }]) => {
    const holder = 'heldBy' in target ? quoted(target.heldBy) : 'null::text'
    return `(${quoted(kind)}, ${quoted(target.account)}, ${holder}, ${side === 'credit' ? -1 : 1})`
  })
  .join(', ')

/** The book, calls, purchases and where to pay. */
export const bookRules: readonly LedgerRule[] = [
  [
    'the lines of an entry of the book do not sum to 0',
    `select circle_id as id, 'entry ' || number || ' sums to ' || coalesce(total::text, 'nothing') || ' cents' as detail
     from book_entries left join (select entry_id, sum(amount_cents) as total from book_lines group by entry_id) l on l.entry_id = book_entries.id
     where total is distinct from 0`,
  ],
  [
    'a reversal is not what it reverses with every sign turned',
    `with signed as (select e.id, e.circle_id, e.number, e.reverses, (select array_agg((account, bank_account_id, holder, arc, user_id, call_id, amount_cents)::text
         order by (account, bank_account_id, holder, arc, user_id, call_id, amount_cents)::text) from book_lines where entry_id = e.id) as lines,
       (select array_agg((account, bank_account_id, holder, arc, user_id, call_id, -amount_cents)::text
         order by (account, bank_account_id, holder, arc, user_id, call_id, -amount_cents)::text) from book_lines where entry_id = e.id) as turned
       from book_entries e)
     select r.circle_id as id, 'entry ' || r.number as detail from signed r join signed o on o.id = r.reverses
     where r.lines is distinct from o.turned or o.reverses is not null`,
  ],
  [
    'the parts of a call do not sum to it',
    `select calls.circle_id as id, 'call ' || number as detail from calls
     left join (select call_id, sum(amount_cents) as asked from call_parts group by call_id) p on p.call_id = calls.id
     where asked is distinct from calls.amount_cents`,
  ],
  [
    'an arc has paid less than nothing or more than its part of a call',
    `select l.circle_id as id, 'arc ' || l.arc as detail from
       (select circle_id, call_id, arc, -sum(amount_cents) as paid from book_lines where call_id is not null group by 1, 2, 3) l
     left join call_parts p on p.call_id = l.call_id and p.arc = l.arc where paid < 0 or paid > coalesce(p.amount_cents, -1)`,
  ],
  [
    'the circle’s stage does not follow from its acquisitions',
    `select circles.id, 'is ' || coalesce(holding, 'not buying') || ', acquisition ' || coalesce(a.outcome, 'open') as detail
     from circles left join acquisitions a on a.circle_id = circles.id and a.outcome is distinct from 'given_up'
     where holding is distinct from case when a.id is null then null when a.outcome is null then 'buying' else 'owning' end`,
  ],
  [
    'where to pay was confirmed by the person who named it',
    `select circle_id as id, 'details of ' || named_at::date as detail from pay_details d
     join pay_detail_events e on e.pay_detail_id = d.id and e.kind = 'confirmed' where e.by = d.named_by
     and exists (select from memberships m where m.circle_id = d.circle_id and m.user_id <> e.by
       and m.created_at <= e.at and (m.ended_at is null or m.ended_at > e.at))`,
  ],
  [
    'the entries of a book are not numbered without a gap',
    `select circle_id as id, count(*) || ' entries, the last is ' || max(number) as detail from book_entries
     group by circle_id having count(*) <> max(number)`,
  ],
  [
    'the calls of a purchase ask more than the target, or an arc more than its price',
    `select circle_id as id, 'arc ' || string_agg(number::text, ', ' order by number) as detail from (
       select arcs.circle_id, arcs.number from arcs join call_parts on call_parts.circle_id = arcs.circle_id and call_parts.arc = arcs.number
       join calls on calls.id = call_parts.call_id where calls.kind = 'purchase'
       group by arcs.circle_id, arcs.number, arcs.price, calls.acquisition_id having sum(call_parts.amount_cents) > arcs.price * 100) asked
     group by circle_id`,
  ],
  [
    'a further call does not ask the same of every arc',
    `select circle_id as id, 'call ' || number as detail from calls
     where kind = 'further' and (select max(amount_cents) - min(amount_cents) from call_parts where call_id = calls.id) > 1`,
  ],
  [
    'a payment that counted is not booked as it was said',
    `select c.circle_id as id, 'entry ' || e.number as detail from contributions c join book_entries e on e.id = c.entry_id
     cross join lateral (
       select coalesce(sum(amount_cents) filter (where account in ('cash', 'held', 'suspense')), 0) as came,
         bool_and(case account when 'cash' then bank_account_id is not distinct from c.bank_account_id
           when 'held' then holder = 'title' and c.bank_account_id is null
           when 'owed' then user_id = c.payer when 'suspense' then true else account = 'capital' end) as is_theirs
       from book_lines where entry_id = e.id) lines
     where (e.kind, e.circle_id, came, is_theirs) is distinct from ('contribution', c.circle_id, c.amount_cents, true)`,
  ],
  [
    'the book says that a member paid, and nobody said so',
    `select circle_id as id, 'entry ' || number as detail from book_entries
     where kind = 'contribution' and reverses is null and not exists (select from contributions where entry_id = book_entries.id)`,
  ],
  [
    'a payment that came back is not booked so',
    `select c.circle_id as id, 'entry ' || e.number as detail from contribution_returns r join contributions c on c.id = r.contribution_id
     join book_entries e on e.id = r.entry_id where e.reverses is distinct from c.entry_id`,
  ],
  [
    'money that was paid back is not booked as it was confirmed',
    `select p.circle_id as id, 'entry ' || e.number as detail from paid_backs p join book_entries e on e.id = p.entry_id
     cross join lateral (
       select coalesce(sum(amount_cents) filter (where account = 'owed' and user_id = p.receiver), 0) as back,
         coalesce(-sum(amount_cents) filter (where case when p.bank_account_id is null then holder = 'title'
           else bank_account_id = p.bank_account_id end), 0) as went
       from book_lines where entry_id = e.id) lines
     where (e.circle_id, back, went) is distinct from (p.circle_id, p.amount_cents, p.amount_cents)`,
  ],
  [
    'capital is booked for no call',
    `select book_lines.circle_id as id, 'entry ' || string_agg(distinct number::text, ', ') as detail from book_lines
     join book_entries on book_entries.id = entry_id where account = 'capital' and call_id is null and kind <> 'give_up'
     group by book_lines.circle_id`,
  ],
  [
    'someone is owed money by a circle to which they never belonged',
    `select circle_id as id, count(distinct user_id) || ' people' as detail from book_lines where account = 'owed'
       and not exists (select from memberships m where m.circle_id = book_lines.circle_id and m.user_id = book_lines.user_id)
     group by circle_id`,
  ],
  [
    'a circle has ended while someone is owed money',
    `select circles.id, count(*) || ' people' as detail from circles join (
       select circle_id from book_lines where account = 'owed' group by circle_id, user_id having sum(amount_cents) <> 0) owed
       on owed.circle_id = circles.id where ended_at is not null group by circles.id`,
  ],
  [
    'a wire is booked that was not sent',
    `select e.circle_id as id, count(*) || ' wires' as detail from book_entries e
     left join acquisition_steps s on s.acquisition_id = e.acquisition_id and s.key = 'wire' and s.state = 'done'
     where e.kind = 'wire' group by e.circle_id, e.acquisition_id having count(s.id) = 0`,
  ],
  [
    'a closing took more from the title company than it held',
    `select e.circle_id as id, 'entry ' || e.number as detail from book_entries e where kind = 'settlement' and 0 > (
       select sum(amount_cents) from book_lines l join book_entries before on before.id = l.entry_id
         where l.circle_id = e.circle_id and l.holder = 'title' and before.number <= e.number)`,
  ],
  [
    'a settlement statement is not booked as it was confirmed',
    `with kinds (kind, account, holder, sign) as (values ${settlementKinds}),
     confirmed as (select s.*, e.number from settlements s join book_entries e on e.id = s.entry_id where s.kind = 'purchase'),
     sums as (
       select id, account, holder, sum(sign * (line ->> 'amountCents')::bigint) as entered, 0 as booked
         from confirmed cross join jsonb_array_elements(lines) line join kinds on kinds.kind = line ->> 'kind' group by 1, 2, 3
       union all select confirmed.id, account, holder, 0, sum(amount_cents) from confirmed join book_lines using (entry_id)
         where holder is distinct from 'title' group by 1, 2, 3)
     select distinct circle_id as id, 'entry ' || number as detail from confirmed join (
       select id from sums group by id, account, holder having sum(entered) <> sum(booked)) wrong using (id)`,
  ],
  [
    'a settlement statement was confirmed by the person who entered it',
    `select circle_id as id, 'settlement of ' || day as detail from settlements s where confirmed_by = proposed_by
     and exists (select from memberships m where m.circle_id = s.circle_id and m.user_id <> s.confirmed_by
       and m.created_at <= s.confirmed_at and (m.ended_at is null or m.ended_at > s.confirmed_at))`,
  ],
  [
    'a property was bought without a settlement statement, or above the price that passed',
    `select a.circle_id as id, 'acquisition ' || a.id as detail from acquisitions a
     left join settlements s on s.acquisition_id = a.id and s.confirmed_at is not null
     where outcome = 'bought' and (s.id is null or a.price * 100 < (
       select sum((line ->> 'amountCents')::bigint) from jsonb_array_elements(s.lines) line where line ->> 'kind' = 'price'))`,
  ],
  [
    'after giving up, the members’ money is not what was spent',
    `select a.circle_id as id, 'acquisition ' || a.id as detail from acquisitions a
     where outcome = 'given_up' and 0 <> (
       select coalesce(sum(amount_cents), 0) from book_lines l join book_entries e on e.id = l.entry_id
         where l.circle_id = a.circle_id and e.recorded_at between a.started_at and a.ended_at
           and account in ('capital', ${costs.map(quoted).join(', ')}))`,
  ],
]
