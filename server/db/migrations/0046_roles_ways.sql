-- Only joining, creating and invitations are wishes; pages that were merely opened by their address are not.
delete from kept_wishes
where path <> '/create-circle' and path !~ '^/join-circle/' and not (path ~ '^/circle-public/' and invite_id is not null);

-- For ten minutes an administrator may undo a verification: a row of its own, because decisions are append-only.
alter table verification_decisions drop constraint verification_decisions_kind_check;
alter table verification_decisions add constraint verification_decisions_kind_check
  check (kind in ('verified', 'asked', 'declined', 'reopened', 'undone'));
alter table verification_decisions add column undoes bigint references verification_decisions;
alter table verification_decisions add constraint verification_decisions_undone_names_one check ((kind = 'undone') = (undoes is not null));
create unique index verification_decisions_undone on verification_decisions (undoes) where undoes is not null;

-- A mail that is not sent before this moment; null for at once.
alter table mails add column leaves_at timestamptz(3);

-- Pages of administrators follow people, what they give to be verified, failed mails and crash reports. As triggers, because all of these are
-- changed in many places.
do $$
declare
  topics text;
begin
  select string_agg(quote_literal(topic), ', ') into topics from (
    select matched[1] as topic from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'live_events_topic_check'
    union select 'oversight'
  ) as known;
  alter table live_events drop constraint live_events_topic_check;
  execute format('alter table live_events add constraint live_events_topic_check check (topic in (%s))', topics);
end $$;

-- An event is about a circle or a person, or else for all administrators.
alter table live_events drop constraint live_events_check;
alter table live_events add constraint live_events_check check (circle_id is not null or user_id is not null or topic = 'oversight');

create function tell_oversight() returns trigger language plpgsql as $$
begin
  perform tell_live(null, 'oversight', null);
  return null;
end $$;
-- Once for a statement: demonstration data and imports write thousands of rows with one.
create trigger users_made_told_oversight after insert on users for each statement execute function tell_oversight();
create trigger users_changed_told_oversight after update on users for each row
  when (to_jsonb(old) - '{updated_at,password_hash}'::text[] is distinct from to_jsonb(new) - '{updated_at,password_hash}'::text[])
  execute function tell_oversight();
create trigger verification_details_told_oversight after insert or update on verification_details
  for each statement execute function tell_oversight();
create trigger verification_documents_told_oversight after insert or delete on verification_documents
  for each statement execute function tell_oversight();
create trigger verification_decisions_told_oversight after insert on verification_decisions
  for each statement execute function tell_oversight();
create trigger mails_told_oversight after update on mails for each row
  when ((old.status = 'failed') is distinct from (new.status = 'failed')) execute function tell_oversight();
create trigger crash_reports_made_told_oversight after insert on crash_reports for each statement execute function tell_oversight();
create trigger crash_reports_changed_told_oversight after update on crash_reports for each row
  when (old.status is distinct from new.status) execute function tell_oversight();
