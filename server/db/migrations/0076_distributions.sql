-- What is paid out to the members: drafted by the treasurer, posted by a motion, paid part by part.

create table distributions (
  id uuid primary key,
  circle_id uuid not null references circles,
  amount_cents bigint not null check (amount_cents between 1 and 1000000000000000),
  drafted_by uuid not null references users,
  drafted_at timestamptz not null default clock_timestamp(),
  unique (id, circle_id)
);
create index distributions_circle on distributions (circle_id, drafted_at);
create index distributions_drafted_by on distributions (drafted_by);
create table distribution_texts (
  distribution_id uuid primary key references distributions on delete cascade,
  note text not null default '' check (char_length(note) <= 280)
);

-- The motions about a distribution: to post it, to reverse it, or to deposit what could not be paid.
create table distribution_motions (
  motion_id uuid primary key references motions,
  distribution_id uuid not null,
  circle_id uuid not null,
  act text not null check (act in ('post', 'reverse', 'deposit')),
  -- Whose money is deposited.
  receiver uuid references users,
  amount_cents bigint not null check (amount_cents > 0),
  -- The length of a day of notice when it was proposed.
  notice_seconds integer not null check (notice_seconds > 0),
  foreign key (distribution_id, circle_id) references distributions (id, circle_id),
  check ((act = 'deposit') = (receiver is not null))
);
create unique index distribution_motions_post on distribution_motions (distribution_id) where act = 'post';
create index distribution_motions_distribution on distribution_motions (distribution_id);
create index distribution_motions_circle on distribution_motions (circle_id, act);
create index distribution_motions_receiver on distribution_motions (receiver) where receiver is not null;

-- Who held each arc when it was proposed, and the transfer that hung then.
create table distribution_holders (
  distribution_id uuid not null references distributions,
  arc integer not null check (arc > 0),
  user_id uuid not null references users,
  transfer_id uuid,
  primary key (distribution_id, arc)
);
create index distribution_holders_user on distribution_holders (user_id);

create table distribution_postings (
  distribution_id uuid primary key references distributions,
  motion_id uuid not null unique references distribution_motions,
  circle_id uuid not null references circles,
  day date not null,
  at timestamptz not null default clock_timestamp()
);
create index distribution_postings_circle on distribution_postings (circle_id, at);

-- The part of each arc; its receiver is known at once, or once a transfer has ended.
create table distribution_parts (
  distribution_id uuid not null references distribution_postings,
  circle_id uuid not null,
  arc integer not null,
  amount_cents bigint not null check (amount_cents >= 0),
  -- Who receives it, unless the buyer of the transfer does.
  holder uuid not null references users,
  -- The transfer for whose end it waits, and whether its buyer had said *paid* when the motion was proposed.
  transfer_id uuid,
  was_paid boolean not null default false,
  primary key (distribution_id, arc),
  foreign key (circle_id, arc) references arcs (circle_id, number),
  check (transfer_id is not null or not was_paid)
);
create index distribution_parts_holder on distribution_parts (holder);
create index distribution_parts_arc on distribution_parts (circle_id, arc);

-- What became of a part: unpaid parts of calls were set off, the rest is owed to its receiver.
create table distribution_payouts (
  distribution_id uuid not null,
  arc integer not null,
  receiver uuid not null references users,
  set_off_cents bigint not null check (set_off_cents >= 0),
  owed_cents bigint not null check (owed_cents >= 0),
  -- Null for a part of 0.
  entry_id uuid references book_entries,
  primary key (distribution_id, arc),
  foreign key (distribution_id, arc) references distribution_parts (distribution_id, arc),
  check ((entry_id is null) = (set_off_cents + owed_cents = 0))
);
create index distribution_payouts_receiver on distribution_payouts (receiver);
create index distribution_payouts_entry on distribution_payouts (entry_id) where entry_id is not null;

create table distribution_reversals (
  distribution_id uuid primary key references distribution_postings,
  motion_id uuid not null unique references distribution_motions,
  at timestamptz not null default clock_timestamp()
);

-- Why a passed motion had no effect.
create table distribution_lapses (
  motion_id uuid primary key references distribution_motions,
  because text not null check (because in ('no_cash', 'paid_meanwhile', 'later_stands')),
  at timestamptz not null default clock_timestamp()
);

-- Which payments of the book paid what is owed by a distribution. With a motion it was deposited with a third party.
create table payout_payments (
  entry_id uuid not null references book_entries,
  distribution_id uuid not null references distribution_postings,
  receiver uuid not null references users,
  amount_cents bigint not null check (amount_cents > 0),
  motion_id uuid references distribution_motions,
  primary key (entry_id, distribution_id)
);
create index payout_payments_distribution on payout_payments (distribution_id, receiver);
create index payout_payments_receiver on payout_payments (receiver);

