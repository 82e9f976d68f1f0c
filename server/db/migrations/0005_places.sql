create extension if not exists pg_trgm;

create table places (
  id integer primary key,
  city text not null,
  state text not null,
  state_code text not null,
  county text not null default '',
  country text not null,
  lat double precision not null,
  lng double precision not null,
  population integer not null
);

-- Every folded spelling under which a place is found (accents, apostrophes, saint/st, aliases).
create table place_names (
  name text not null,
  place_id integer not null references places on delete cascade,
  primary key (name, place_id)
);
create index place_names_prefix on place_names (name text_pattern_ops);
create index place_names_trigram on place_names using gin (name gin_trgm_ops);
create index place_names_place on place_names (place_id);
