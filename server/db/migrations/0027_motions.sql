-- Stages of a circle, and motions: what its members decide besides properties.

-- Set when the members have ended the circle. An ended circle is in no list; its members still read it.
alter table circles add column ended_at timestamptz(3);
alter table circles add constraint circles_ended_is_hidden check (ended_at is null or hide_circle);

-- When each stage began. The present stage follows from the arcs and ended_at; this table only dates it.
create table stage_history (
  id bigint generated always as identity primary key,
  circle_id uuid not null references circles,
  stage text not null check (stage in ('gathering', 'deciding', 'buying', 'owning', 'ended')),
  began_at timestamptz(3) not null default now()
);
create index stage_history_circle on stage_history (circle_id, id desc);
insert into stage_history (circle_id, stage, began_at) select id, 'gathering', created_at from circles order by created_at, id;
insert into stage_history (circle_id, stage, began_at)
  select circle_id, 'deciding', max(at) from ledger
  where exists (select from arcs where arcs.circle_id = ledger.circle_id)
    and not exists (select from arcs where arcs.circle_id = ledger.circle_id and membership_id is null)
  group by circle_id;
create trigger stage_history_append_only before update or delete on stage_history for each row execute function refuse_change();
create trigger stage_history_no_truncate before truncate on stage_history for each statement execute function refuse_change();

-- Kind, figures and ids of a motion. Words, which may name people, are in motion_texts; its state is in the tables below.
create table motions (
  id uuid primary key,
  circle_id uuid not null references circles,
  kind text not null check (kind in ('general', 'spend', 'treasurer', 'reserve', 'rules', 'release', 'wind_up')),
  proposed_by uuid not null references users,
  -- The charter by which it is counted: a later version does not change an open motion.
  charter_version integer not null,
  facts jsonb not null,
  -- SHA-256 of kind and facts: the same motion is refused while one is open and for a while after a no.
  facts_hash text not null check (facts_hash ~ '^[0-9a-f]{64}$'),
  closes_at timestamptz(3) not null,
  -- Only arcs count that their holder has held since then at the latest.
  held_before timestamptz not null,
  supersedes uuid references motions,
  at timestamptz not null default clock_timestamp(),
  check (held_before < closes_at),
  foreign key (circle_id, charter_version) references charters (circle_id, version)
);
create index motions_circle on motions (circle_id, id desc);
create index motions_closing on motions (closes_at);
create index motions_same on motions (circle_id, facts_hash);
create index motions_proposer on motions (proposed_by);
create index motions_supersedes on motions (supersedes) where supersedes is not null;

-- Emptied when the proposer is erased.
create table motion_texts (
  motion_id uuid primary key references motions,
  title text not null check (char_length(title) <= 120),
  body text not null check (char_length(body) <= 4000),
  payee text check (char_length(payee) <= 120)
);

-- Every vote as it was cast; the last one of a person is in force.
create table motion_votes (
  id uuid primary key,
  motion_id uuid not null references motions,
  user_id uuid not null references users,
  choice text not null check (choice in ('yes', 'no', 'abstain')),
  at timestamptz not null default clock_timestamp()
);
create index motion_votes_motion on motion_votes (motion_id, user_id, at desc);
create index motion_votes_user on motion_votes (user_id);
create table motion_vote_reasons (
  vote_id uuid primary key references motion_votes,
  user_id uuid not null references users,
  reason text not null check (reason <> '' and char_length(reason) <= 280)
);
create index motion_vote_reasons_user on motion_vote_reasons (user_id);

-- Members who have no vote on a motion, because they profit from it. Said by the proposer when proposing, or by the member.
-- No foreign key to the member: their deletion locks them before the circle, this row is written with the circle locked.
create table motion_conflicts (
  motion_id uuid not null references motions,
  user_id uuid not null,
  declared_by uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  primary key (motion_id, user_id)
);
create index motion_conflicts_user on motion_conflicts (user_id);

-- Taken back by its proposer; without a person: the circle ended while the motion was open.
create table motion_withdrawals (
  motion_id uuid primary key references motions,
  by uuid references users,
  at timestamptz not null default clock_timestamp()
);

-- The words stay as they were voted on; only erasing them is possible.
create function refuse_change_of_voted_motion() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or exists (select from motion_votes where motion_id = old.id) then
    raise exception 'a motion that was voted on cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger motions_locked_by_votes before update or delete on motions for each row execute function refuse_change_of_voted_motion();
