-- Deciding together, beside the specified vote: rules, reasons, outcomes on record, threads and notices.

-- A circle's rules and the words in which they were put to people. A circle without a row has version 1 with the rules
-- that every circle starts from; the row is written once someone accepts or changes it.
create table charters (
  circle_id uuid not null references circles,
  version integer not null check (version > 0),
  count_by text not null check (count_by in ('arcs', 'people')),
  threshold integer not null check (threshold between 1 and 99),
  quorum integer not null check (quorum between 0 and 100),
  veto_blocks boolean not null,
  clauses jsonb not null,
  set_by uuid references users,
  at timestamptz(3) not null default now(),
  primary key (circle_id, version)
);
create trigger charters_append_only before update or delete on charters for each row execute function refuse_change();
create trigger charters_no_truncate before truncate on charters for each statement execute function refuse_change();

-- Who agreed to which version, and when.
create table charter_acceptances (
  membership_id uuid not null references memberships,
  circle_id uuid not null,
  version integer not null,
  user_id uuid not null references users,
  at timestamptz(3) not null default now(),
  primary key (membership_id, version),
  foreign key (circle_id, version) references charters (circle_id, version)
);
create index charter_acceptances_user on charter_acceptances (user_id);
create trigger charter_acceptances_append_only before update or delete on charter_acceptances for each row execute function refuse_change();
create trigger charter_acceptances_no_truncate before truncate on charter_acceptances for each statement execute function refuse_change();

-- Every vote as it was cast, changed or taken back (null). Written while the circle's row is held, so their times are their order.
create table vote_history (
  id uuid primary key,
  property_id uuid not null references properties,
  user_id uuid not null references users,
  preference text check (preference in ('invest', 'watchList', 'veto')),
  at timestamptz not null default clock_timestamp()
);
create index vote_history_property on vote_history (property_id, user_id, at);
create index vote_history_user on vote_history (user_id);
create trigger vote_history_append_only before update or delete on vote_history for each row execute function refuse_change();
create trigger vote_history_no_truncate before truncate on vote_history for each statement execute function refuse_change();

-- What people said with a vote: personal, so it stands beside the history and is erased with the person.
create table vote_reasons (
  vote_id uuid primary key references vote_history,
  user_id uuid not null references users,
  reason text not null check (reason <> '' and char_length(reason) <= 280)
);
create index vote_reasons_user on vote_reasons (user_id);

alter table preferences
  add column vote_id uuid references vote_history,
  -- When the voter last said yes to what the property was: what changed later is theirs to look at again.
  add column seen_at timestamptz not null default clock_timestamp();

-- Price, address or link of a property that had votes.
create table property_changes (
  id uuid primary key,
  property_id uuid not null references properties,
  field text not null check (field in ('price', 'address', 'url')),
  before text not null,
  after text not null,
  changed_by uuid references users,
  at timestamptz not null default clock_timestamp()
);
create index property_changes_property on property_changes (property_id, at);

-- Where each property stands. No row: open, without a closing date. A table of its own, because a change of outcome is
-- no change of the property, whose updated_at others hold in their hands while they edit it.
create table decisions (
  property_id uuid primary key references properties,
  state text not null default 'open' check (state in ('open', 'passes', 'blocked')),
  closes_at timestamptz(3),
  reminded_at timestamptz(3),
  -- The row of the record that froze it.
  closed_by_record uuid,
  check (closed_by_record is null or closes_at is not null)
);
create index decisions_closing on decisions (closes_at) where closes_at is not null and closed_by_record is null;

-- The record: every change of outcome, of closing dates and of rules, with the figures of that moment.
create table decision_record (
  id uuid primary key,
  circle_id uuid not null references circles,
  property_id uuid references properties,
  kind text not null check (kind in ('outcome', 'closed', 'closing_date', 'rules')),
  cause text not null check (cause in ('vote', 'joined', 'left', 'removed', 'terms', 'closing_date', 'rules')),
  -- Null when the closing date alone brought it about.
  actor_id uuid references users,
  charter_version integer not null,
  count_by text not null,
  threshold integer not null,
  quorum integer not null,
  veto_blocks boolean not null,
  -- Of the property at that moment; null for a change of rules.
  address text,
  price bigint,
  closes_at timestamptz(3),
  state text check (state in ('open', 'passes', 'blocked')),
  held integer,
  voted integer,
  invest integer,
  watch_list integer,
  veto integer,
  at timestamptz not null default clock_timestamp(),
  check ((kind = 'rules') = (property_id is null)),
  check ((property_id is null) = (state is null))
);
create index decision_record_circle on decision_record (circle_id, at desc);
create index decision_record_property on decision_record (property_id);
create trigger decision_record_append_only before update or delete on decision_record for each row execute function refuse_change();
create trigger decision_record_no_truncate before truncate on decision_record for each statement execute function refuse_change();
alter table decisions add foreign key (closed_by_record) references decision_record;

-- Every holder at that moment, also those who had not voted. Reasons are found by the vote, as long as the person is there.
create table record_votes (
  record_id uuid not null references decision_record,
  user_id uuid not null references users,
  arcs integer not null check (arcs >= 0),
  preference text check (preference in ('invest', 'watchList', 'veto')),
  vote_id uuid references vote_history,
  primary key (record_id, user_id)
);
create index record_votes_user on record_votes (user_id);
create trigger record_votes_append_only before update or delete on record_votes for each row execute function refuse_change();
create trigger record_votes_no_truncate before truncate on record_votes for each statement execute function refuse_change();

-- What members and brokers ask and answer about a property.
create table posts (
  id uuid primary key,
  property_id uuid not null references properties,
  user_id uuid not null references users,
  -- As a broker of the circle, then; what they are today does not change what was said.
  is_broker boolean not null,
  body text not null check (body <> '' and char_length(body) <= 2000),
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3)
);
create index posts_property on posts (property_id, id desc);
create index posts_user on posts (user_id);

create table notices (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('new_property', 'vote_waits', 'answer', 'outcome', 'circle_complete', 'shares_free', 'verified', 'rules_changed')),
  circle_id uuid references circles,
  property_id uuid references properties,
  -- Codes and counts only, never a name.
  facts jsonb not null default '{}',
  at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- When a digest took it along.
  mailed_at timestamptz(3)
);
create index notices_user on notices (user_id, at desc, id desc);
-- News of one kind about one thing is one notice until it is read: ten answers do not make ten.
create unique index notices_one_unread on notices (user_id, kind, circle_id, property_id) nulls not distinct where read_at is null;
create index notices_to_mail on notices (user_id) where read_at is null and mailed_at is null;

create table notice_settings (
  user_id uuid primary key references users,
  digest text not null default 'weekly' check (digest in ('daily', 'weekly', 'off')),
  last_digest_at timestamptz(3)
);

alter table live_events drop constraint live_events_topic_check;
alter table live_events add constraint live_events_topic_check
  check (topic in ('funding', 'votes', 'properties', 'circle', 'thread', 'notices'));
