-- Circles are found by PostgreSQL alone, for grid, list and map (docs/decisions/0038-one-search-in-postgresql.md).

-- The map counts circles when it is asked for.
drop trigger circles_placed on circles;
drop trigger circles_replaced on circles;
drop function note_circle_place();
drop function count_circle_moves();
drop table circle_cells, circle_moves;
drop function map_column(double precision, integer);
drop function map_row(double precision, integer);

-- Stored, so that a match is tested without joining and lowering the text of each circle.
drop index circles_search, circles_place;
drop statistics circles_text;
alter table circles add column search_text text not null
  generated always as (circle_text(title, city, state, description)) stored;
-- More samples than usual: how many circles have a text decides how it is searched for.
alter table circles alter column search_text set statistics 500;
create index circles_search on circles using gin (search_text gin_trgm_ops, traits) where not hide_circle and deleted_at is null;

-- The orders that are offered. Newest first and places have theirs already (circles_newest, circles_at_spot).
create index circles_by_title on circles ((lower(title) collate "C"), id) where not hide_circle and deleted_at is null;
create index circles_by_target on circles (total_target_size desc nulls last, id) where not hide_circle and deleted_at is null;
create index circles_by_radius on circles (geographic_radius desc nulls last, id) where not hide_circle and deleted_at is null;
