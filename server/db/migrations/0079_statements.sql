-- Statements of a year that were issued: frozen with their figures, so that a correction can only come in the next one.

create table statement_years (
  circle_id uuid not null references circles,
  year integer not null check (year between 2000 and 9999),
  issued_by uuid not null references users,
  issued_at timestamptz not null default clock_timestamp(),
  primary key (circle_id, year)
);
create index statement_years_issued_by on statement_years (issued_by);
create trigger statement_years_append_only before update or delete on statement_years for each row execute function refuse_change();
create trigger statement_years_no_truncate before truncate on statement_years for each statement execute function refuse_change();

-- No foreign key to the person: their deletion locks them before the circle, this row is written with the circle locked.
create table statements (
  id uuid primary key,
  circle_id uuid not null,
  year integer not null,
  user_id uuid not null,
  -- Kept as it was written, because its hash is printed in the foot of the statement.
  figures json not null,
  figures_sha256 text not null,
  -- Of the pages as they were when it was issued.
  pdf_a4_sha256 text not null check (pdf_a4_sha256 ~ '^[0-9a-f]{64}$'),
  pdf_letter_sha256 text not null check (pdf_letter_sha256 ~ '^[0-9a-f]{64}$'),
  unique (circle_id, year, user_id),
  foreign key (circle_id, year) references statement_years (circle_id, year),
  check (figures_sha256 = encode(sha256(convert_to(figures::text, 'UTF8')), 'hex'))
);
create index statements_user on statements (user_id);
create trigger statements_append_only before update or delete on statements for each row execute function refuse_change();
create trigger statements_no_truncate before truncate on statements for each statement execute function refuse_change();
-- What stands above the figures, as it was then. The name is emptied when the person is erased.
create table statement_texts (
  statement_id uuid primary key references statements,
  name text not null check (char_length(name) <= 200),
  circle_title text not null,
  address text not null
);

-- At commit: the statements of a year were issued together, and together they are the circle's.
create function check_statements() returns trigger language plpgsql as $$
declare
  counted record;
begin
  select count(*) as people, sum(json_array_length(figures -> 'arcs')) as arcs, max((figures ->> 'arcsOfCircle')::integer) as all_arcs,
      sum((figures #>> '{capitalAtEnd,ownCents}')::bigint) as own,
      max((figures #>> '{capitalAtEnd,circleCents}')::bigint) as circle, min((figures #>> '{capitalAtEnd,circleCents}')::bigint) as least
    into counted from statements where circle_id = new.circle_id and year = new.year;
  -- What stands on an arc that nobody holds is in no statement.
  if counted.people = 0 or counted.circle <> counted.least or (counted.arcs = counted.all_arcs and counted.own <> counted.circle) then
    raise exception 'the statements of % in circle % sum to %, the circle has %', new.year, new.circle_id, counted.own, counted.circle
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger statement_years_whole after insert on statement_years deferrable initially deferred
  for each row execute function check_statements();
create constraint trigger statements_whole after insert on statements deferrable initially deferred
  for each row execute function check_statements();

do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select 'statement_issued'
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);
end $$;
