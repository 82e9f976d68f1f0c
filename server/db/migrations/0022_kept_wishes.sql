-- Where a person was going when they were asked to sign in, answer or wait. One per person: the last one counts.
create table kept_wishes (
  user_id uuid primary key references users,
  path text not null check (path ~ '^/[a-z]' and length(path) <= 200),
  circle_id uuid references circles,
  -- The invite that came with it, by its id. Its token is not stored, and once revoked it opens nothing.
  invite_id uuid,
  made_at timestamptz(3) not null default now()
);

-- The owner hears of joins and leaves, a broker of assignments.
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in (
  'new_property', 'vote_waits', 'answer', 'outcome', 'circle_complete', 'shares_free', 'verified', 'rules_changed',
  'member_joined', 'member_left', 'broker_assigned', 'broker_unassigned'));
