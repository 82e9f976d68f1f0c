-- Searches in a place (docs/decisions/0027-searches-among-a-million.md).

-- Eighths of a degree of latitude. A place is a range of longitudes in each of its strips.
create function latitude_strip(lat double precision) returns integer language sql immutable parallel safe
  return floor(lat * 8)::integer;

create index circles_by_strip on circles (latitude_strip(lat), lng)
  include (id, title, trait_bits, total_target_size, lat, created_at, geographic_radius) where not hide_circle and deleted_at is null;

-- For the map, the best fit, and a box together with a text, where PostgreSQL chooses between this index and that of the text.
drop index circles_place;
create index circles_place on circles using gist (point(lng, lat)) where not hide_circle and deleted_at is null;

-- The square of one degree that a place is in. Pairs of words around a place are found by both.
create function degree_square(lat double precision, lng double precision) returns integer language sql immutable parallel safe
  return floor(lat)::integer * 360 + floor(lng)::integer;

drop index circles_word_pairs;
create index circles_word_pairs on circles
  using gin (text_pairs(circle_text(title, city, state, description)), (array[degree_square(lat, lng)]))
  where not hide_circle and deleted_at is null;
