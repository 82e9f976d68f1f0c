-- Which edition of the gazetteer the places are from, so that a newer product loads its own.
create table gazetteer (
  is_the_one boolean primary key default true check (is_the_one),
  version text not null,
  loaded_at timestamptz(3) not null default now()
);

-- Names carry the rank of their place (1 is the largest), so that the largest of many are found without looking at all of them.
-- They are written with their places, all at once: checking each of 60,000 rows against them would only make the first start slow.
drop table place_names;
create table place_names (
  name text not null,
  place_id integer not null,
  rank integer not null,
  -- The name alone, without the state behind it.
  is_plain boolean not null
);
create index place_names_begin_1 on place_names (left(name, 1), rank);
create index place_names_begin_2 on place_names (left(name, 2), rank);
create index place_names_begin_3 on place_names (left(name, 3), rank);
create index place_names_prefix on place_names (name text_pattern_ops);
create index place_names_trigram on place_names using gin (name gin_trgm_ops) where is_plain;
