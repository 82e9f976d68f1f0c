-- Selling and ending: the sale's settlement statement names the motion that permits it, and a circle that is to end waits until it is empty.

alter table settlements
  add constraint settlements_sale check ((kind = 'sale') = (motion_id is not null) and (kind = 'purchase') = (acquisition_id is not null));

-- As before, and the motion stays too.
create or replace function check_settlement_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null or old.confirmed_at is not null
      or (old.circle_id, old.kind, old.acquisition_id, old.motion_id, old.day, old.document_version_id, old.proposed_by, old.proposed_at)
        is distinct from (new.circle_id, new.kind, new.acquisition_id, new.motion_id, new.day, new.document_version_id, new.proposed_by, new.proposed_at)
      or (select jsonb_agg(line - 'lender') from jsonb_array_elements(old.lines) line)
        is distinct from (select jsonb_agg(line - 'lender') from jsonb_array_elements(new.lines) line) then
    raise exception 'settlement % cannot be changed so', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- At commit: once its property is sold, a circle has none in its book.
create function check_sold() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from book_lines where circle_id = new.circle_id and account = 'property') <> 0
      and exists (select from settlements where circle_id = new.circle_id and kind = 'sale' and confirmed_at is not null) then
    raise exception 'circle % has sold its property, and its book still has one', new.circle_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger settlements_sold after update on settlements deferrable initially deferred
  for each row when (new.kind = 'sale' and new.confirmed_at is not null) execute function check_sold();
create constraint trigger book_lines_sold after insert on book_lines deferrable initially deferred
  for each row when (new.account = 'property') execute function check_sold();

-- A passed motion to end the circle: it waits until nothing stands in the way, or lapses.
create table windings_up (
  motion_id uuid primary key references motions,
  circle_id uuid not null references circles,
  record_id uuid not null unique references decision_record,
  passed_at timestamptz not null,
  lapses_at timestamptz not null check (lapses_at >= passed_at),
  ended_at timestamptz,
  lapsed_at timestamptz,
  lapsed_because text check (lapsed_because in ('not_in_time', 'gathering')),
  check (ended_at is null or lapsed_at is null),
  check ((lapsed_at is null) = (lapsed_because is null))
);
create unique index windings_up_waiting on windings_up (circle_id) where ended_at is null and lapsed_at is null;
create function check_winding_up() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or old.lapsed_at is not null
      or (old.motion_id, old.circle_id, old.record_id, old.passed_at, old.lapses_at)
        is distinct from (new.motion_id, new.circle_id, new.record_id, new.passed_at, new.lapses_at) then
    raise exception 'the ending by motion % cannot be changed so', old.motion_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger windings_up_final before update or delete on windings_up for each row execute function check_winding_up();
create trigger windings_up_no_truncate before truncate on windings_up for each statement execute function refuse_change();

-- Whether something stands in the way of ending: an account that is not at 0, or a month with movements that is not closed.
create function is_ending_obstructed(circle uuid) returns boolean language sql stable as $$
  select exists (select from book_lines where circle_id = circle
      and account in ('property', 'loan', 'deposits_held', 'held', 'owed', 'suspense', 'cash')
      group by account, bank_account_id, holder, case account when 'owed' then user_id end having sum(amount_cents) <> 0)
    or ((exists (select from book_lines where circle_id = circle and account = 'cash') or exists (select from bank_lines where circle_id = circle))
      and date_trunc('month', greatest((select max(day) from book_entries where circle_id = circle),
          (select max(day) from bank_lines where circle_id = circle)))
        > coalesce((select max(month) from month_closings where circle_id = circle), '-infinity'::date))
$$;

-- Whether a waiting ending happens or lapses now. While the circle buys it waits.
create function is_ending_due(circle uuid) returns boolean language sql stable as $$
  select exists (select from windings_up join circles on circles.id = windings_up.circle_id
    where windings_up.circle_id = circle and windings_up.ended_at is null and lapsed_at is null
      and (lapses_at <= clock_timestamp()
        or holding is distinct from 'buying' and not is_ending_obstructed(circle)
        or holding is null and exists (select from arcs where arcs.circle_id = circle and membership_id is null)))
$$;

-- Adds kinds of the decision record and of notices to the lists as they stand.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'decision_record_kind_check' and conrelid = 'decision_record'::regclass
    union select unnest(array['sold', 'motion_ending_waits', 'motion_ending_lapsed', 'motion_ended_circle'])
  ) as listed;
  alter table decision_record drop constraint decision_record_kind_check;
  execute format('alter table decision_record add constraint decision_record_kind_check check (kind in (%s))', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['sale_waits', 'sold', 'ending_waits', 'ending_lapsed'])
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);
end $$;
