-- What open pages follow. A row is written in the transaction that it tells of and kept for a day, so that a page
-- whose stream broke can be told what it missed.
create table live_events (
  id bigint generated always as identity primary key,
  -- Ids are given before the commit, so a lower one may appear after a higher one; transaction ids below a snapshot's
  -- xmin are final. "Everything from this transaction on" therefore misses nothing, where "every id above" could.
  xid xid8 not null default pg_current_xact_id(),
  circle_id uuid,
  -- Someone whose place in the circle changed: told even if they are no longer, or not yet, in it.
  user_id uuid,
  topic text not null check (topic in ('funding', 'votes', 'properties', 'circle', 'notices')),
  at timestamptz(3) not null default now(),
  check (circle_id is not null or user_id is not null)
);
create index live_events_xid on live_events (xid);
create index live_events_at on live_events (at);

-- A stream ends at once with its session, whichever process holds it and whoever ended the session.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('arcstead_live', json_build_object('session', old.id)::text);
  return null;
end $$;
create trigger sessions_told_ended after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_session_end();
create trigger sessions_told_deleted after delete on sessions for each row
  when (old.ended_at is null) execute function tell_session_end();

create function tell_person_barred() returns trigger language plpgsql as $$
begin
  perform pg_notify('arcstead_live', json_build_object('session', id)::text) from sessions where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger users_told_barred after update of status, deleted_at on users for each row
  when ((old.status = 'active' and new.status <> 'active') or (old.deleted_at is null and new.deleted_at is not null))
  execute function tell_person_barred();

-- Removing an arc that someone holds changes what is held as much as selling one does.
create or replace function check_ledger_agrees() returns trigger language plpgsql as $$
declare
  circle uuid := coalesce(new.circle_id, old.circle_id);
  held bigint;
  written bigint;
begin
  select coalesce(sum(price), 0) into held from arcs where circle_id = circle and membership_id is not null;
  select coalesce(sum(amount), 0) into written from ledger where circle_id = circle;
  if held <> written then
    raise exception 'ledger of circle % says %, its arcs say %', circle, written, held using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger arcs_agree_without after delete on arcs deferrable initially deferred for each row
  when (old.membership_id is not null) execute function check_ledger_agrees();