create trigger motions_no_truncate before truncate on motions for each statement execute function refuse_change();

create function refuse_change_of_voted_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.motion_id = old.motion_id
    and ((new.title = '' and new.body = '' and new.payee is null) or not exists (select from motion_votes where motion_id = old.motion_id)) then
    return new;
  end if;
  raise exception 'the words of a motion that was voted on cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger motion_texts_locked_by_votes before update or delete on motion_texts for each row execute function refuse_change_of_voted_words();
create trigger motion_texts_no_truncate before truncate on motion_texts for each statement execute function refuse_change();

-- The record takes motions too.
alter table decision_record
  add column motion_id uuid references motions,
  add column needs_parts integer,
  add column needs_of integer,
  add column yes integer,
  add column no integer,
  add column abstain integer,
  -- Arcs or members that had no vote.
  add column left_out integer,
  add column outcome text check (outcome in ('passed', 'did_not_pass', 'too_few_voted'));
alter table decision_record drop constraint decision_record_kind_check;
alter table decision_record add constraint decision_record_kind_check check (kind in (
  'outcome', 'closed', 'closing_date', 'rules', 'motion_made', 'motion_changed', 'motion_locked', 'motion_conflict', 'motion_withdrawn',
  'motion_lapsed', 'motion_closed'));
alter table decision_record drop constraint decision_record_cause_check;
alter table decision_record add constraint decision_record_cause_check check (cause in (
  'vote', 'joined', 'left', 'removed', 'terms', 'closing_date', 'rules', 'motion'));
alter table decision_record drop constraint decision_record_check;
alter table decision_record add constraint decision_record_property_check
  check ((property_id is null) = (kind = 'rules' or kind like 'motion%'));
alter table decision_record add constraint decision_record_motion_check check (kind not like 'motion%' or motion_id is not null);
alter table decision_record add constraint decision_record_count_check check ((kind = 'motion_closed') = (outcome is not null));
create index decision_record_motion on decision_record (motion_id) where motion_id is not null;

alter table record_votes
  add column choice text check (choice in ('yes', 'no', 'abstain')),
  add column is_left_out boolean not null default false;

-- The result of a motion, with its row in the record.
create table motion_closings (
  motion_id uuid primary key references motions,
  record_id uuid not null unique references decision_record,
  outcome text not null check (outcome in ('passed', 'did_not_pass', 'too_few_voted')),
  at timestamptz not null
);
-- The effect of a passed motion happens once: a second row for the same record cannot be written.
create table motion_effects (
  record_id uuid primary key references decision_record,
  motion_id uuid not null unique references motions,
  at timestamptz not null default clock_timestamp()
);
create table motion_reminders (
  motion_id uuid primary key references motions,
  at timestamptz not null default clock_timestamp()
);

-- What passed motions have set. The newest row of a circle is in force. No foreign key to the member, as above.
create table treasurers (
  record_id uuid primary key references decision_record,
  circle_id uuid not null references circles,
  user_id uuid not null,
  at timestamptz not null default clock_timestamp()
);
create index treasurers_circle on treasurers (circle_id, at desc);
create index treasurers_user on treasurers (user_id);
create table reserves (
  record_id uuid primary key references decision_record,
  circle_id uuid not null references circles,
  floor_cents bigint not null check (floor_cents >= 0),
  emergency_cents bigint not null check (emergency_cents >= 0),
  at timestamptz not null default clock_timestamp()
);
create index reserves_circle on reserves (circle_id, at desc);

do $$
declare
  name text;
begin
  foreach name in array array['motion_votes', 'motion_conflicts', 'motion_withdrawals', 'motion_closings', 'motion_effects', 'treasurers', 'reserves'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end $$;

-- Threads and notices about motions.
alter table posts alter column property_id drop not null, add column motion_id uuid references motions;
alter table posts add constraint posts_subject_check check (num_nonnulls(property_id, motion_id) = 1);
create index posts_motion on posts (motion_id, id desc) where motion_id is not null;

alter table notices add column motion_id uuid references motions, add column motion_title text;
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in (
  'new_property', 'vote_waits', 'answer', 'outcome', 'circle_complete', 'shares_free', 'verified', 'rules_changed',
  'member_joined', 'member_left', 'broker_assigned', 'broker_unassigned', 'new_motion', 'motion_waits', 'motion_outcome', 'circle_ended'));
