-- Calls for the members' money: what the database itself holds to, payments that came back, and kept money that is paid back.

-- At commit: the purchase calls of an acquisition ask at most the target, each at least a dollar per arc, and no arc more than its price.
create function check_purchase_calls() returns trigger language plpgsql as $$
declare
  target bigint;
  arcs_of_circle integer;
  called bigint;
begin
  select sum(price) * 100, count(*) into target, arcs_of_circle from arcs where circle_id = new.circle_id;
  select sum(amount_cents) into called from calls where acquisition_id = new.acquisition_id;
  if new.amount_cents < 100 * arcs_of_circle then
    raise exception 'call % asks less than a dollar per arc', new.id using errcode = 'check_violation';
  end if;
  if called > target then
    raise exception 'the calls of acquisition % ask %, above the target of %', new.acquisition_id, called, target using errcode = 'check_violation';
  end if;
  if exists (
    select from arcs where circle_id = new.circle_id and price * 100 < (
      select sum(call_parts.amount_cents) from call_parts join calls on calls.id = call_parts.call_id
        where calls.acquisition_id = new.acquisition_id and call_parts.arc = arcs.number)
  ) then
    raise exception 'the calls of acquisition % ask an arc more than its price', new.acquisition_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger calls_target after insert on calls deferrable initially deferred
  for each row when (new.kind = 'purchase') execute function check_purchase_calls();

-- What was said about a payment stays; it can be withdrawn until it counts, and it counts once.
create function refuse_change_of_contribution() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and old.entry_id is null
    and (to_jsonb(new) - 'withdrawn_at' - 'entry_id') = (to_jsonb(old) - 'withdrawn_at' - 'entry_id') then
    return new;
  end if;
  raise exception 'a contribution can only be withdrawn or counted, once' using errcode = 'restrict_violation';
end $$;
create trigger contributions_fixed before update or delete on contributions for each row execute function refuse_change_of_contribution();
create trigger contributions_no_truncate before truncate on contributions for each statement execute function refuse_change();

-- Nobody's word counts for their own payment.
create function refuse_own_word() returns trigger language plpgsql as $$
begin
  if exists (select from contributions where id = new.contribution_id and payer = new.user_id) then
    raise exception 'nobody confirms their own payment' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger contribution_words_of_others before insert on contribution_words for each row execute function refuse_own_word();

-- A payment that counted and that the bank took back. Its entry is reversed once as many members have seen it as the payment needed.
create table contribution_returns (
  id uuid primary key,
  contribution_id uuid not null references contributions,
  day date not null,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  entry_id uuid unique references book_entries,
  check (withdrawn_at is null or entry_id is null)
);
create unique index contribution_returns_one on contribution_returns (contribution_id) where withdrawn_at is null;
create table contribution_return_words (
  return_id uuid not null references contribution_returns,
  user_id uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  primary key (return_id, user_id)
);
create index contribution_return_words_user on contribution_return_words (user_id);
create trigger contribution_return_words_append_only before update or delete on contribution_return_words for each row execute function refuse_change();
create trigger contribution_return_words_no_truncate before truncate on contribution_return_words for each statement execute function refuse_change();

-- Kept money that was sent back to the member. It is booked once another than who recorded it has confirmed it.
create table paid_backs (
  id uuid primary key,
  circle_id uuid not null references circles,
  receiver uuid not null references users,
  -- Where it was; null for the title company.
  bank_account_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  day date not null,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  entry_id uuid unique references book_entries,
  check ((confirmed_at is null) = (entry_id is null)),
  check (withdrawn_at is null or entry_id is null),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id)
);
create index paid_backs_circle on paid_backs (circle_id, recorded_at);
create index paid_backs_receiver on paid_backs (receiver);

-- Members who had not paid were reminded: once a day of notice for each call.
create table call_reminders (
  call_id uuid not null references calls,
  at timestamptz not null default clock_timestamp(),
  by uuid not null references users,
  primary key (call_id, at)
);

do $$
declare
  topics text;
begin
  select string_agg(quote_literal(topic), ', ') into topics from (
    select matched[1] as topic from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'live_events_topic_check'
    union select 'money'
  ) as known;
  alter table live_events drop constraint live_events_topic_check;
  execute format('alter table live_events add constraint live_events_topic_check check (topic in (%s))', topics);
end $$;

do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(kind), ', ') into kinds from (
    select matched[1] as kind from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check'
    union select unnest(array['call_opened', 'call_waits', 'call_complete', 'payment_counted', 'payment_returned', 'money_word_asked',
      'money_paid_back'])
  ) as known;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', kinds);
end $$;
