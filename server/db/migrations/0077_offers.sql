-- Handing on arcs: offers, sealed bids, and transfers of arcs from their seller to a buyer.

create table offers (
  id uuid primary key,
  circle_id uuid not null references circles,
  seller uuid not null references users,
  membership_id uuid not null,
  -- Whole dollars per arc.
  price bigint not null check (price > 0),
  -- The length of a day of notice when it was made: its periods do not change any more.
  notice_seconds integer not null check (notice_seconds > 0),
  -- The offer at a higher price that it took the place of.
  replaces uuid unique references offers,
  made_at timestamptz not null default clock_timestamp(),
  unique (id, circle_id),
  foreign key (membership_id, circle_id) references memberships (id, circle_id)
);
create index offers_circle on offers (circle_id, made_at);
create index offers_seller on offers (seller);
create table offer_texts (
  offer_id uuid primary key references offers,
  why text not null default '' check (char_length(why) <= 500)
);
create table offer_arcs (
  offer_id uuid not null,
  circle_id uuid not null,
  arc integer not null check (arc > 0),
  primary key (offer_id, arc),
  foreign key (offer_id, circle_id) references offers (id, circle_id)
);
create index offer_arcs_arc on offer_arcs (circle_id, arc);

-- The members when the offer was made, by whose arcs too many bids are reckoned.
create table offer_holders (
  offer_id uuid not null references offers,
  user_id uuid not null references users,
  held integer not null check (held >= 0),
  member_since timestamptz not null,
  primary key (offer_id, user_id)
);
create index offer_holders_user on offer_holders (user_id);

-- Sealed: until they are opened, only the bidder reads a bid. The newest of each bidder counts; 0 takes it back.
create table offer_bids (
  id uuid primary key,
  offer_id uuid not null references offers,
  bidder uuid not null references users,
  wanted integer not null check (wanted between 0 and 12),
  at timestamptz not null default clock_timestamp()
);
create index offer_bids_offer on offer_bids (offer_id, bidder, at);
create index offer_bids_bidder on offer_bids (bidder);

create table offer_openings (
  offer_id uuid primary key references offers,
  at timestamptz not null
);
-- What each bid got: at the opening, and whenever arcs that were not paid were reckoned once more.
create table offer_allotments (
  offer_id uuid not null references offer_openings,
  round integer not null check (round > 0),
  position integer not null check (position > 0),
  bidder uuid not null references users,
  wanted integer not null check (wanted > 0),
  held integer not null check (held >= 0),
  member_since timestamptz not null,
  arcs integer[] not null,
  -- How the part was reckoned: arcs × held ÷ of. Null where there were arcs for every bid.
  reckoned_arcs integer,
  reckoned_held integer,
  reckoned_of integer,
  at timestamptz not null,
  primary key (offer_id, round, bidder),
  check (cardinality(arcs) <= wanted),
  check ((reckoned_arcs is null) = (reckoned_of is null) and (reckoned_arcs is null) = (reckoned_held is null))
);
create index offer_allotments_bidder on offer_allotments (bidder);

-- Arcs that no bid took or paid are open to others.
create table offer_to_others (
  id uuid primary key,
  offer_id uuid not null references offers,
  arcs integer[] not null check (cardinality(arcs) > 0),
  at timestamptz not null
);
create index offer_to_others_offer on offer_to_others (offer_id, at);
create table offer_yeses (
  id uuid primary key,
  offer_id uuid not null references offers,
  user_id uuid not null references users,
  is_yes boolean not null,
  at timestamptz not null default clock_timestamp()
);
create index offer_yeses_offer on offer_yeses (offer_id, user_id, at);
create index offer_yeses_user on offer_yeses (user_id);

create table offer_ends (
  offer_id uuid primary key references offers,
  how text not null check (how in ('withdrawn', 'lapsed', 'lower_price', 'buying', 'sale', 'circle_ended', 'seller_left')),
  ended_by uuid references users,
  at timestamptz not null
);

