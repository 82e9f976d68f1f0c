-- What someone who waits for verification gives our administrators to go by. Deleted 30 days after the decision, and with the person.
create table verification_details (
  user_id uuid primary key references users,
  phone text not null check (char_length(phone) <= 40),
  best_time text not null check (best_time in ('any', 'mornings', 'afternoons', 'evenings')),
  note text not null check (char_length(note) <= 1000),
  sent_at timestamptz(3) not null default clock_timestamp()
);

create table verification_documents (
  id uuid primary key,
  user_id uuid not null references users,
  -- At most three per person.
  place smallint not null check (place between 1 and 3),
  file_key text not null unique references files (key),
  -- As the person's own machine called the file.
  name text not null check (name <> '' and char_length(name) <= 200),
  added_at timestamptz(3) not null default clock_timestamp(),
  unique (user_id, place)
);

-- What administrators decided about a request. Written while the person's row is held, so their ids are their order.
create table verification_decisions (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('verified', 'asked', 'declined', 'reopened')),
  by_id uuid not null references users,
  at timestamptz(3) not null default clock_timestamp()
);
create index verification_decisions_user on verification_decisions (user_id, id desc);
create trigger verification_decisions_append_only before update or delete on verification_decisions for each row execute function refuse_change();
create trigger verification_decisions_no_truncate before truncate on verification_decisions for each statement execute function refuse_change();

-- The sentence that was mailed with a decision: personal, so it stands beside the decision and is erased with the person.
create table verification_sentences (
  decision_id bigint primary key references verification_decisions,
  user_id uuid not null references users,
  sentence text not null check (sentence <> '' and char_length(sentence) <= 500)
);
create index verification_sentences_user on verification_sentences (user_id);

-- Added to the kinds that are there, whichever migrations added theirs before.
do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(kind), ', ') into kinds from (
    select matched[1] as kind from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check'
    union all select unnest('{verification_question,verification_declined,verification_reopened}'::text[])
  ) as known;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', kinds);
end $$;
