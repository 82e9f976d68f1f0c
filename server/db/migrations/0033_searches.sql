-- Searches among a million circles (docs/decisions/0027-searches-among-a-million.md).

-- A circle's traits as a number, for indexes: comparing it costs a hundredth of comparing lists of words. Bits are never given another meaning.
create function trait_mask(traits text[]) returns bigint language sql immutable parallel safe
  return (select coalesce(bit_or(1::bigint << (array_position(array[
    'type:single_family', 'type:multi_family', 'type:condo', 'type:townhouse', 'type:commercial', 'type:land', 'type:industrial',
    'condition:new', 'condition:good', 'condition:minor_renovation', 'condition:major_renovation',
    'purpose:vacation_home', 'purpose:short_term_rental', 'purpose:long_term_rental', 'purpose:commercial', 'purpose:primary_residence',
    'purpose:other',
    'ownership:tenancy_in_common', 'ownership:joint_tenancy', 'ownership:llc', 'ownership:partnership', 'ownership:trust', 'ownership:other',
    'bedrooms:1', 'bedrooms:2', 'bedrooms:3', 'bedrooms:4', 'bedrooms:5',
    'bathrooms:1', 'bathrooms:2', 'bathrooms:3', 'bathrooms:4', 'bathrooms:5'], trait) - 1)), 0) from unnest(traits) trait);

alter table circles add column trait_bits bigint not null generated always as (
  trait_mask(circle_traits(property_types, property_condition, investment_purpose, ownership_structure,
    bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max))
) stored;

-- The same indexes as before, which now contain what searches ask for: they read an index and not a circle for each entry. An index on an
-- expression is read alone only if it also contains the column, so the order by title contains the title.
drop index circles_newest, circles_by_title, circles_by_target, circles_by_radius, circles_at_spot, circles_place;
create index circles_newest on circles (created_at desc, id) include (trait_bits, total_target_size, lat, lng)
  where not hide_circle and deleted_at is null;
create index circles_by_title on circles ((lower(title) collate "C"), id) include (title, trait_bits, total_target_size, lat, lng)
  where not hide_circle and deleted_at is null;
create index circles_by_target on circles (total_target_size desc nulls last, id) include (trait_bits, lat, lng, created_at)
  where not hide_circle and deleted_at is null;
create index circles_by_radius on circles (geographic_radius desc nulls last, id) include (trait_bits, total_target_size, lat, lng)
  where not hide_circle and deleted_at is null;
create index circles_at_spot on circles (lat, lng, id) include (trait_bits, total_target_size)
  where not hide_circle and deleted_at is null;
create index circles_place on circles using gist (point(lng, lat))
  include (id, trait_bits, total_target_size, lat, lng, created_at, geographic_radius)
  where not hide_circle and deleted_at is null;

-- Every combination of traits that a circle has or had, once: many circles share one, and those that match are found without reading
-- each circle.
create table circle_kinds (
  trait_bits bigint primary key
);
create index circles_of_kind on circles (trait_bits, total_target_size, id) include (created_at, geographic_radius)
  where not hide_circle and deleted_at is null;
create function note_circle_kind() returns trigger language plpgsql as $$
begin
  insert into circle_kinds (trait_bits) values (new.trait_bits) on conflict do nothing;
  return null;
end $$;
create trigger circles_kind_made after insert on circles for each row execute function note_circle_kind();
create trigger circles_kind_changed after update of property_types, property_condition, investment_purpose, ownership_structure,
  bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max on circles for each row execute function note_circle_kind();
insert into circle_kinds (trait_bits) select distinct trait_bits from circles;

-- The search index of every sixteenth circle, by the last byte of its id. A text with more than a thousand matches in it needs no counting.
create index circles_search_sample on circles using gin (circle_text(title, city, state, description) gin_trgm_ops, traits)
  where not hide_circle and deleted_at is null and get_byte(uuid_send(id), 15) < 16;
