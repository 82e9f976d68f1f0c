-- Finding circles among sixty or a million: every filter and every order of the public search has its index here.

-- The text that a search looks through. The separator keeps a needle from matching the end of one field and the start of the next.
create function circle_text(title text, city text, state text, description text) returns text
  language sql immutable parallel safe
  return lower(title || E'\x1f' || city || E'\x1f' || coalesce(state, '') || E'\x1f' || description);

-- Whatever a circle can be filtered by, as words in one list, so that one index answers any mixture of filters.
-- A circle without a range of rooms takes any number; a range without an end is open.
create function room_traits(kind text, least_rooms integer, most_rooms integer) returns text language plpgsql immutable parallel safe as $$
declare
  first integer := coalesce(least_rooms, 1);
  last integer := case when least_rooms is null then 5 else coalesce(most_rooms, 5) end;
  words text := '';
begin
  for rooms in first..last loop
    words := words || kind || rooms || ' ';
  end loop;
  return words;
end $$;
create function circle_traits(
  types text[], conditions text[], purposes text[], ownership text,
  bedrooms_min integer, bedrooms_max integer, bathrooms_min integer, bathrooms_max integer
) returns text[] language plpgsql immutable parallel safe as $$
begin
  -- Written as one text and taken apart again: ten times faster than joining lists, for every circle that is stored.
  return string_to_array(rtrim(
    coalesce('type:' || nullif(array_to_string(types, ' type:'), '') || ' ', '')
    || coalesce('condition:' || nullif(array_to_string(conditions, ' condition:'), '') || ' ', '')
    || coalesce('purpose:' || nullif(array_to_string(purposes, ' purpose:'), '') || ' ', '')
    || coalesce('ownership:' || ownership || ' ', '')
    || room_traits('bedrooms:', bedrooms_min, bedrooms_max)
    || room_traits('bathrooms:', bathrooms_min, bathrooms_max)
  ), ' ');
end $$;

alter table circles add column traits text[] not null generated always as (
  circle_traits(property_types, property_condition, investment_purpose, ownership_structure, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max)
) stored;

-- Great circle, earth radius 3958.8 miles, by the haversine: the same figures as the page's.
create function miles_between(lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision)
  returns double precision language sql immutable parallel safe
  return 2 * 3958.8 * asin(sqrt(least(1,
    power(sin(radians(lat_b - lat_a) / 2), 2) + cos(radians(lat_a)) * cos(radians(lat_b)) * power(sin(radians(lng_b - lng_a) / 2), 2))));

create index circles_search on circles using gin (circle_text(title, city, state, description) gin_trgm_ops, traits)
  where not hide_circle and deleted_at is null;
-- PostgreSQL takes no statistics from an index of some rows only, and without them every word would look rare to it.
create statistics circles_text on (circle_text(title, city, state, description)) from circles;
create index circles_place on circles using gist (point(lng, lat)) where not hide_circle and deleted_at is null;
create index circles_newest on circles (created_at desc, id) where not hide_circle and deleted_at is null;
create index circles_by_title on circles ((lower(title) collate "C"), id) where not hide_circle and deleted_at is null;
create index circles_by_target on circles (total_target_size desc nulls last, id) where not hide_circle and deleted_at is null;
create index circles_by_radius on circles (geographic_radius desc nulls last, id) where not hide_circle and deleted_at is null;
create index circles_at_spot on circles (lat, lng, id) where not hide_circle and deleted_at is null;

-- Every place where a circle is or was, once: thousands of circles share one city's point, and the nearest ones are
-- found without reading each of them.
create table circle_spots (
  lat double precision not null,
  lng double precision not null,
  primary key (lat, lng)
);
create index circle_spots_place on circle_spots using gist (point(lng, lat));

-- How many circles lie in each cell of the map's grid, at four sizes of cell, for the clusters of a map that shows
-- more circles than a page can hold. Sums are exact numbers, so that a circle leaves a cell as it came.
create table circle_cells (
  level smallint not null,
  x integer not null,
  y integer not null,
  circles integer not null,
  lat_sum numeric not null,
  lng_sum numeric not null,
  primary key (level, x, y)
);
create index circle_cells_empty on circle_cells (level) where circles = 0;

