-- The map counts circles with free arcs from the index alone, as it does without a filter.
drop index circles_at_spot;
create index circles_at_spot on circles (lat, lng, id) include (has_free_arcs) where not hide_circle and deleted_at is null;
