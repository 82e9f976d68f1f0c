-- Motions from buying on, members who are silent, and a charter that says so.

-- When each person made their last request, at most once an hour. Nobody is silent who has no row here.
create table last_requests (
  user_id uuid primary key references users,
  at timestamptz not null default clock_timestamp()
);
-- Mails that said what silence means.
create table silence_warnings (
  user_id uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, at)
);
-- While someone is silent their arcs are left out of every count.
create table silences (
  id uuid primary key,
  user_id uuid not null references users,
  since timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check (ended_at is null or ended_at >= since)
);
create unique index silences_open on silences (user_id) where ended_at is null;
create index silences_user on silences (user_id, since);

-- Members who were asked to accept a version of the charter. No foreign key to the member: their deletion locks them before the circle,
-- this row is written with the circle locked.
create table charter_asks (
  id uuid primary key,
  circle_id uuid not null references circles,
  user_id uuid not null,
  version integer not null,
  asked_by uuid not null,
  at timestamptz not null default clock_timestamp()
);
create index charter_asks_member on charter_asks (circle_id, user_id, at);
create index charter_asks_user on charter_asks (user_id);
create index charter_asks_asked_by on charter_asks (asked_by);
create trigger charter_asks_append_only before update or delete on charter_asks for each row execute function refuse_change();
create trigger charter_asks_no_truncate before truncate on charter_asks for each statement execute function refuse_change();

-- The frozen result says who was silent, and from how many votes in favour it passed.
alter table decision_record add column silent integer, add column passes_from integer;
alter table record_votes add column is_silent boolean not null default false;
do $$
declare
  causes text;
begin
  select pg_get_constraintdef(oid) into strict causes from pg_constraint
    where conname = 'decision_record_cause_check' and conrelid = 'decision_record'::regclass;
  execute 'alter table decision_record drop constraint decision_record_cause_check';
  execute 'alter table decision_record add constraint decision_record_cause_check '
    || replace(causes, 'ARRAY[', 'ARRAY[''silence''::text, ');
end $$;
alter table motion_withdrawals drop constraint motion_withdrawals_lapsed_because_check;
alter table motion_withdrawals add constraint motion_withdrawals_lapsed_because_check
  check (lapsed_because in ('circle_ended', 'gathering', 'proposer_deleted', 'same_passed', 'stage_changed', 'no_reason'));

-- Why money is called or a purchase given up. Words may name people, so they are not among the facts.
alter table motion_texts add column why text check (char_length(why) <= 500);
create or replace function refuse_change_of_voted_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.motion_id = old.motion_id
    and ((new.title = '' and new.body = '' and new.payee is null and new.why is null) or not is_motion_fixed(old.motion_id)) then
    return new;
  end if;
  raise exception 'the words of a motion that was voted on or has ended cannot be changed' using errcode = 'restrict_violation';
end $$;

-- The member whom a motion would let go has no vote on it.
create or replace view missing_votes as
  select open_decisions.*, memberships.user_id, memberships.id as membership_id
  from open_decisions
  join memberships on memberships.circle_id = open_decisions.circle_id and memberships.ended_at is null
  where exists (select from arcs where arcs.membership_id = memberships.id)
    and not exists (select from preferences
      where preferences.property_id = open_decisions.property_id and preferences.user_id = memberships.user_id)
    and not exists (select from motion_votes where motion_votes.motion_id = open_decisions.motion_id
      and motion_votes.user_id = memberships.user_id and motion_votes.at >= memberships.created_at)
    and not exists (select from motion_conflicts
      where motion_conflicts.motion_id = open_decisions.motion_id and motion_conflicts.user_id = memberships.user_id)
    and not exists (select from motions where motions.id = open_decisions.motion_id
      and motions.kind = 'let_go' and motions.facts ->> 'member' = memberships.user_id::text);

-- Every circle's charter gets a version with clauses on buying, owning, handing on and ending. Its texts are those of domain/charter.ts.
insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses)
  select distinct on (circle_id) circle_id, version + 1, count_by, threshold, quorum, veto_blocks,
    (select coalesce(jsonb_agg(clause order by number), '[]') from jsonb_array_elements(clauses) with ordinality as old (clause, number)
      where clause->>'title' not in ('Motions', 'Being released', 'Ending the circle'))
    || jsonb_build_array(
      jsonb_build_object('title', 'Motions', 'text', 'Once every arc is held, any member can propose a motion: to spend, to name a treasurer, to set a reserve, to change these rules, or anything else. It closes between one and 60 days ahead, or once everyone has voted and every arc has been held for a day. Yes must exceed the part of all that may vote which its kind needs: half to release a member, to name another owner, to call for money or to give up a purchase, two thirds to change these rules, three quarters to let a member go or to end the circle, and what a property needs for everything else. Once the circle buys, motions count by arcs and always need more than half. A treasurer or an owner is named only with their own yes. A member who says that they profit has no vote on it and is left out of the count; nobody says it for another. When arcs come free, open motions end without a result.'),
      jsonb_build_object('title', 'Members who are away', 'text', 'Someone who has not opened Arcstead for 60 days, and was told twice by mail, a week apart, what that means, is left out of every count until they come back. Yes must still be more than half of all that may vote with them, except to name another owner in place of one who is away. Being away takes no arc from anyone by itself.'),
      jsonb_build_object('title', 'Being released', 'text', 'Before anything is bought, a member of a full circle can ask to be released. If more than half of the others agree, their arcs come free and the circle gathers again.'),
      jsonb_build_object('title', 'Being let go', 'text', 'Before anything is bought, more than three quarters of the others can let a member go whose absence holds the circle up: who is away as described above, who was asked twice over 30 days and has not agreed to this charter, or who left the agreement unsigned or a due part unpaid in a purchase that was given up. The owner cannot be let go.'),
      jsonb_build_object('title', 'Buying', 'text', 'The owner can start buying a property that has passed at its closing date, once every member has agreed to this charter. Members pay in when they are called, together at most the target, each by the price of their arcs; Arcstead itself takes no payment. The owner enters the finish and another member confirms it: never above the price that passed, and with a loan only if a motion allowed it. Until something is paid the owner can give the purchase up, afterwards only a motion can. What was spent or lost is then shared in proportion to the parts called.'),
      jsonb_build_object('title', 'Owning', 'text', 'The treasurer keeps the book, and every member sees it. A payment needs a motion, unless it is an agreed payment on a loan, money that goes back to a person, or within the limit for emergencies. A motion can call for more money, the same for every arc. Nobody’s arcs are taken because a part is unpaid, but what is paid out on an arc settles its unpaid parts first. What is paid out is the same for every arc.'),
      jsonb_build_object('title', 'Handing on your arcs', 'text', 'When every arc is held and nothing is being bought, you can offer arcs at a price of your own: to the members first, for 30 days, and then to others, who need the agreement of the circle. An unpaid part goes with its arc. The owner hands the circle over before their last arc.'),
      jsonb_build_object('title', 'Ending the circle', 'text', 'A motion ends the circle: before anything is bought at once, and all commitments end with it; afterwards only once the property is sold and everything is settled and paid out. The record stays for its members.'))
  from charters order by circle_id, version desc;
insert into notices (id, user_id, kind, circle_id, facts, circle_title)
  select gen_random_uuid(), memberships.user_id, 'rules_changed', circles.id, '{}', circles.title
  from circles join memberships on memberships.circle_id = circles.id and memberships.ended_at is null
  where circles.deleted_at is null and circles.ended_at is null and exists (select from charters where charters.circle_id = circles.id)
  on conflict do nothing;
