alter table live_events drop constraint live_events_topic_check;
alter table live_events add constraint live_events_topic_check
  check (topic in ('funding', 'votes', 'properties', 'circle', 'thread', 'members', 'self', 'notices'));

-- Something changed: stored for pages that come back, and sent when, and only if, the transaction commits.
-- `from` is where a page resumes after this event: whatever was not finished when this statement began has a
-- transaction id from there on, and whatever was finished has been sent before, since NOTIFY keeps the order of commits.
create function tell_live(circle uuid, about text, person uuid) returns void language sql as $$
  with told as (
    insert into live_events (circle_id, topic, user_id) values (circle, about, person) returning id, circle_id, topic, user_id
  )
  select pg_notify('arcstead_live', json_build_object('id', id, 'from', pg_snapshot_xmin(pg_current_snapshot())::text,
    'circle', circle_id, 'topic', topic, 'person', user_id)::text) from told
$$;

-- A person's own pages follow what they are and may do; pages of their circles follow their name.
-- As a trigger, because people are changed in many places: profile, administration, verification, erasure.
create function tell_person_changed() returns trigger language plpgsql as $$
begin
  perform tell_live(null, 'self', new.id);
  perform tell_live(theirs.circle_id, 'members', null) from (
    select circle_id from memberships where user_id = new.id and ended_at is null
    union select circle_id from broker_assignments where broker_id = new.id
  ) as theirs;
  return null;
end $$;
create trigger users_told_changed after update on users for each row
  when (to_jsonb(old) - '{updated_at,password_hash}'::text[] is distinct from to_jsonb(new) - '{updated_at,password_hash}'::text[])
  execute function tell_person_changed();

-- An assignment also ends with the broker's account or role.
create function tell_assignment_ended() returns trigger language plpgsql as $$
begin
  perform tell_live(old.circle_id, 'circle', old.broker_id);
  return null;
end $$;
create trigger broker_assignments_told_ended after delete on broker_assignments for each row execute function tell_assignment_ended();
