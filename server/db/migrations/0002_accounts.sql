create table users (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  -- Null once the person is deleted, which frees the address.
  email text,
  password_hash text,
  status text not null default 'active' check (status in ('active', 'suspended', 'invited')),
  is_admin boolean not null default false,
  is_broker boolean not null default false,
  is_verified boolean not null default false,
  onboarding_complete boolean not null default false,
  verification_requested boolean not null default false,
  verification_requested_at timestamptz(3),
  verified_at timestamptz(3),
  verified_by uuid references users,
  tos_accepted_at timestamptz(3),
  profile_image_key text,
  location_city text,
  location_state text,
  location_lat double precision check (location_lat between -90 and 90),
  location_lng double precision check (location_lng between -180 and 180),
  preferred_investment_radius integer check (preferred_investment_radius between 0 and 100),
  property_investment_min bigint check (property_investment_min >= 0),
  property_investment_max bigint check (property_investment_max >= property_investment_min),
  preferred_property_types text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  check (deleted_at is not null or email is not null),
  check (deleted_at is null or (email is null and password_hash is null and not is_admin and not is_broker))
);
create unique index users_email_key on users (lower(email));
create index users_created on users (created_at desc, id);
create index users_brokers on users (id) where is_broker;
create index users_admins on users (id) where is_admin;
create index users_awaiting_verification on users (verification_requested_at) where verification_requested and not is_verified;
create trigger users_touch before update on users for each row execute function touch_updated_at();

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  -- The refresh token of generation g is an HMAC over (id, g): only the newest one's hash is kept.
  generation integer not null default 0,
  refresh_hash bytea not null,
  rotated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('logout', 'theft', 'password', 'email', 'suspended', 'deleted', 'ended_by_user')),
  user_agent text not null default '',
  address text not null default '',
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

create table one_time_links (
  id uuid primary key,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('reset_password', 'set_password')),
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index one_time_links_user on one_time_links (user_id, purpose) where used_at is null;

create table rate_counters (
  name text not null,
  subject text not null,
  window_ends_at timestamptz(3) not null,
  count integer not null,
  primary key (name, subject)
);
create index rate_counters_expiry on rate_counters (window_ends_at);

create table idempotency_keys (
  user_id uuid not null references users,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  actor_id uuid references users,
  act text not null,
  subject_kind text,
  subject_id text,
  fields text[] not null default '{}',
  -- Ids, codes and amounts only: personal values belong in audit_values.
  facts jsonb not null default '{}',
  request_id text,
  address text
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_subject on audit_log (subject_kind, subject_id);
create index audit_log_actor on audit_log (actor_id, at desc);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- What a person's fields held before and after an act; erased with the person.
create table audit_values (
  audit_id bigint not null references audit_log,
  user_id uuid not null references users,
  before jsonb not null,
  after jsonb not null,
  primary key (audit_id, user_id)
);
create index audit_values_user on audit_values (user_id);

create table mails (
  id uuid primary key,
  user_id uuid references users,
  template text not null,
  to_address text not null,
  -- What the template shows, rendered when the mail is sent. It may hold a one-time link, so it is blanked with the
  -- rendered bodies once an SMTP server has taken the mail.
  props jsonb,
  subject text,
  html text,
  body text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index mails_created on mails (created_at desc, id desc);
create index mails_status on mails (status, created_at);
create index mails_user on mails (user_id);