create table arc_transfers (
  id uuid primary key,
  offer_id uuid not null,
  circle_id uuid not null,
  origin text not null check (origin in ('bids', 'bids_again', 'choice')),
  buyer uuid not null references users,
  price bigint not null check (price > 0),
  -- The motion that admits a newcomer.
  motion_id uuid unique references motions,
  made_at timestamptz not null,
  unique (id, circle_id),
  foreign key (offer_id, circle_id) references offers (id, circle_id)
);
create index arc_transfers_offer on arc_transfers (offer_id, made_at);
create index arc_transfers_circle on arc_transfers (circle_id);
create index arc_transfers_buyer on arc_transfers (buyer);
create table arc_transfer_arcs (
  transfer_id uuid not null,
  circle_id uuid not null,
  arc integer not null,
  primary key (transfer_id, arc),
  foreign key (transfer_id, circle_id) references arc_transfers (id, circle_id)
);
create index arc_transfer_arcs_arc on arc_transfer_arcs (circle_id, arc);
create table arc_transfer_events (
  transfer_id uuid not null references arc_transfers,
  kind text not null check (kind in ('admitted', 'charter', 'paid')),
  by uuid references users,
  at timestamptz not null,
  -- Which version of the charter a newcomer agreed to.
  charter_version integer,
  primary key (transfer_id, kind),
  check ((kind = 'charter') = (charter_version is not null))
);
create table arc_transfer_ends (
  transfer_id uuid primary key references arc_transfers,
  how text not null check (how in ('received', 'settled_done', 'not_paid', 'not_admitted', 'other_chosen', 'settled_ended',
    'nobody_may_vote', 'offer_ended', 'buyer_left')),
  at timestamptz not null
);
create table arc_transfer_settlings (
  motion_id uuid primary key references motions,
  transfer_id uuid not null references arc_transfers
);
create index arc_transfer_settlings_transfer on arc_transfer_settlings (transfer_id);

-- When time does the next step of an offer. Follows from the rest; kept so that what is due is found at once.
create table offer_due (
  offer_id uuid primary key references offers,
  circle_id uuid not null references circles,
  at timestamptz not null
);
create index offer_due_circle on offer_due (circle_id, at);
create index offer_due_at on offer_due (at);

do $$
declare
  name text;
begin
  foreach name in array array['offers', 'offer_arcs', 'offer_holders', 'offer_bids', 'offer_openings', 'offer_allotments', 'offer_to_others',
    'offer_yeses', 'offer_ends', 'arc_transfers', 'arc_transfer_arcs', 'arc_transfer_events', 'arc_transfer_ends', 'arc_transfer_settlings'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;

-- What moves from a seller to a buyer is two rows of the ledger: handed_on (−) and taken_over (+).
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in ('bought', 'added', 'removed', 'handed_on', 'taken_over'));
alter table ledger drop constraint ledger_check;
alter table ledger add constraint ledger_check check ((kind in ('removed', 'handed_on')) = (amount < 0) and amount <> 0);
alter table ledger add column transfer_id uuid references arc_transfers;
alter table ledger add constraint ledger_transfer_check check ((kind in ('handed_on', 'taken_over')) = (transfer_id is not null));
create unique index ledger_transfer on ledger (transfer_id, kind) where transfer_id is not null;

create view live_transfers as
  select arc_transfers.*, offers.seller, offers.membership_id from arc_transfers
  join offers on offers.id = arc_transfers.offer_id
  where not exists (select from arc_transfer_ends where arc_transfer_ends.transfer_id = arc_transfers.id);

-- Arcs in offers and transfers that are not over. An ended offer's transfers that are paid go on to their own end.
create view offered_arcs as
  select offer_arcs.circle_id, offer_arcs.arc, offers.id as offer_id, offers.seller, offers.membership_id from offer_arcs
  join offers on offers.id = offer_arcs.offer_id
  where not exists (select from offer_ends where offer_ends.offer_id = offers.id)
    and not exists (select from arc_transfers
      join arc_transfer_arcs on arc_transfer_arcs.transfer_id = arc_transfers.id and arc_transfer_arcs.arc = offer_arcs.arc
      join arc_transfer_ends on arc_transfer_ends.transfer_id = arc_transfers.id and arc_transfer_ends.how in ('received', 'settled_done')
      where arc_transfers.offer_id = offers.id)
  union
  select live_transfers.circle_id, arc_transfer_arcs.arc, offer_id, seller, membership_id from live_transfers
  join arc_transfer_arcs on arc_transfer_arcs.transfer_id = live_transfers.id;

-- At commit: no arc is in two offers or transfers that are not over, and each that is in one is held by its seller.
create function check_offered_arcs() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  circle uuid;
  wrong text;
