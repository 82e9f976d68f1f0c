-- Invitations by e-mail, beside the circle's one link: one per address and circle, valid for a time, and bound to the first account that uses
-- it. Rows are deleted when the invitation is revoked or expires, and with the circle: the address belongs to someone who may have no account.
create table circle_invitations (
  id uuid primary key,
  circle_id uuid not null references circles,
  -- In its normal form.
  email text not null check (email = lower(email) and length(email) <= 254),
  note text check (length(note) <= 500),
  -- The token is an HMAC of the id under a key of the server.
  token_hash bytea not null unique,
  created_by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  reminded_at timestamptz(3),
  opened_at timestamptz(3),
  -- The account that came by the link.
  user_id uuid references users,
  registered_at timestamptz(3),
  joined_at timestamptz(3),
  check ((user_id is null) = (registered_at is null)),
  check (joined_at is null or user_id is not null),
  unique (circle_id, email)
);
create index circle_invitations_user on circle_invitations (user_id) where user_id is not null;
create index circle_invitations_expiry on circle_invitations (expires_at);

-- Circles that a person saved to be told of changes.
create table circle_follows (
  user_id uuid not null references users,
  circle_id uuid not null references circles,
  created_at timestamptz(3) not null default now(),
  -- The circle's link by which a hidden circle was seen; null if the circle was visible.
  invite_id uuid,
  primary key (user_id, circle_id)
);
create index circle_follows_circle on circle_follows (circle_id);

-- Adds kinds of notices for followers to the list as it stands.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into strict kinds from pg_constraint where conname = 'notices_kind_check' and conrelid = 'notices'::regclass;
  execute 'alter table notices drop constraint notices_kind_check';
  execute 'alter table notices add constraint notices_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''followed_property''::text, ''followed_outcome''::text, ''followed_shares''::text, ''followed_complete''::text, ');
end $$;
