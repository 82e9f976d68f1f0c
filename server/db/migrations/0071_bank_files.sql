-- What the bank shows: its files, lines and balances, what of the book they are, and the months that agree with it.

-- Numbers under which the bank names an account, as keyed hashes.
create table bank_account_numbers (
  bank_account_id uuid not null references bank_accounts,
  number_hash text not null check (number_hash ~ '^[0-9a-f]{64}$'),
  primary key (bank_account_id, number_hash)
);
create trigger bank_account_numbers_append_only before update or delete on bank_account_numbers for each row execute function refuse_change();
create trigger bank_account_numbers_no_truncate before truncate on bank_account_numbers for each statement execute function refuse_change();

create table bank_imports (
  id uuid primary key,
  circle_id uuid not null,
  bank_account_id uuid not null,
  imported_by uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  format text not null check (format in ('ofx1', 'ofx2', 'camt053', 'csv')),
  -- The days that the file showed, both included.
  from_day date not null,
  to_day date not null,
  -- What was chosen, and is kept for the next file.
  choices jsonb not null,
  added integer not null check (added >= 0),
  known integer not null check (known >= 0),
  check (from_day <= to_day),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id)
);
create index bank_imports_account on bank_imports (bank_account_id, at desc);
create index bank_imports_imported_by on bank_imports (imported_by);
create trigger bank_imports_append_only before update or delete on bank_imports for each row execute function refuse_change();
create trigger bank_imports_no_truncate before truncate on bank_imports for each statement execute function refuse_change();

-- A line is told from others by account, day, amount and its ordinal among equal ones.
create table bank_lines (
  id uuid primary key,
  circle_id uuid not null,
  bank_account_id uuid not null,
  import_id uuid not null references bank_imports,
  day date not null,
  amount_cents bigint not null check (amount_cents <> 0 and abs(amount_cents) <= 1000000000000000),
  ordinal integer not null check (ordinal > 0),
  unique (bank_account_id, day, amount_cents, ordinal),
  unique (id, bank_account_id),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id)
);
create trigger bank_lines_append_only before update or delete on bank_lines for each row execute function refuse_change();
create trigger bank_lines_no_truncate before truncate on bank_lines for each statement execute function refuse_change();
-- What the bank says of a line: it may name people.
create table bank_line_texts (
  line_id uuid primary key references bank_lines,
  payee text,
  text text not null,
  bank_id text,
  check_number text
);

-- The bank's balance at the end of a day, as it gave it.
create table bank_balances (
  bank_account_id uuid not null references bank_accounts,
  day date not null,
  amount_cents bigint not null check (abs(amount_cents) <= 1000000000000000),
  import_id uuid not null references bank_imports,
  primary key (bank_account_id, day)
);
create trigger bank_balances_append_only before update or delete on bank_balances for each row execute function refuse_change();
create trigger bank_balances_no_truncate before truncate on bank_balances for each statement execute function refuse_change();

-- Bank lines and cash lines that belong together. Taken back by another row.
create table bank_matches (
  id uuid primary key,
  circle_id uuid not null,
  bank_account_id uuid not null,
  matched_by uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  unique (id, bank_account_id),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id)
);
create index bank_matches_account on bank_matches (bank_account_id);
create index bank_matches_matched_by on bank_matches (matched_by);
create trigger bank_matches_append_only before update or delete on bank_matches for each row execute function refuse_change();
create trigger bank_matches_no_truncate before truncate on bank_matches for each statement execute function refuse_change();
create table bank_match_ends (
  match_id uuid primary key references bank_matches,
  ended_by uuid not null references users,
  at timestamptz not null default clock_timestamp()
);
create index bank_match_ends_ended_by on bank_match_ends (ended_by);
create trigger bank_match_ends_append_only before update or delete on bank_match_ends for each row execute function refuse_change();
create trigger bank_match_ends_no_truncate before truncate on bank_match_ends for each statement execute function refuse_change();

create table bank_match_lines (
  match_id uuid not null,
  bank_account_id uuid not null,
  line_id uuid not null,
  primary key (match_id, line_id),
  foreign key (match_id, bank_account_id) references bank_matches (id, bank_account_id),
  foreign key (line_id, bank_account_id) references bank_lines (id, bank_account_id)
);
create index bank_match_lines_line on bank_match_lines (line_id);
create trigger bank_match_lines_append_only before update or delete on bank_match_lines for each row execute function refuse_change();
create trigger bank_match_lines_no_truncate before truncate on bank_match_lines for each statement execute function refuse_change();
create table bank_match_cash (
  match_id uuid not null references bank_matches,
  entry_id uuid not null,
  position smallint not null,
  primary key (match_id, entry_id, position),
  foreign key (entry_id, position) references book_lines (entry_id, position)
);
create index bank_match_cash_line on bank_match_cash (entry_id, position);
create trigger bank_match_cash_append_only before update or delete on bank_match_cash for each row execute function refuse_change();
create trigger bank_match_cash_no_truncate before truncate on bank_match_cash for each statement execute function refuse_change();

-- At commit: a match has cash lines of its own account, its two sides sum to the same, and each of its lines is in no other standing match.
create function check_bank_match() returns trigger language plpgsql as $$
declare
  own_account uuid;
  shown bigint;
  booked bigint;
