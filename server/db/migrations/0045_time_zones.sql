-- The person's time zone (an IANA name), for mails, statements and what the server writes for them. Null: not known yet, so UTC.
alter table users add column time_zone text check (length(time_zone) between 1 and 100);

-- The page saves the browser's zone by itself when an account has none. That must not make a form that is open elsewhere out of date.
create function touch_user() returns trigger language plpgsql as $$
begin
  if old.time_zone is null and new.time_zone is not null then
    if to_jsonb(new) - '{time_zone,list_text}'::text[] = to_jsonb(old) - '{time_zone,list_text}'::text[] then return new; end if;
  end if;
  new.updated_at := greatest(now()::timestamptz(3), old.updated_at + interval '1 millisecond');
  return new;
end $$;
drop trigger users_touch on users;
create trigger users_touch before update on users for each row execute function touch_user();

-- Tables show days in the reader's zone, so a search looks for them in that zone. The database may know fewer names than a browser.
create function known_zone(name text) returns text stable language plpgsql as $$
begin
  perform now() at time zone name;
  return name;
exception when others then
  return 'UTC';
end $$;

create function table_date(moment timestamptz, zone text) returns text stable parallel safe language sql return
  to_char(moment at time zone zone, 'MM-DD-YYYY');

-- The day depends on who reads, so the prepared text of the table of people leaves it out.
drop index users_search;
alter table users drop column list_text;
alter table users add column list_text text not null generated always as (lower(
  first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || status || E'\n'
  || role_label(is_admin, is_broker) || E'\n' || verification_label(is_admin, is_verified, verification_requested)
)) stored;
create index users_search on users using gin (list_text gin_trgm_ops) where deleted_at is null;

drop function table_date(timestamptz);
