-- Live events about documents and signatures.
do $$
declare
  topics text;
begin
  select string_agg(quote_literal(topic), ', ') into topics from (
    select matched[1] as topic from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'live_events_topic_check'
    union select 'documents'
  ) as known;
  alter table live_events drop constraint live_events_topic_check;
  execute format('alter table live_events add constraint live_events_topic_check check (topic in (%s))', topics);
end $$;