drop index notices_one_unread;
create unique index notices_one_unread on notices (user_id, kind, circle_id, property_id, motion_id) nulls not distinct where read_at is null;

alter table live_events drop constraint live_events_topic_check;
alter table live_events add constraint live_events_topic_check
  check (topic in ('funding', 'votes', 'properties', 'circle', 'thread', 'members', 'self', 'notices', 'motions'));

-- A person's secret calendar address: only its hash is stored.
create table calendar_feeds (
  user_id uuid primary key references users,
  secret_hash text not null unique,
  at timestamptz(3) not null default now()
);

-- Every circle's charter gains clauses on motions, being released and ending, as a new version. Its texts are those of domain/charter.ts.
create function pg_temp.part(percent integer) returns text language sql as $$
  select case when percent = 50 then 'half' else percent || '%' end
$$;
create function pg_temp.charter_clauses(count_by text, threshold integer, quorum integer, veto_blocks boolean) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('title', title, 'text', words) order by number)
  from (select case count_by when 'arcs' then 'the arcs held' else 'the members' end as everyone) as counted,
    lateral (values
      (1, 'How votes count', case count_by
        when 'arcs' then 'Votes count by arcs: whoever holds more arcs has more say.'
        else 'Votes count by person: every member has one say, however many arcs they hold.' end),
      (2, 'When a property passes', 'A property passes when '
        || case when threshold = 99 then 'all of ' else 'more than ' || pg_temp.part(threshold) || ' of ' end || everyone
        || ' vote Ready to Invest. '
        || case when quorum = 0 then 'No quorum is needed.'
          else case when quorum = 100 then 'All' else 'At least ' || pg_temp.part(quorum) end || ' of ' || everyone
            || ' must have voted. Watch List and Veto count as having voted.' end
        || ' It is counted by what is held at that moment; a closing date counts only arcs that their holder has had for a day by then.'),
      (3, 'Vetoes', case when veto_blocks then 'A single veto blocks a property for as long as it stands.'
        else 'A veto says no. It does not block a property on its own.' end),
      (4, 'Changing your mind', 'You can change or clear your vote at any time before the closing date, if the property has one. A closing date is set at least a day ahead and freezes the outcome; from then on the property’s address, price, link and picture are locked. Every change of outcome is on the circle’s record, with the votes and reasons of that moment.'),
      (5, 'Leaving', 'You can leave while the circle is not fully funded. Your arcs come free for others and your votes are taken back; what is on the record stays. The owner has to hand the circle on first.'),
      (6, 'When the circle is full', 'Once every arc has a holder, the circle is complete and the group can proceed with an acquisition. Nobody can join or leave from then on. A commitment is recorded; no payment is taken here.'),
      (7, 'Changing these rules', 'The owner can change how the circle decides, but not while an open property or motion has votes, and not once buying has begun. The members can change it by a motion. Every version is kept, and the members are told.'),
      (8, 'Motions', 'Once every arc is held, any member can propose a motion: to spend, to name a treasurer, to set a reserve, to change these rules, or anything else. It closes between one and 60 days ahead, or once everyone has voted. Yes must exceed the part of all that may vote which its kind needs: half to release a member, two thirds to change these rules, three quarters to end the circle, and what a property needs for everything else. Whoever profits has no vote on it and is left out of the count.'),
      (9, 'Being released', 'Before anything is bought, a member of a full circle can ask to be released. If more than half of the others agree, their arcs come free and the circle gathers again.'),
      (10, 'Ending the circle', 'Before anything is bought, a motion ends the circle: all commitments end at once, and the record stays for its members.')
    ) as clause (number, title, words)
$$;
insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses)
  select distinct on (circle_id) circle_id, version + 1, count_by, threshold, quorum, veto_blocks,
    pg_temp.charter_clauses(count_by, threshold, quorum, veto_blocks)
  from charters order by circle_id, version desc;
insert into notices (id, user_id, kind, circle_id, facts, circle_title)
  select gen_random_uuid(), memberships.user_id, 'rules_changed', circles.id, '{}', circles.title
  from circles join memberships on memberships.circle_id = circles.id and memberships.ended_at is null
  where circles.deleted_at is null and exists (select from charters where charters.circle_id = circles.id)
  on conflict do nothing;
