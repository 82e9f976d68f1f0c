-- API processes search for circles in their own memory (docs/decisions/0033-searches-in-memory.md). The database still finds circles for the
-- map, by their text and traits and by their place, and lists the newest.
drop index circles_by_title, circles_by_target, circles_by_radius, circles_by_strip, circles_search_sample, circles_word_pairs;
drop function latitude_strip(double precision);
drop function degree_square(double precision, double precision);
drop function text_pairs(text);

drop trigger circles_kind_made on circles;
drop trigger circles_kind_changed on circles;
drop function note_circle_kind();
drop table circle_kinds;

create or replace function note_circle_place() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.lat is not null and not old.hide_circle and old.deleted_at is null then
    insert into circle_moves (lat, lng, step) values (old.lat, old.lng, -1);
  end if;
  if tg_op <> 'DELETE' and new.lat is not null and not new.hide_circle and new.deleted_at is null then
    insert into circle_moves (lat, lng, step) values (new.lat, new.lng, 1);
  end if;
  return null;
end $$;
drop table circle_spots;

-- The column takes its indexes along: that of kinds, the newest and those of a spot.
alter table circles drop column trait_bits;
drop function trait_mask(text[]);
create index circles_newest on circles (created_at desc, id) where not hide_circle and deleted_at is null;
create index circles_at_spot on circles (lat, lng, id) where not hide_circle and deleted_at is null;
