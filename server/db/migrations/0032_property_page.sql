-- Optional facts of a property. They are locked at closing, like its address and price.
alter table properties
  add column year_built smallint check (year_built between 1600 and 2100),
  add column bedrooms smallint check (bedrooms between 0 and 200),
  -- Halves are exact in binary.
  add column bathrooms real check (bathrooms between 0 and 200 and bathrooms * 2 = floor(bathrooms * 2)),
  add column living_area integer check (living_area between 1 and 10000000);

-- The facts of the moment. Rows of before have none.
alter table decision_record
  add column year_built smallint,
  add column bedrooms smallint,
  add column bathrooms real,
  add column living_area integer;

-- A property's pictures in their order; the one with the lowest position is the listing picture. There is no second place for it, so the
-- two cannot disagree.
create table property_pictures (
  property_id uuid not null references properties,
  position smallint not null check (position between 1 and 12),
  image_key text not null references files (key),
  primary key (property_id, position),
  unique (property_id, image_key)
);
create index property_pictures_image on property_pictures (image_key);
insert into property_pictures (property_id, position, image_key)
  select id, 1, image_key from properties where image_key is not null;
alter table properties drop column image_key;
