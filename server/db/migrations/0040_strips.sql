-- Lists in a place (docs/decisions/0027-searches-among-a-million.md).

-- Eighths of a degree of latitude. A place is a range of longitudes in each of its strips.
create function latitude_strip(lat double precision) returns integer language sql immutable parallel safe
  return floor(lat * 8)::integer;

create index circles_by_strip on circles (latitude_strip(lat), lng)
  include (id, title, trait_bits, total_target_size, lat, created_at, geographic_radius) where not hide_circle and deleted_at is null;

-- Only for places together with a text, where PostgreSQL chooses between this index and that of the text.
drop index circles_place;
create index circles_place on circles using gist (point(lng, lat)) where not hide_circle and deleted_at is null;
