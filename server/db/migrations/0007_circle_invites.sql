-- An owner's link: whoever holds it sees and may join the circle, even a hidden one. One at a time; only its hash is kept.
create table circle_invites (
  circle_id uuid primary key references circles,
  token_hash bytea not null,
  created_by uuid not null references users,
  created_at timestamptz(3) not null default now()
);
