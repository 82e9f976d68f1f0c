-- The list beside a map, by title (docs/decisions/0027-searches-among-a-million.md).

-- The places also contain the title, so that the circles of a place are sorted by it without reading each of them.
drop index circles_place;
create index circles_place on circles using gist (point(lng, lat))
  include (id, title, trait_bits, total_target_size, lat, lng, created_at, geographic_radius)
  where not hide_circle and deleted_at is null;
