-- Live events, notices and mails about documents and signatures, and mails that ask to pay.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'live_events_topic_check'
    union select 'documents'
  ) as listed;
  alter table live_events drop constraint live_events_topic_check;
  execute format('alter table live_events add constraint live_events_topic_check check (topic in (%s))', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['sign_asked', 'sign_named', 'document_signed', 'sign_declined'])
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);

  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notice_settings_mails_off_check'
    union select unnest(array['sign', 'pay'])
  ) as listed;
  alter table notice_settings drop constraint notice_settings_mails_off_check, drop constraint notice_settings_push_on_check;
  execute format('alter table notice_settings add constraint notice_settings_mails_off_check check (mails_off <@ array[%s])', known);
  execute format('alter table notice_settings add constraint notice_settings_push_on_check check (push_on <@ array[%s])', known);
end $$;
