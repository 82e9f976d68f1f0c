-- The ground of the book: from the moment a circle buys, every movement of its money is an entry whose lines sum to 0.

-- Whether the circle is buying a property or owns one. Null before that and after an acquisition that was given up.
alter table circles add column holding text check (holding in ('buying', 'owning'));

-- Where a circle has money: one account for operating it, one for tenants' deposits, and more if it has them.
create table bank_accounts (
  id uuid primary key,
  circle_id uuid not null references circles,
  purpose text not null check (purpose in ('operating', 'deposits')),
  name text not null check (name <> '' and char_length(name) <= 60),
  opened_by uuid references users,
  created_at timestamptz not null default clock_timestamp(),
  unique (id, circle_id)
);
create unique index bank_accounts_name on bank_accounts (circle_id, lower(name));

create table book_entries (
  id uuid primary key,
  circle_id uuid not null references circles,
  -- 1, 2, 3 … within the circle, in the order of recording.
  number integer not null check (number > 0),
  kind text not null check (kind <> ''),
  -- The business day, in the property's zone. For cash it is the bank's day.
  day date not null,
  -- The first day of the month that a late bill concerns; null for the month of `day`.
  belongs_to date check (belongs_to = date_trunc('month', belongs_to)::date),
  -- The version of a document that proves it.
  document_version_id uuid,
  motion_id uuid references motions,
  acquisition_id uuid,
  reverses uuid unique,
  booked_by uuid not null references users,
  recorded_at timestamptz not null default clock_timestamp(),
  unique (circle_id, number),
  unique (id, circle_id),
  foreign key (reverses, circle_id) references book_entries (id, circle_id),
  check (reverses <> id)
);
create index book_entries_day on book_entries (circle_id, day desc, number desc);
create index book_entries_motion on book_entries (motion_id) where motion_id is not null;
create index book_entries_booked_by on book_entries (booked_by);
create trigger book_entries_append_only before update or delete on book_entries for each row execute function refuse_change();
create trigger book_entries_no_truncate before truncate on book_entries for each statement execute function refuse_change();

-- Words may name people, so they are not in the entry and are emptied with them.
create table book_entry_texts (
  entry_id uuid primary key references book_entries,
  payee text not null default '' check (char_length(payee) <= 120),
  words text not null default '' check (char_length(words) <= 280)
);

create table book_lines (
  entry_id uuid not null,
  circle_id uuid not null,
  position smallint not null check (position > 0),
  account text not null check (account <> ''),
  bank_account_id uuid,
  holder text check (holder in ('title', 'lender', 'manager', 'third_party')),
  arc integer,
  user_id uuid references users,
  -- Of capital: the call that it pays.
  call_id uuid,
  -- Plus is into the account, minus out of it.
  amount_cents bigint not null check (amount_cents <> 0 and abs(amount_cents) <= 1000000000000000),
  primary key (entry_id, position),
  foreign key (entry_id, circle_id) references book_entries (id, circle_id),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id),
  foreign key (circle_id, arc) references arcs (circle_id, number),
  check ((account = 'cash') = (bank_account_id is not null)),
  check ((account = 'held') = (holder is not null)),
  check ((account in ('capital', 'paid_out')) = (arc is not null)),
  -- Of capital and paid out only if it is not the holder on the day of the entry.
  check (account <> 'owed' or user_id is not null),
  check (user_id is null or account in ('owed', 'capital', 'paid_out')),
  check (call_id is null or account = 'capital')
);
create index book_lines_account on book_lines (circle_id, account);
create index book_lines_user on book_lines (user_id) where user_id is not null;
create index book_lines_call on book_lines (call_id) where call_id is not null;
create trigger book_lines_append_only before update or delete on book_lines for each row execute function refuse_change();
create trigger book_lines_no_truncate before truncate on book_lines for each statement execute function refuse_change();

-- With whom the money of a line is: a tenant, a lender.
create table book_line_texts (
  entry_id uuid not null,
  position smallint not null,
  who text not null check (char_length(who) <= 120),
  primary key (entry_id, position),
  foreign key (entry_id, position) references book_lines (entry_id, position)
);

-- At commit: an entry has lines, they sum to 0, and a reversal is the other entry with every sign turned.
create function check_book_entry() returns trigger language plpgsql as $$
declare
  entry book_entries;
  total bigint;
begin
  select * into entry from book_entries where id = coalesce((to_jsonb(new) ->> 'entry_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
  select sum(amount_cents) into total from book_lines where entry_id = entry.id;
  if total is distinct from 0 then
    raise exception 'the lines of entry % sum to %', entry.id, coalesce(total::text, 'nothing') using errcode = 'check_violation';
  end if;
  if entry.reverses is not null then
    if exists (select from book_entries where id = entry.reverses and reverses is not null) then
      raise exception 'entry % reverses a reversal', entry.id using errcode = 'check_violation';
    end if;
    if exists (
      (select account, bank_account_id, holder, arc, user_id, call_id, amount_cents from book_lines where entry_id = entry.id
        except all
        select account, bank_account_id, holder, arc, user_id, call_id, -amount_cents from book_lines where entry_id = entry.reverses)
      union all
      (select account, bank_account_id, holder, arc, user_id, call_id, -amount_cents from book_lines where entry_id = entry.reverses
        except all
        select account, bank_account_id, holder, arc, user_id, call_id, amount_cents from book_lines where entry_id = entry.id)
    ) then
      raise exception 'entry % is not what it reverses with every sign turned', entry.id using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
create constraint trigger book_entries_sum after insert on book_entries deferrable initially deferred for each row execute function check_book_entry();
create constraint trigger book_lines_sum after insert on book_lines deferrable initially deferred for each row execute function check_book_entry();
