import type { LedgerRule } from './book-rules.ts'

const standing = `not exists (select from book_entries r where r.reverses = p.entry_id)`

/** What is paid out to the members. */
export const distributionRules: readonly LedgerRule[] = [
  [
    'the parts of a distribution do not sum to it',
    `select p.circle_id as id, 'distribution of ' || p.day as detail from distribution_postings p join distributions d on d.id = p.distribution_id
     where d.amount_cents is distinct from (select sum(amount_cents) from distribution_parts where distribution_id = d.id)`,
  ],
  [
    'two arcs differ by more than a cent in what all distributions declared',
    `select circle_id as id, 'by ' || max(declared) - min(declared) || ' cents' as detail from (
       select arcs.circle_id, arcs.number, coalesce(sum(p.amount_cents), 0) as declared from arcs
       left join distribution_parts p on p.circle_id = arcs.circle_id and p.arc = arcs.number
         and not exists (select from distribution_reversals r where r.distribution_id = p.distribution_id)
       where exists (select from distribution_postings s where s.circle_id = arcs.circle_id)
       group by arcs.circle_id, arcs.number) arcs_of group by circle_id having max(declared) - min(declared) > 1`,
  ],
  [
    'what became of a part of a distribution is not the part, or not booked so',
    `select p.circle_id as id, 'arc ' || p.arc as detail from distribution_parts p
     join distribution_payouts o on o.distribution_id = p.distribution_id and o.arc = p.arc
     where o.set_off_cents + o.owed_cents <> p.amount_cents
       or (o.entry_id is not null and (
         p.amount_cents is distinct from (select sum(amount_cents) from book_lines l where l.entry_id = o.entry_id and l.account = 'paid_out' and l.arc = p.arc)
         or o.set_off_cents <> (select coalesce(-sum(amount_cents), 0) from book_lines l where l.entry_id = o.entry_id and l.account = 'capital' and l.arc = p.arc)))`,
  ],
  [
    'a distribution owes someone otherwise than the book says',
    `select s.circle_id as id, 'distribution of ' || s.day as detail from distribution_postings s join (
       select distribution_id, entry_id, receiver, sum(owed_cents) as owed from distribution_payouts where entry_id is not null group by 1, 2, 3) o
       on o.distribution_id = s.distribution_id
     where o.owed <> (select coalesce(-sum(amount_cents), 0) from book_lines l
       where l.entry_id = o.entry_id and l.account = 'owed' and l.user_id = o.receiver)`,
  ],
  [
    'the book says that something was paid out, and no distribution does',
    `select circle_id as id, 'entry ' || number as detail from book_entries
     where kind = 'distribution' and not exists (select from distribution_payouts where entry_id = book_entries.id)`,
  ],
  [
    'more of a distribution is paid than it owes',
    `select s.circle_id as id, 'distribution of ' || s.day as detail from distribution_postings s join (
       select distribution_id, receiver, sum(amount_cents) as paid from payout_payments p where ${standing} group by 1, 2) p
       on p.distribution_id = s.distribution_id
     where p.paid > (select coalesce(sum(owed_cents), 0) from distribution_payouts o where o.distribution_id = p.distribution_id and o.receiver = p.receiver)
       or exists (select from distribution_reversals r where r.distribution_id = p.distribution_id)`,
  ],
  [
    'a payment of what was paid out is not booked so',
    `select e.circle_id as id, 'entry ' || e.number as detail from book_entries e join (
       select entry_id, receiver, sum(amount_cents) as paid from payout_payments group by 1, 2) p on p.entry_id = e.id
     where p.paid > (select coalesce(sum(amount_cents), 0) from book_lines l where l.entry_id = e.id and l.account = 'owed' and l.user_id = p.receiver)`,
  ],
  [
    'someone is owed less than distributions declared and did not pay',
    `select owed.circle_id as id, count(*) || ' people' as detail from (
       select s.circle_id, o.receiver, sum(o.owed_cents) - coalesce((select sum(p.amount_cents) from payout_payments p
           join distribution_postings q on q.distribution_id = p.distribution_id
           where q.circle_id = s.circle_id and p.receiver = o.receiver and ${standing}), 0) as open
       from distribution_payouts o join distribution_postings s on s.distribution_id = o.distribution_id
       where not exists (select from distribution_reversals r where r.distribution_id = s.distribution_id)
       group by s.circle_id, o.receiver) owed
     where open > (select coalesce(-sum(l.amount_cents), 0) from book_lines l join book_entries e on e.id = l.entry_id
       left join book_entries r on r.id = e.reverses
       where l.circle_id = owed.circle_id and l.account = 'owed' and l.user_id = owed.receiver
         and coalesce(r.kind, e.kind) not in ('contribution', 'call_opened', 'paid_back', 'give_up'))
     group by owed.circle_id`,
  ],
  [
    'a reversed distribution still stands in the book',
    `select s.circle_id as id, 'distribution of ' || s.day as detail from distribution_reversals r
     join distribution_postings s on s.distribution_id = r.distribution_id
     where exists (select from distribution_payouts o where o.distribution_id = s.distribution_id and o.entry_id is not null
       and not exists (select from book_entries e where e.reverses = o.entry_id))`,
  ],
]
