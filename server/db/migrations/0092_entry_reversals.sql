-- Reversals of entries that counted by another member's word, until whose money it is, or another member, agrees. The entry's columns say which
-- entry is to be reversed, and by which it was.
create table entry_reversals (
  id uuid primary key,
  circle_id uuid not null references circles,
  entry_id uuid not null references book_entries,
  -- Whose money it is: the person on the entry's line of what is owed.
  person uuid not null references users,
  asked_by uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  confirmed_by uuid references users,
  reversal_id uuid unique references book_entries,
  check ((confirmed_by is null) = (reversal_id is null)),
  check (withdrawn_at is null or reversal_id is null),
  check (confirmed_by <> asked_by)
);
create unique index entry_reversals_one on entry_reversals (entry_id) where withdrawn_at is null;
create index entry_reversals_circle on entry_reversals (circle_id);
create index entry_reversals_person on entry_reversals (person);
create index entry_reversals_asked_by on entry_reversals (asked_by);
create index entry_reversals_confirmed_by on entry_reversals (confirmed_by);
create table entry_reversal_texts (
  entry_reversal_id uuid primary key references entry_reversals,
  words text not null default '' check (char_length(words) <= 280)
);

do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select 'reversal_waits'
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);
end $$;
