-- Kinds of mails about offers of arcs, which people switch off one by one.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notice_settings_mails_off_check'
    union select unnest(array['offer', 'offer_result'])
  ) as listed;
  alter table notice_settings drop constraint notice_settings_mails_off_check, drop constraint notice_settings_push_on_check;
  execute format('alter table notice_settings add constraint notice_settings_mails_off_check check (mails_off <@ array[%s])', known);
  execute format('alter table notice_settings add constraint notice_settings_push_on_check check (push_on <@ array[%s])', known);
end $$;
