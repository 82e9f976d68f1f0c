-- Role and verification of a person as keys. Labels are words of the page; no index and no comparison reads them.
drop index users_search;
drop index users_by_role;
drop index users_by_verification;
alter table users drop column list_text;
drop function role_label(boolean, boolean);
drop function verification_label(boolean, boolean, boolean);

alter table users
  add column role text not null generated always as (
    case when is_admin then 'admin' when is_broker then 'broker' else 'investor' end) stored,
  add column verification text not null generated always as (
    case when is_admin or is_verified then 'verified' when verification_requested then 'awaiting' else 'not_verified' end) stored,
  add column list_text text not null generated always as (lower(
    first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || status)) stored;
create index users_search on users using gin (list_text gin_trgm_ops) where deleted_at is null;
create index users_by_role on users (role, id) where deleted_at is null;
create index users_by_verification on users (verification, id) where deleted_at is null;

-- As before; generated columns are not known yet before an update.
create or replace function touch_user() returns trigger language plpgsql as $$
declare
  ignored constant text[] := '{time_zone,list_text,role,verification}';
begin
  if old.time_zone is null and new.time_zone is not null then
    if to_jsonb(new) - ignored = to_jsonb(old) - ignored then return new; end if;
  end if;
  new.updated_at := greatest(now()::timestamptz(3), old.updated_at + interval '1 millisecond');
  return new;
end $$;