-- Marked as paid by the treasurer. It is booked once its receiver has confirmed it.
create table payout_marks (
  id uuid primary key,
  circle_id uuid not null references circles,
  distribution_id uuid not null references distribution_postings,
  receiver uuid not null references users,
  bank_account_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  day date not null,
  marked_by uuid not null references users,
  marked_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  entry_id uuid unique references book_entries,
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id),
  check ((confirmed_at is null) = (entry_id is null) and (confirmed_at is null) = (confirmed_by is null)),
  check (withdrawn_at is null or entry_id is null)
);
create unique index payout_marks_one on payout_marks (distribution_id, receiver) where withdrawn_at is null and entry_id is null;
create index payout_marks_receiver on payout_marks (receiver);
create index payout_marks_marked_by on payout_marks (marked_by);
create index payout_marks_confirmed_by on payout_marks (confirmed_by) where confirmed_by is not null;
create table payout_mark_texts (
  mark_id uuid primary key references payout_marks,
  words text not null default '' check (char_length(words) <= 120)
);

-- A draft can be changed and deleted until it is proposed.
create function refuse_change_of_distribution() returns trigger language plpgsql as $$
begin
  if exists (select from distribution_motions where distribution_id = old.id) then
    raise exception 'distribution % was proposed', old.id using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger distributions_fixed before update or delete on distributions for each row execute function refuse_change_of_distribution();
create trigger distributions_no_truncate before truncate on distributions for each statement execute function refuse_change();

create function refuse_change_of_payout_mark() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and old.entry_id is null
    and (to_jsonb(new) - array['withdrawn_at', 'confirmed_by', 'confirmed_at', 'entry_id'])
      = (to_jsonb(old) - array['withdrawn_at', 'confirmed_by', 'confirmed_at', 'entry_id']) then
    return new;
  end if;
  raise exception 'a mark can only be withdrawn or confirmed, once' using errcode = 'restrict_violation';
end $$;
create trigger payout_marks_fixed before update or delete on payout_marks for each row execute function refuse_change_of_payout_mark();
create trigger payout_marks_no_truncate before truncate on payout_marks for each statement execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['distribution_motions', 'distribution_holders', 'distribution_postings', 'distribution_parts', 'distribution_payouts',
    'distribution_reversals', 'distribution_lapses', 'payout_payments'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;

-- At commit: the parts of a distribution are its amount, every arc has one, and what became of a part is the part.
create function check_distribution_parts() returns trigger language plpgsql as $$
declare
  declared bigint;
begin
  select amount_cents into declared from distributions where id = new.distribution_id;
  if declared is distinct from (select sum(amount_cents) from distribution_parts where distribution_id = new.distribution_id) then
    raise exception 'the parts of distribution % are not its amount', new.distribution_id using errcode = 'check_violation';
  end if;
  if exists (select from arcs where circle_id = new.circle_id and not exists (
    select from distribution_parts where distribution_id = new.distribution_id and arc = arcs.number)) then
    raise exception 'an arc has no part of distribution %', new.distribution_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger distribution_postings_sum after insert on distribution_postings deferrable initially deferred
  for each row execute function check_distribution_parts();
create constraint trigger distribution_parts_sum after insert on distribution_parts deferrable initially deferred
  for each row execute function check_distribution_parts();

create function check_distribution_payout() returns trigger language plpgsql as $$
begin
  if (select amount_cents from distribution_parts where distribution_id = new.distribution_id and arc = new.arc)
    is distinct from new.set_off_cents + new.owed_cents then
    raise exception 'arc % of distribution % is not set off and owed in full', new.arc, new.distribution_id using errcode = 'check_violation';
  end if;
  if new.entry_id is not null and not exists (select from book_lines where entry_id = new.entry_id and account = 'paid_out' and arc = new.arc
    and amount_cents = new.set_off_cents + new.owed_cents) then
    raise exception 'arc % of distribution % is booked otherwise', new.arc, new.distribution_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger distribution_payouts_sum after insert on distribution_payouts deferrable initially deferred
  for each row execute function check_distribution_payout();

-- At commit: nobody is paid more of a distribution than they are owed, nor before or after it stands.
create function check_payout_payment() returns trigger language plpgsql as $$
begin
  if exists (select from distribution_reversals where distribution_id = new.distribution_id)
    and not exists (select from book_entries where reverses = new.entry_id) then
    raise exception 'distribution % was reversed', new.distribution_id using errcode = 'check_violation';
  end if;
  if (select coalesce(sum(owed_cents), 0) from distribution_payouts where distribution_id = new.distribution_id and receiver = new.receiver) < (
    select sum(amount_cents) from payout_payments where distribution_id = new.distribution_id and receiver = new.receiver
      and not exists (select from book_entries where reverses = payout_payments.entry_id)) then
    raise exception 'more of distribution % is paid than owed', new.distribution_id using errcode = 'check_violation';
  end if;
  if not exists (select from book_lines where entry_id = new.entry_id and account = 'owed' and user_id = new.receiver
    and amount_cents >= new.amount_cents) then
    raise exception 'entry % does not pay what it is said to pay', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger payout_payments_sum after insert on payout_payments deferrable initially deferred
  for each row execute function check_payout_payment();

do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['distribution_posted', 'distribution_waits', 'distribution_lapsed', 'distribution_reversed', 'payout_paid',
      'payout_word_asked'])
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notice_settings_mails_off_check'
    union select 'paid_out'
  ) as listed;
  alter table notice_settings drop constraint notice_settings_mails_off_check, drop constraint notice_settings_push_on_check;
  execute format('alter table notice_settings add constraint notice_settings_mails_off_check check (mails_off <@ array[%s])', known);
  execute format('alter table notice_settings add constraint notice_settings_push_on_check check (push_on <@ array[%s])', known);
end $$;
