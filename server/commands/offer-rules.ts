import type { LedgerRule } from './book-rules.ts'

/** What must hold for offers and transfers of arcs. */
export const offerRules: readonly LedgerRule[] = [
  [
    'an arc has two holders, or came from none, when it was handed on',
    `select circle_id as id, 'arc ' || string_agg(distinct number::text, ', ') as detail from (
       select l.circle_id, number, l.kind, l.membership_id,
         lag(case when l.kind in ('removed', 'handed_on') then null else l.membership_id end)
           over (partition by l.circle_id, number order by l.id) as held_by,
         lead(l.kind) over (partition by l.circle_id, number order by l.id) as followed_by
       from ledger l cross join unnest(l.arcs) as number) steps
     where case when kind in ('removed', 'handed_on') then held_by is distinct from membership_id else held_by is not null end
       or (kind = 'handed_on') and followed_by is distinct from 'taken_over'
     group by circle_id`,
  ],
  [
    'a transfer of arcs that is done has not exactly its two rows in the ledger, or another has some',
    `select t.circle_id as id, 'transfer ' || t.id as detail from arc_transfers t join offers o on o.id = t.offer_id
     left join arc_transfer_ends e on e.transfer_id = t.id
     where (select count(*) from ledger l where l.transfer_id = t.id
         and l.arcs = (select array_agg(arc order by arc) from arc_transfer_arcs a where a.transfer_id = t.id)
         and (l.kind, l.user_id) in (('handed_on', o.seller), ('taken_over', t.buyer)))
       <> case when coalesce(e.how in ('received', 'settled_done'), false) then 2 else 0 end`,
  ],
  [
    'arcs were handed on that nobody said were paid',
    `select t.circle_id as id, 'transfer ' || t.id as detail from arc_transfers t join arc_transfer_ends e on e.transfer_id = t.id
     where e.how in ('received', 'settled_done')
       and not exists (select from arc_transfer_events p where p.transfer_id = t.id and p.kind = 'paid')`,
  ],
  [
    'an arc is in two offers, or is offered by another than its holder',
    `select f.circle_id as id, 'arc ' || f.arc as detail from offered_arcs f
     left join arcs a on a.circle_id = f.circle_id and a.number = f.arc
     group by f.circle_id, f.arc having count(*) > 1 or bool_or(a.membership_id is distinct from f.membership_id)`,
  ],
  [
    'the bids of an offer were given other arcs than were offered, or one twice',
    `select o.circle_id as id, 'offer ' || o.id as detail from offers o
     where exists (select from offer_allotments l cross join unnest(l.arcs) as given
         where l.offer_id = o.id and (not exists (select from offer_arcs a where a.offer_id = o.id and a.arc = given)))
       or exists (select from offer_allotments l cross join unnest(l.arcs) as given
         where l.offer_id = o.id group by l.round, given having count(*) > 1)
       or exists (select from offer_allotments l where l.offer_id = o.id and cardinality(l.arcs) > l.wanted)`,
  ],
  [
    'others were to pay less for arcs than the members',
    `select t.circle_id as id, 'transfer ' || t.id as detail from arc_transfers t join offers o on o.id = t.offer_id
     where case when t.origin = 'choice' then t.price < o.price else t.price <> o.price end`,
  ],
]
