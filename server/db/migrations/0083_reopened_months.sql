-- A closed month can be opened again by a passed motion, and is then closed once more: its closings are counted.
alter table month_balances drop constraint month_balances_circle_id_month_fkey, drop constraint month_balances_pkey;
alter table month_closings drop constraint month_closings_pkey;
alter table month_closings add column ordinal integer not null default 1 check (ordinal > 0), add primary key (circle_id, month, ordinal);
alter table month_balances add column ordinal integer not null default 1, add primary key (circle_id, month, bank_account_id, ordinal),
  add foreign key (circle_id, month, ordinal) references month_closings (circle_id, month, ordinal);

-- What a passed motion to reopen undoes: the closing of its month and of every later one.
create table month_reopenings (
  circle_id uuid not null,
  month date not null,
  ordinal integer not null,
  record_id uuid not null references decision_record,
  at timestamptz not null default clock_timestamp(),
  primary key (circle_id, month, ordinal),
  foreign key (circle_id, month, ordinal) references month_closings (circle_id, month, ordinal)
);
create index month_reopenings_record on month_reopenings (record_id);
create trigger month_reopenings_append_only before update or delete on month_reopenings for each row execute function refuse_change();
create trigger month_reopenings_no_truncate before truncate on month_reopenings for each statement execute function refuse_change();

create view closed_months as
  select circle_id, month, ordinal, closed_by, closed_at from month_closings
  where not exists (select from month_reopenings where month_reopenings.circle_id = month_closings.circle_id
    and month_reopenings.month = month_closings.month and month_reopenings.ordinal = month_closings.ordinal);

-- A closed month cannot be closed again: the number of its next closing is taken.
create function count_month_closing() returns trigger language plpgsql as $$
begin
  new.ordinal := 1 + (select count(*) from month_reopenings where circle_id = new.circle_id and month = new.month);
  return new;
end $$;
create trigger month_closings_ordinal before insert on month_closings for each row execute function count_month_closing();

-- At commit: a month is opened again by a passed motion about it or an earlier one, and every later month with it.
create function check_month_reopening() returns trigger language plpgsql as $$
begin
  if not exists (select from motion_closings join motions on motions.id = motion_id
      where record_id = new.record_id and outcome = 'passed' and kind = 'reopen' and circle_id = new.circle_id
        and facts ->> 'month' <= to_char(new.month, 'YYYY-MM')) then
    raise exception 'no passed motion opens % again', to_char(new.month, 'YYYY-MM') using errcode = 'check_violation';
  end if;
  if exists (select from closed_months where circle_id = new.circle_id and month > new.month) then
    raise exception 'a month after % is still closed', to_char(new.month, 'YYYY-MM') using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger month_reopenings_by_motion after insert on month_reopenings deferrable initially deferred
  for each row execute function check_month_reopening();

-- As before, with the months that are closed now.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from closed_months where circle_id = new.circle_id and month >= date_trunc('month', new.day)::date) then
    raise exception 'the month of % is closed', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace function refuse_line_of_closed_month() returns trigger language plpgsql as $$
declare
  entry_day date;
begin
  select day into entry_day from book_entries where id = new.entry_id;
  if exists (select from closed_months where circle_id = new.circle_id and month >= date_trunc('month', entry_day)::date) then
    raise exception 'the month of % is closed', entry_day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace function is_ending_obstructed(circle uuid) returns boolean language sql stable as $$
  select exists (select from book_lines where circle_id = circle
      and account in ('property', 'loan', 'deposits_held', 'held', 'owed', 'suspense', 'cash')
      group by account, bank_account_id, holder, case account when 'owed' then user_id end having sum(amount_cents) <> 0)
    or ((exists (select from book_lines where circle_id = circle and account = 'cash') or exists (select from bank_lines where circle_id = circle))
      and date_trunc('month', greatest((select max(day) from book_entries where circle_id = circle),
          (select max(day) from bank_lines where circle_id = circle)))
        > coalesce((select max(month) from closed_months where circle_id = circle), '-infinity'::date))
    or exists (select from live_transfers join arc_transfer_events on transfer_id = live_transfers.id
      where live_transfers.circle_id = circle and kind = 'paid')
$$;
