-- Notices and mails about the book, added to the lists as they stand.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['month_waits', 'month_sent_back', 'month_closed', 'booked_without_permission', 'outlay_waits'])
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notice_settings_mails_off_check'
    union select 'month'
  ) as listed;
  alter table notice_settings drop constraint notice_settings_mails_off_check, drop constraint notice_settings_push_on_check;
  execute format('alter table notice_settings add constraint notice_settings_mails_off_check check (mails_off <@ array[%s])', known);
  execute format('alter table notice_settings add constraint notice_settings_push_on_check check (push_on <@ array[%s])', known);
end $$;
