-- Shared means of the schema: stamps and append-only tables.

-- Two changes in one millisecond still differ, so a sent updatedAt tells versions apart.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := greatest(now()::timestamptz(3), old.updated_at + interval '1 millisecond');
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
