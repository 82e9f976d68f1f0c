-- A circle ends only empty: checked once more at the end of each transaction in which one ends.
create function refuse_ending_with_something_left() returns trigger language plpgsql as $$
begin
  if exists (select from circles where id = new.id and ended_at is not null) and is_ending_obstructed(new.id) then
    raise exception 'circle % still holds something and cannot end', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger circles_end_empty after update of ended_at on circles deferrable initially deferred
  for each row when (old.ended_at is null and new.ended_at is not null) execute function refuse_ending_with_something_left();
