-- A vote names the version that its voter has read.
alter table motions add column version integer not null default 1 check (version >= 1);
alter table properties add column version integer not null default 1 check (version >= 1);

-- Only a person's own word takes their arcs out of a decision. Members whom another's word has silenced in an open motion get their vote
-- back; rows of motions that have ended stay as history.
alter table motion_conflicts disable trigger motion_conflicts_append_only;
delete from motion_conflicts where user_id <> declared_by
  and not exists (select from motion_closings where motion_closings.motion_id = motion_conflicts.motion_id)
  and not exists (select from motion_withdrawals where motion_withdrawals.motion_id = motion_conflicts.motion_id);
alter table motion_conflicts enable trigger motion_conflicts_append_only;
create function refuse_word_of_another() returns trigger language plpgsql as $$
begin
  raise exception 'only the member can declare their own conflict' using errcode = 'restrict_violation';
end $$;
create trigger motion_conflicts_own_word before insert on motion_conflicts
  for each row when (new.user_id <> new.declared_by) execute function refuse_word_of_another();

-- What the member says of whom the proposer claims that the payee is related to them. No foreign key to the member, as in motion_conflicts.
create table motion_claim_answers (
  motion_id uuid primary key references motions,
  user_id uuid not null,
  is_so boolean not null,
  at timestamptz not null default clock_timestamp()
);
create index motion_claim_answers_user on motion_claim_answers (user_id);
create trigger motion_claim_answers_append_only before update or delete on motion_claim_answers for each row execute function refuse_change();
create trigger motion_claim_answers_no_truncate before truncate on motion_claim_answers for each statement execute function refuse_change();

-- A word on a motion is about its text and facts, so it locks them as a vote does. The proposer's own word comes with the motion.
create or replace function is_motion_fixed(motion uuid) returns boolean language sql stable as $$
  select exists (select from motion_votes where motion_id = motion) or exists (select from motion_closings where motion_id = motion)
    or exists (select from motion_withdrawals where motion_id = motion) or exists (select from motion_claim_answers where motion_id = motion)
    or exists (select from motion_conflicts join motions on motions.id = motion_id
      where motion_id = motion and user_id <> proposed_by)
$$;

-- Why a motion lapsed; null if its proposer withdrew it. Until now only the end of a circle made motions lapse.
alter table motion_withdrawals add column lapsed_because text
  check (lapsed_because in ('circle_ended', 'gathering', 'proposer_deleted', 'same_passed'));
alter table motion_withdrawals disable trigger motion_withdrawals_append_only;
update motion_withdrawals set lapsed_because = 'circle_ended' where by is null;
alter table motion_withdrawals enable trigger motion_withdrawals_append_only;
alter table motion_withdrawals add constraint motion_withdrawals_lapsed_check check ((by is null) = (lapsed_because is not null));

alter table decision_record drop constraint decision_record_kind_check;
alter table decision_record add constraint decision_record_kind_check check (kind in (
  'outcome', 'closed', 'closing_date', 'rules', 'motion_made', 'motion_changed', 'motion_locked', 'motion_conflict', 'motion_claim',
  'motion_claim_so', 'motion_claim_not_so', 'motion_withdrawn', 'motion_lapsed', 'motion_closed'));

do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into strict kinds from pg_constraint where conname = 'notices_kind_check' and conrelid = 'notices'::regclass;
  execute 'alter table notices drop constraint notices_kind_check';
  execute 'alter table notices add constraint notices_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''motion_changed''::text, ''motion_claim''::text, ''motion_lapsed''::text, ');
end $$;

-- Open motions of earlier versions. What is past its closing date is closed by the job, as everywhere.
create function pg_temp.open_motions() returns setof motions language sql as $$
  select motions.* from motions join circles on circles.id = motions.circle_id and circles.deleted_at is null and circles.ended_at is null
  where motions.closes_at > now()
    and not exists (select from motion_closings where motion_id = motions.id)
    and not exists (select from motion_withdrawals where motion_id = motions.id)
$$;
create function pg_temp.write_record(motion motions, kind text, actor uuid) returns void language sql as $$
  insert into decision_record (id, circle_id, motion_id, kind, cause, actor_id, charter_version, count_by, threshold, quorum, veto_blocks, closes_at)
  select gen_random_uuid(), motion.circle_id, motion.id, kind, 'motion', actor, charters.version, charters.count_by, charters.threshold,
    charters.quorum, charters.veto_blocks, motion.closes_at
  from charters where charters.circle_id = motion.circle_id and charters.version = motion.charter_version
$$;
do $$
declare
  motion motions;
  why text;
begin
  for motion in select * from pg_temp.open_motions() loop
    why := case
      when exists (select from users where id = motion.proposed_by and deleted_at is not null) then 'proposer_deleted'
      when exists (select from arcs where circle_id = motion.circle_id and membership_id is null) then 'gathering'
    end;
    if why is not null then
      insert into motion_withdrawals (motion_id, by, lapsed_because) values (motion.id, null, why);
      perform pg_temp.write_record(motion, 'motion_lapsed', null);
    elsif motion.kind = 'spend' and motion.facts->>'relatedMember' <> motion.proposed_by::text then
      perform pg_temp.write_record(motion, 'motion_claim', motion.proposed_by);
      insert into notices (id, user_id, kind, circle_id, motion_id, facts, circle_title, motion_title)
        select gen_random_uuid(), memberships.user_id, 'motion_claim', circles.id, motion.id, '{}', circles.title,
          (select title from motion_texts where motion_id = motion.id)
        from circles join memberships on memberships.circle_id = circles.id and memberships.ended_at is null
        where circles.id = motion.circle_id and memberships.user_id::text = motion.facts->>'relatedMember';
    end if;
  end loop;
end $$;

-- Every circle's charter gets a version with the new words of two clauses. Its texts are those of domain/charter.ts.
insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses)
  select distinct on (circle_id) circle_id, version + 1, count_by, threshold, quorum, veto_blocks,
    (select jsonb_agg(case clause->>'title'
        when 'Changing these rules' then jsonb_set(clause, '{text}', to_jsonb('While arcs are free, the owner can change how the circle decides, but not while an open property has votes, and not once a motion has set these rules. From the moment every arc is held, only a motion of the members changes them. Every version is kept, and the members are told.'::text))
        when 'Motions' then jsonb_set(clause, '{text}', to_jsonb('Once every arc is held, any member can propose a motion: to spend, to name a treasurer, to set a reserve, to change these rules, or anything else. It closes between one and 60 days ahead, or once everyone has voted and every arc has been held for a day. Yes must exceed the part of all that may vote which its kind needs: half to release a member, two thirds to change these rules, three quarters to end the circle, and what a property needs for everything else. A member who says that they profit has no vote on it and is left out of the count; nobody says it for another. When arcs come free, open motions end without a result.'::text))
        else clause end order by number)
      from jsonb_array_elements(clauses) with ordinality as clauses (clause, number))
  from charters order by circle_id, version desc;
insert into notices (id, user_id, kind, circle_id, facts, circle_title)
  select gen_random_uuid(), memberships.user_id, 'rules_changed', circles.id, '{}', circles.title
  from circles join memberships on memberships.circle_id = circles.id and memberships.ended_at is null
  where circles.deleted_at is null and circles.ended_at is null and exists (select from charters where charters.circle_id = circles.id)
  on conflict do nothing;