begin
  if exists (select from bank_match_ends where match_id = new.match_id) then return null; end if;
  select bank_account_id into own_account from bank_matches where id = new.match_id;
  select coalesce(sum(amount_cents), 0) into shown from bank_match_lines join bank_lines on bank_lines.id = line_id
    where match_id = new.match_id;
  select sum(amount_cents) into booked from bank_match_cash join book_lines using (entry_id, position)
    where match_id = new.match_id;
  if booked is distinct from shown then
    raise exception 'match % has % of the bank and % of the book', new.match_id, shown, coalesce(booked::text, 'nothing')
      using errcode = 'check_violation';
  end if;
  if exists (select from bank_match_cash join book_lines using (entry_id, position)
      where match_id = new.match_id and bank_account_id is distinct from own_account) then
    raise exception 'match % has lines of two accounts', new.match_id using errcode = 'check_violation';
  end if;
  if exists (select from bank_match_lines as own join bank_match_lines as other on other.line_id = own.line_id and other.match_id <> own.match_id
      where own.match_id = new.match_id and not exists (select from bank_match_ends where match_id = other.match_id))
    or exists (select from bank_match_cash as own join bank_match_cash as other on other.entry_id = own.entry_id
        and other.position = own.position and other.match_id <> own.match_id
      where own.match_id = new.match_id and not exists (select from bank_match_ends where match_id = other.match_id)) then
    raise exception 'a line of match % is in another match', new.match_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger bank_match_lines_sum after insert on bank_match_lines deferrable initially deferred
  for each row execute function check_bank_match();
create constraint trigger bank_match_cash_sum after insert on bank_match_cash deferrable initially deferred
  for each row execute function check_bank_match();

-- Months are closed one after the other, for all bank accounts of the circle at once.
create table month_closings (
  circle_id uuid not null references circles,
  -- Its first day.
  month date not null check (month = date_trunc('month', month)::date),
  closed_by uuid not null references users,
  closed_at timestamptz not null default clock_timestamp(),
  primary key (circle_id, month)
);
create index month_closings_closed_by on month_closings (closed_by);
create trigger month_closings_append_only before update or delete on month_closings for each row execute function refuse_change();
create trigger month_closings_no_truncate before truncate on month_closings for each statement execute function refuse_change();
create table month_balances (
  circle_id uuid not null,
  month date not null,
  bank_account_id uuid not null,
  -- As who closed the month read it in the bank's own statement.
  typed_cents bigint not null,
  book_cents bigint not null,
  outstanding_cents bigint not null,
  primary key (circle_id, month, bank_account_id),
  foreign key (circle_id, month) references month_closings (circle_id, month),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id),
  check (typed_cents = book_cents - outstanding_cents)
);
create trigger month_balances_append_only before update or delete on month_balances for each row execute function refuse_change();
create trigger month_balances_no_truncate before truncate on month_balances for each statement execute function refuse_change();

-- Nothing is booked into a closed month, and no line of the bank is added to one.
create function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from month_closings where circle_id = new.circle_id and month >= date_trunc('month', new.day)::date) then
    raise exception 'the month of % is closed', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger book_entries_open_month before insert on book_entries for each row execute function refuse_closed_month();
create trigger bank_lines_open_month before insert on bank_lines for each row execute function refuse_closed_month();

-- A month that agrees waits for someone's confirmation until it is closed, sent back, or no longer agrees.
create table month_offers (
  id uuid primary key,
  circle_id uuid not null references circles,
  month date not null,
  offered_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  sent_back_by uuid references users,
  check (sent_back_by is null or ended_at is not null)
);
create unique index month_offers_one on month_offers (circle_id) where ended_at is null;
create index month_offers_sent_back_by on month_offers (sent_back_by) where sent_back_by is not null;
create table month_offer_texts (
  offer_id uuid primary key references month_offers,
  words text not null default '' check (char_length(words) <= 500)
);

-- By what a payment was allowed. Its motion is that of the entry.
create table book_permissions (
  entry_id uuid primary key references book_entries,
  circle_id uuid not null references circles,
  permission text not null check (permission in ('motion', 'owed', 'deposit', 'loan', 'emergency', 'bank_fee', 'none')),
  -- The motion that is to ratify it afterwards.
  ratify_motion_id uuid unique references motions,
  check (permission <> 'none' or ratify_motion_id is not null)
);
create index book_permissions_circle on book_permissions (circle_id);
create trigger book_permissions_append_only before update or delete on book_permissions for each row execute function refuse_change();
create trigger book_permissions_no_truncate before truncate on book_permissions for each statement execute function refuse_change();

-- Documents added to an entry after it was booked.
create table book_receipts (
  entry_id uuid not null references book_entries,
  document_version_id uuid not null,
  added_by uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  primary key (entry_id, document_version_id)
);
create index book_receipts_added_by on book_receipts (added_by);
create trigger book_receipts_append_only before update or delete on book_receipts for each row execute function refuse_change();
create trigger book_receipts_no_truncate before truncate on book_receipts for each statement execute function refuse_change();

-- Outlays of the treasurer, until another member says that they are so.
create table outlays (
  id uuid primary key,
  circle_id uuid not null references circles,
  user_id uuid not null references users,
  account text not null,
  amount_cents bigint not null check (amount_cents > 0),
  day date not null,
  belongs_to date,
  document_version_id uuid not null,
  motion_id uuid references motions,
  related_member uuid references users,
  at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  confirmed_by uuid references users,
  entry_id uuid unique references book_entries,
  check ((confirmed_by is null) = (entry_id is null)),
  check (confirmed_by <> user_id)
);
create index outlays_circle on outlays (circle_id);
create index outlays_user on outlays (user_id);
create table outlay_texts (
  outlay_id uuid primary key references outlays,
  payee text not null default '' check (char_length(payee) <= 120),
  words text not null default '' check (char_length(words) <= 280)
);
