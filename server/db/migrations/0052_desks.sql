-- One machinery of posts: discussions of properties and motions, a circle's conversation, questions of people who think of joining.

-- What people ask a circle's owner before joining. The question and its answer are posts.
create table questions (
  id uuid primary key,
  circle_id uuid not null references circles,
  asked_by uuid not null references users,
  state text not null default 'waiting' check (state in ('waiting', 'answered', 'declined', 'removed')),
  created_at timestamptz(3) not null default now()
);
create index questions_circle on questions (circle_id, state, id);
create index questions_asked_by on questions (asked_by);

alter table posts
  -- The circle whose conversation it is in.
  add column circle_id uuid references circles,
  add column question_id uuid references questions,
  -- A deleted post keeps its place and loses its words; a hidden one keeps them for administrators only.
  add column deleted_at timestamptz(3),
  add column hidden_at timestamptz(3),
  drop constraint posts_subject_check,
  add constraint posts_subject_check check (num_nonnulls(property_id, motion_id, circle_id, question_id) = 1),
  drop constraint posts_body_check,
  add constraint posts_body_check check ((body = '') = (deleted_at is not null) and char_length(body) <= 2000);
create index posts_circle on posts (circle_id, id desc) where circle_id is not null;
create index posts_question on posts (question_id, id) where question_id is not null;

create table post_mentions (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users,
  primary key (post_id, user_id)
);
create index post_mentions_user on post_mentions (user_id);

alter table thread_visits
  add column circle_id uuid references circles,
  drop constraint thread_visits_check,
  add constraint thread_visits_subject_check check (num_nonnulls(property_id, motion_id, circle_id) = 1),
  drop constraint thread_visits_user_id_property_id_motion_id_key,
  add constraint thread_visits_one unique nulls not distinct (user_id, property_id, motion_id, circle_id);

-- What an owner has done of the first steps that no other table says.
create table circle_first_steps (
  circle_id uuid primary key references circles,
  rules_read_at timestamptz(3),
  shared_at timestamptz(3),
  put_away_at timestamptz(3)
);
-- Owners of before know their circle.
insert into circle_first_steps (circle_id, put_away_at) select id, now() from circles;

-- When the member first saw their circle after joining.
alter table memberships add column welcomed_at timestamptz(3);
update memberships set welcomed_at = created_at;

-- What people say about themselves, shown beside their circles only if they wish.
alter table users
  add column about text not null default '' check (char_length(about) <= 500),
  add column shows_about boolean not null default false,
  -- Read by the person who was suspended.
  add column suspended_reason text check (suspended_reason <> '' and char_length(suspended_reason) <= 500);

-- A search of the page with its filters, as its address.
create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users,
  address text not null check (char_length(address) <= 2000),
  created_at timestamptz(3) not null default now(),
  unique (user_id, address)
);
-- Each circle is told of once per search.
create table saved_search_matches (
  saved_search_id uuid not null references saved_searches on delete cascade,
  circle_id uuid not null references circles,
  at timestamptz(3) not null default now(),
  mailed_at timestamptz(3),
  primary key (saved_search_id, circle_id)
);
create index saved_search_matches_circle on saved_search_matches (circle_id);
create index saved_search_matches_to_mail on saved_search_matches (saved_search_id) where mailed_at is null;

-- What people report. Several reports of one thing are one row until an administrator has decided.
create table reports (
  id uuid primary key,
  user_id uuid references users,
  circle_id uuid references circles,
  property_id uuid references properties,
  post_id uuid references posts on delete set null,
  question_id uuid references questions,
  -- What is reported: a post may be gone.
  kind text not null check (kind in ('person', 'circle', 'property', 'post', 'question')),
  -- As it was when it was first reported. Names people by their ids, too, so that it can be erased with them.
  snapshot jsonb not null,
  created_at timestamptz(3) not null default now(),
  decision text check (decision in ('dismissed', 'hidden', 'suspended')),
  decided_by uuid references users,
  decided_at timestamptz(3),
  check (num_nonnulls(user_id, circle_id, property_id, post_id, question_id) <= 1),
  check ((decision is null) = (decided_at is null))
);
create unique index reports_one_open on reports (user_id, circle_id, property_id, post_id, question_id) nulls not distinct
  where decision is null and num_nonnulls(user_id, circle_id, property_id, post_id, question_id) = 1;
create index reports_open on reports (created_at, id) where decision is null;
create table report_reasons (
  report_id uuid not null references reports on delete cascade,
  user_id uuid not null references users,
  reason text not null check (reason in ('identity', 'money', 'misleading', 'offensive', 'private', 'other')),
  words text not null default '' check (char_length(words) <= 500),
  at timestamptz(3) not null default now(),
  primary key (report_id, user_id)
);
create index report_reasons_user on report_reasons (user_id);
alter table properties add column hidden_at timestamptz(3);

create trigger reports_told_oversight after insert or update on reports for each statement execute function tell_oversight();

-- When an administrator last saw the crash reports.
create table admin_visits (
  user_id uuid primary key references users,
  at timestamptz(3) not null default now()
);

-- Administrators may end someone's session.
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'theft', 'password', 'email', 'suspended', 'deleted', 'ended_by_user', 'ended_by_admin'));

-- Browsers that receive pushes. They end with the session in which they were switched on.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null check (char_length(p256dh) <= 200),
  auth text not null check (char_length(auth) <= 100),
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);
-- The keys of this installation, made at the first start where the environment has none.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key text not null
);

alter table notice_settings
  add column push_on text[] not null default '{}',
  drop constraint notice_settings_mails_off_check,
  add constraint notice_settings_mails_off_check
    check (mails_off <@ array['vote', 'outcome', 'members', 'place', 'mention', 'question', 'search']),
  add constraint notice_settings_push_on_check
    check (push_on <@ array['vote', 'outcome', 'members', 'place', 'mention', 'question', 'search']);

-- Adds kinds of notices to the list as it stands.
do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(kind), ', ') into kinds from (
    select matched[1] as kind from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['mention', 'question', 'question_answered', 'question_declined', 'saved_search', 'report_seen'])
  ) as known;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', kinds);
end $$;