begin
  circle := coalesce((changed ->> 'circle_id')::uuid,
    (select circle_id from arc_transfers where id = (changed ->> 'transfer_id')::uuid),
    (select circle_id from offers where id = (changed ->> 'offer_id')::uuid));
  select string_agg(arc::text, ', ') into wrong from (
    select offered_arcs.arc from offered_arcs
      left join arcs on arcs.circle_id = offered_arcs.circle_id and arcs.number = offered_arcs.arc
      where offered_arcs.circle_id = circle
      group by offered_arcs.arc having count(*) > 1 or bool_or(arcs.membership_id is distinct from offered_arcs.membership_id)
    union
    select arc_transfer_arcs.arc from live_transfers
      join arc_transfer_arcs on arc_transfer_arcs.transfer_id = live_transfers.id
      where live_transfers.circle_id = circle group by arc_transfer_arcs.arc having count(*) > 1) found;
  if wrong is not null then
    raise exception 'arc % of circle % is offered twice, or not by its holder', wrong, circle using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger offer_arcs_once after insert on offer_arcs deferrable initially deferred
  for each row execute function check_offered_arcs();
create constraint trigger arc_transfer_arcs_once after insert on arc_transfer_arcs deferrable initially deferred
  for each row execute function check_offered_arcs();
create constraint trigger arc_transfer_ends_once after insert on arc_transfer_ends deferrable initially deferred
  for each row execute function check_offered_arcs();
create constraint trigger arcs_offered_once after update of membership_id on arcs deferrable initially deferred
  for each row when (old.membership_id is not null) execute function check_offered_arcs();

-- At commit: a transfer that is done moved exactly its arcs, from its seller to its buyer, and no other did.
create function check_transfer_done() returns trigger language plpgsql as $$
declare
  transfer record;
  rows_agree integer;
begin
  select arc_transfers.id, arc_transfers.circle_id, buyer, seller, offers.membership_id,
      arc_transfer_ends.how in ('received', 'settled_done') as is_done, arc_transfer_ends.at as ended_at,
      exists (select from arc_transfer_events where transfer_id = arc_transfers.id and kind = 'paid') as is_paid,
      (select array_agg(arc order by arc) from arc_transfer_arcs where transfer_id = arc_transfers.id) as arcs
    into transfer from arc_transfers join offers on offers.id = arc_transfers.offer_id
    left join arc_transfer_ends on arc_transfer_ends.transfer_id = arc_transfers.id
    where arc_transfers.id = new.transfer_id;
  select count(*) into rows_agree from ledger where ledger.transfer_id = transfer.id and ledger.arcs = transfer.arcs
    and (kind, user_id) in (('handed_on', transfer.seller), ('taken_over', transfer.buyer))
    and (kind <> 'handed_on' or ledger.membership_id = transfer.membership_id)
    and abs(amount) = (select sum(price) from arcs where arcs.circle_id = transfer.circle_id and number = any (transfer.arcs));
  if rows_agree <> (case when coalesce(transfer.is_done, false) then 2 else 0 end) then
    raise exception 'the ledger has % of the rows of transfer %', rows_agree, transfer.id using errcode = 'check_violation';
  end if;
  if coalesce(transfer.is_done, false) and not transfer.is_paid then
    raise exception 'transfer % was not paid', transfer.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger arc_transfer_ends_done after insert on arc_transfer_ends deferrable initially deferred
  for each row execute function check_transfer_done();
create constraint trigger ledger_transfer_done after insert on ledger deferrable initially deferred
  for each row when (new.transfer_id is not null) execute function check_transfer_done();

alter table motion_withdrawals drop constraint motion_withdrawals_lapsed_because_check;
alter table motion_withdrawals add constraint motion_withdrawals_lapsed_because_check check (lapsed_because in (
  'circle_ended', 'gathering', 'proposer_deleted', 'same_passed', 'stage_changed', 'no_reason', 'transfer_over'));

do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['offer_made', 'offer_to_others', 'offer_result', 'offer_ended', 'offer_yes', 'transfer_to_pay', 'transfer_paid',
      'transfer_done', 'transfer_ended'])
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'live_events_topic_check'
    union select 'offers'
  ) as listed;
  alter table live_events drop constraint live_events_topic_check;
  execute format('alter table live_events add constraint live_events_topic_check check (topic in (%s))', known);
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'decision_record_cause_check'
    union select 'handed_on'
  ) as listed;
  alter table decision_record drop constraint decision_record_cause_check;
  execute format('alter table decision_record add constraint decision_record_cause_check check (cause in (%s))', known);
end $$;
