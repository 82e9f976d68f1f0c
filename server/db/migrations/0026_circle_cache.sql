-- API processes keep circles in memory and ask before each answer which of them have changed (0019-circles-in-memory). So a change now
-- says what it changed: a circle, or a person whose name or address circles show. A circle that shows a person is not listed here
-- with the person's change: who shows whom may change at the same moment, and only the reader knows what it has kept.
drop trigger circles_changed on circles;
drop trigger arcs_changed on arcs;
drop trigger memberships_changed on memberships;
drop trigger broker_assignments_changed on broker_assignments;
drop trigger users_renamed on users;
drop function note_circle_change();

-- The id of a circle or a person; zeros mean everything. Still no counter and no row that writers would wait for.
alter table circle_changes
  add column subject uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint circle_changes_pkey,
  add primary key (xid, subject);

-- For circles and users.
create function note_own_change() returns trigger language plpgsql as $$
begin
  insert into circle_changes (subject) values (coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $$;
-- For the tables whose rows belong to a circle, and stay with it.
create function note_circle_change() returns trigger language plpgsql as $$
begin
  insert into circle_changes (subject) values (coalesce(new.circle_id, old.circle_id)) on conflict do nothing;
  return null;
end $$;

create trigger circles_changed after insert or update or delete on circles for each row execute function note_own_change();
create trigger arcs_changed after insert or update or delete on arcs for each row execute function note_circle_change();
create trigger memberships_changed after insert or update or delete on memberships for each row execute function note_circle_change();
create trigger broker_assignments_changed after insert or update or delete on broker_assignments for each row execute function note_circle_change();
create trigger charters_changed after insert on charters for each row execute function note_circle_change();
create trigger users_shown_otherwise after update of first_name, last_name, email, hide_email_from_members on users for each row
  when ((old.first_name, old.last_name, old.email, old.hide_email_from_members)
    is distinct from (new.first_name, new.last_name, new.email, new.hide_email_from_members))
  execute function note_own_change();
