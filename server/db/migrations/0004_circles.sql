create table circles (
  id uuid primary key,
  title text not null check (title <> ''),
  description text not null default '',
  city text not null,
  state text,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  hide_circle boolean not null default false,
  deleted_at timestamptz(3),
  created_by uuid not null references users,
  total_target_size bigint check (total_target_size between 10000 and 1000000000),
  minimum_share_size text check (minimum_share_size in ('1/2', '1/3', '1/4', '1/5', '1/6', '1/8', '1/10', '1/12')),
  owner_investment_amount bigint check (owner_investment_amount > 0),
  geographic_radius integer not null default 15 check (geographic_radius between 0 and 100),
  bedrooms_min integer check (bedrooms_min between 1 and 5),
  bedrooms_max integer check (bedrooms_max between 1 and 5),
  bathrooms_min integer check (bathrooms_min between 1 and 5),
  bathrooms_max integer check (bathrooms_max between 1 and 5),
  ownership_structure text check (ownership_structure in ('tenancy_in_common', 'joint_tenancy', 'llc', 'partnership', 'trust', 'other')),
  property_types text[] not null default '{}',
  property_condition text[] not null default '{}',
  investment_purpose text[] not null default '{}',
  property_investment_min bigint check (property_investment_min >= 0),
  property_investment_max bigint check (property_investment_max >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((lat is null) = (lng is null)),
  check (property_types <@ array['single_family', 'multi_family', 'condo', 'townhouse', 'commercial', 'land', 'industrial']),
  check (property_condition <@ array['new', 'good', 'minor_renovation', 'major_renovation']),
  check (investment_purpose <@ array['vacation_home', 'short_term_rental', 'long_term_rental', 'commercial', 'primary_residence', 'other'])
);
create index circles_created on circles (created_at desc, id desc);
create index circles_creator on circles (created_by);
create trigger circles_touch before update on circles for each row execute function touch_updated_at();

create table memberships (
  id uuid primary key,
  circle_id uuid not null references circles,
  user_id uuid not null references users,
  is_owner boolean not null default false,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ended_by uuid references users,
  unique (id, circle_id)
);
create unique index memberships_one_per_person on memberships (circle_id, user_id) where ended_at is null;
create unique index memberships_one_owner on memberships (circle_id) where is_owner and ended_at is null;
create index memberships_user on memberships (user_id) where ended_at is null;

-- A circle's shares. At most one holder each: the column holds one membership, of the same circle.
create table arcs (
  circle_id uuid not null references circles,
  number integer not null check (number between 1 and 12),
  price bigint not null check (price > 0),
  membership_id uuid,
  primary key (circle_id, number),
  foreign key (membership_id, circle_id) references memberships (id, circle_id)
);
create index arcs_membership on arcs (membership_id) where membership_id is not null;

create table ledger (
  id bigint generated always as identity primary key,
  circle_id uuid not null references circles,
  membership_id uuid not null,
  user_id uuid not null references users,
  kind text not null check (kind in ('bought', 'added', 'removed')),
  arcs integer[] not null check (cardinality(arcs) > 0),
  -- Positive when arcs are taken, negative when they come free.
  amount bigint not null check ((kind = 'removed') = (amount < 0) and amount <> 0),
  actor_id uuid references users,
  at timestamptz(3) not null default now(),
  foreign key (membership_id, circle_id) references memberships (id, circle_id)
);
create index ledger_circle on ledger (circle_id, id);
create index ledger_user on ledger (user_id);
create trigger ledger_append_only before update or delete on ledger for each row execute function refuse_change();
create trigger ledger_no_truncate before truncate on ledger for each statement execute function refuse_change();

-- At commit, what a circle's ledger says equals the arcs its members hold: a purchase without its ledger row can't be committed.
create function check_ledger_agrees() returns trigger language plpgsql as $$
declare
  held bigint;
  written bigint;
begin
  select coalesce(sum(price), 0) into held from arcs where circle_id = new.circle_id and membership_id is not null;
  select coalesce(sum(amount), 0) into written from ledger where circle_id = new.circle_id;
  if held <> written then
    raise exception 'ledger of circle % says %, its arcs say %', new.circle_id, written, held using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_agrees after insert on ledger deferrable initially deferred for each row execute function check_ledger_agrees();
create constraint trigger arcs_agree after update of membership_id, price on arcs deferrable initially deferred for each row execute function check_ledger_agrees();

create table waiting_list (
  id bigint generated always as identity primary key,
  circle_id uuid not null references circles,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default now(),
  notified_at timestamptz(3),
  unique (circle_id, user_id)
);

create table broker_assignments (
  circle_id uuid not null references circles,
  broker_id uuid not null references users,
  is_exclusive boolean not null default false,
  assigned_at timestamptz(3) not null default now(),
  assigned_by uuid references users,
  primary key (circle_id, broker_id)
);
create unique index broker_assignments_one_exclusive on broker_assignments (circle_id) where is_exclusive;
create index broker_assignments_broker on broker_assignments (broker_id);

create table properties (
  id uuid primary key,
  circle_id uuid not null references circles,
  uploaded_by uuid not null references users,
  address text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  url text not null check (url ~* '^https?://'),
  price bigint not null check (price > 0),
  listing_status text not null default 'available' check (listing_status in ('available', 'under_offer', 'under_contract', 'sold', 'withdrawn')),
  image_key text references files (key),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index properties_circle on properties (circle_id, created_at desc) where deleted_at is null;
create index properties_image on properties (image_key) where image_key is not null;
create trigger properties_touch before update on properties for each row execute function touch_updated_at();

create table preferences (
  property_id uuid not null references properties,
  user_id uuid not null references users,
  preference text not null check (preference in ('invest', 'watchList', 'veto')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (property_id, user_id)
);
create index preferences_user on preferences (user_id);
create trigger preferences_touch before update on preferences for each row execute function touch_updated_at();
