-- Where to pay: what the events and the details need besides their tables.

alter table pay_details
  -- Of the title company: for this purchase. A later purchase may have another title company.
  add column acquisition_id uuid,
  add foreign key (acquisition_id, circle_id) references acquisitions (id, circle_id),
  add check (num_nonnulls(bank_account_id, acquisition_id) = 1);
create index pay_details_named_by on pay_details (named_by);
create index pay_detail_events_by on pay_detail_events (by);

-- The number that was called; where it was found, or why it was stopped, is in `words`.
alter table pay_detail_texts add column number text not null default '' check (char_length(number) <= 40);

-- Named details never change. Only the encryption does, when the key is replaced.
create function refuse_change_of_pay_details() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.circle_id, new.named_by, new.named_at) = (old.id, old.circle_id, old.named_by, old.named_at)
    and new.bank_account_id is not distinct from old.bank_account_id
    and new.acquisition_id is not distinct from old.acquisition_id then
    return new;
  end if;
  raise exception 'named details cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger pay_details_fixed before update or delete on pay_details for each row execute function refuse_change_of_pay_details();
create trigger pay_details_no_truncate before truncate on pay_details for each statement execute function refuse_change();

-- A changed password or address, a new or a removed passkey: whoever did it may be someone who got in. As triggers, because these change in
-- many places. A first password is no change.
create function date_changed_credentials() returns trigger language plpgsql as $$
begin
  if (old.password_hash is not null and new.password_hash is distinct from old.password_hash)
    or lower(new.email) is distinct from lower(old.email) then
    new.credentials_changed_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger users_credentials before update of password_hash, email on users for each row execute function date_changed_credentials();

create function date_changed_passkeys() returns trigger language plpgsql as $$
begin
  update users set credentials_changed_at = clock_timestamp() where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger passkeys_credentials after insert or delete on passkeys for each row execute function date_changed_passkeys();

-- Adds kinds of notices and mails and a topic of live events to the lists as they stand.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select 'where_to_pay'
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notice_settings_mails_off_check'
    union select 'where_to_pay'
  ) as listed;
  alter table notice_settings drop constraint notice_settings_mails_off_check, drop constraint notice_settings_push_on_check;
  execute format('alter table notice_settings add constraint notice_settings_mails_off_check check (mails_off <@ array[%s])', known);
  execute format('alter table notice_settings add constraint notice_settings_push_on_check check (push_on <@ array[%s])', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'live_events_topic_check'
    union select 'where_to_pay'
  ) as listed;
  alter table live_events drop constraint live_events_topic_check;
  execute format('alter table live_events add constraint live_events_topic_check check (topic in (%s))', known);
end $$;
