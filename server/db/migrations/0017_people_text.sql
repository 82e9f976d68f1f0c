-- One or two letters are too short for any index: those searches read every row, so what they read is made ready, in small letters.
drop index users_search;
alter table users add column list_text text not null generated always as (lower(
  first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || status || E'\n' || table_date(created_at) || E'\n'
  || role_label(is_admin, is_broker) || E'\n' || verification_label(is_admin, is_verified, verification_requested)
)) stored;
create index users_search on users using gin (list_text gin_trgm_ops) where deleted_at is null;