-- What has changed since the cells were last counted. Appended rather than counted at once, because two people who
-- create circles at the same moment must not wait for each other. Readers add these rows to the cells: sums are always right.
create table circle_moves (
  id bigint generated always as identity primary key,
  lat double precision not null,
  lng double precision not null,
  step smallint not null check (step in (-1, 1))
);

-- Cells divide the web maps' square world (Mercator) into 2^level columns and rows.
create function map_column(lng double precision, level integer) returns integer language sql immutable parallel safe
  return least(power(2, level) - 1, floor((lng + 180) / 360 * power(2, level)))::integer;
create function map_row(lat double precision, level integer) returns integer language sql immutable parallel safe
  return greatest(0, least(power(2, level) - 1,
    floor((0.5 - ln(tan(pi() / 4 + radians(greatest(-85.0511, least(85.0511, lat))) / 2)) / (2 * pi())) * power(2, level))))::integer;

create function count_circle_moves() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('circle_cells'));
  with taken as (delete from circle_moves returning lat, lng, step)
  insert into circle_cells as cell (level, x, y, circles, lat_sum, lng_sum)
  select level, map_column(lng, level), map_row(lat, level), sum(step), sum(step * lat::text::numeric), sum(step * lng::text::numeric)
  from taken cross join unnest(array[5, 8, 11, 14]) level
  group by 1, 2, 3
  on conflict (level, x, y) do update set
    circles = cell.circles + excluded.circles,
    lat_sum = cell.lat_sum + excluded.lat_sum,
    lng_sum = cell.lng_sum + excluded.lng_sum;
  delete from circle_cells where circles = 0;
end $$;

create function note_circle_place() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.lat is not null and not old.hide_circle and old.deleted_at is null then
    insert into circle_moves (lat, lng, step) values (old.lat, old.lng, -1);
  end if;
  if tg_op <> 'DELETE' and new.lat is not null and not new.hide_circle and new.deleted_at is null then
    insert into circle_spots (lat, lng) values (new.lat, new.lng) on conflict do nothing;
    insert into circle_moves (lat, lng, step) values (new.lat, new.lng, 1);
  end if;
  return null;
end $$;
create trigger circles_placed after insert or delete on circles for each row execute function note_circle_place();
create trigger circles_replaced after update of lat, lng, hide_circle, deleted_at on circles for each row
  when ((old.lat, old.lng, old.hide_circle, old.deleted_at is null) is distinct from (new.lat, new.lng, new.hide_circle, new.deleted_at is null))
  execute function note_circle_place();

insert into circle_spots (lat, lng)
  select distinct lat, lng from circles where lat is not null and not hide_circle and deleted_at is null;
insert into circle_moves (lat, lng, step)
  select lat, lng, 1 from circles where lat is not null and not hide_circle and deleted_at is null;
select count_circle_moves();

-- Which transactions changed what the public list shows. A process that built its list at a snapshot asks whether any of
-- them lies outside of it: no clock, no counter that writers would queue for, and nothing that commits late is missed.
create table circle_changes (
  xid xid8 primary key default pg_current_xact_id(),
  at timestamptz(3) not null default now()
);
create index circle_changes_at on circle_changes (at);
create function note_circle_change() returns trigger language plpgsql as $$
begin
  insert into circle_changes default values on conflict do nothing;
  return null;
end $$;
create trigger circles_changed after insert or update or delete on circles for each statement execute function note_circle_change();
create trigger arcs_changed after insert or update or delete on arcs for each statement execute function note_circle_change();
create trigger memberships_changed after insert or update or delete on memberships for each statement execute function note_circle_change();
create trigger broker_assignments_changed after insert or update or delete on broker_assignments for each statement execute function note_circle_change();
create trigger users_renamed after update of first_name, last_name on users for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function note_circle_change();
