-- Decisions about properties, made safe: weights by how long arcs were held, notice before closing, one row per vote and minute.

-- Since when its holder has held an arc. Arcs bought shortly before a vote closes do not count in it.
alter table arcs add column held_since timestamptz;
update arcs set held_since = coalesce(
  (select max(ledger.at) from ledger
    where ledger.circle_id = arcs.circle_id and ledger.membership_id = arcs.membership_id
      and ledger.kind <> 'removed' and arcs.number = any (ledger.arcs)),
  (select created_at from memberships where memberships.id = arcs.membership_id))
where membership_id is not null;

create function keep_held_since() returns trigger language plpgsql as $$
begin
  if new.membership_id is null then
    new.held_since := null;
  elsif tg_op = 'INSERT' then
    new.held_since := coalesce(new.held_since, clock_timestamp());
  elsif new.membership_id is distinct from old.membership_id then
    -- The clock, not the transaction's beginning: whoever waited for the circle's row has held nothing meanwhile.
    new.held_since := clock_timestamp();
  end if;
  return new;
end $$;
create trigger arcs_held_since before insert or update of membership_id on arcs for each row execute function keep_held_since();
alter table arcs add constraint arcs_held_since_check check ((membership_id is null) = (held_since is null));

alter table decisions
  -- Arcs count at closing that their holder has held since then at the latest: a day of notice before the closing date.
  add column held_before timestamptz,
  -- When a change of the property moved the closing date; null once someone has set it by hand.
  add column moved_at timestamptz(3);
update decisions set held_before = closes_at - interval '1 day' where closes_at is not null;
alter table decisions add constraint decisions_held_before_check check ((closes_at is null) = (held_before is null));

-- What was decided on, in the words of that moment, and how many arcs came too late to count. Rows of before have none of it.
alter table decision_record
  add column city text,
  add column state_name text,
  add column zip_code text,
  add column url text,
  add column image_key text,
  add column late integer;
alter table record_votes add column late integer not null default 0 check (late >= 0);

-- The vote of the present minute, until the minute is over: the history takes at most one row per voter, property and minute, the
-- last one. Its id is the one the history will have.
create table pending_votes (
  id uuid primary key,
  property_id uuid not null references properties,
  user_id uuid not null,
  preference text check (preference in ('invest', 'watchList', 'veto')),
  at timestamptz not null default clock_timestamp(),
  unique (property_id, user_id)
);
create view votes_cast as
  select id, property_id, user_id, preference, at from vote_history
  union all
  select id, property_id, user_id, preference, at from pending_votes;

-- These name a vote that may still be pending.
alter table preferences drop constraint preferences_vote_id_fkey;
alter table record_votes drop constraint record_votes_vote_id_fkey;
alter table vote_reasons drop constraint vote_reasons_vote_id_fkey;
