-- A payee whose name is erased with its proposer is known again by its hash. Without it the motion would be a budget, to any payee.
alter table motion_texts add column payee_hash text;
create or replace function refuse_change_of_voted_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.motion_id = old.motion_id
    and ((new.title = '' and new.body = '' and new.payee is null and new.why is null
        and (old.payee is null or new.payee_hash is not null) and (old.payee_hash is null or new.payee_hash = old.payee_hash))
      or not is_motion_fixed(old.motion_id)) then
    return new;
  end if;
  raise exception 'the words of a motion that was voted on or has ended cannot be changed' using errcode = 'restrict_violation';
end $$;
-- Names erased before are known to nobody: these motions permit nothing any more. Until now every spend and deposit named a payee.
update motion_texts set payee_hash = 'unknown' from motions
  where motions.id = motion_id and payee is null and title = ''
    and (kind = 'spend' or (kind = 'distribute' and facts ->> 'act' = 'deposit'));

-- A motion to give up ends without a result if the money was sent meanwhile.
alter table motion_withdrawals drop constraint motion_withdrawals_lapsed_because_check;
alter table motion_withdrawals add constraint motion_withdrawals_lapsed_because_check check (lapsed_because in (
  'circle_ended', 'gathering', 'proposer_deleted', 'same_passed', 'stage_changed', 'no_reason', 'transfer_over', 'wire_done'));

-- Every circle's charter says how selling, admitting and settling are decided, and that arcs are handed on once the circle is full: a new
-- version, with the texts of domain/charter.ts.
insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses)
  select distinct on (circle_id) circle_id, version + 1, count_by, threshold, quorum, veto_blocks,
    (select coalesce(jsonb_agg(case clause ->> 'title'
        when 'When the circle is full' then jsonb_build_object('title', clause ->> 'title', 'text', 'Once every arc has a holder, the circle is complete and the group can proceed with an acquisition. From then on nobody joins or leaves, except by handing on arcs, by being released or by being let go, as described below. A commitment is recorded; no payment is taken here.')
        when 'Motions' then jsonb_build_object('title', clause ->> 'title', 'text', 'Once every arc is held, any member can propose a motion: to spend, to name a treasurer, to set a reserve, to change these rules, or anything else. It closes between one and 60 days ahead, or once everyone has voted and every arc has been held for a day. Yes must exceed the part of all that may vote which its kind needs: half to release a member, to name another owner, to call for money, to give up a purchase, to admit a newcomer or to settle a transfer of arcs, two thirds to change these rules, three quarters to let a member go, to sell the property or to end the circle, and what a property needs for everything else. Once the circle buys, motions count by arcs and always need more than half. A treasurer or an owner is named only with their own yes. A member who says that they profit has no vote on it and is left out of the count; nobody says it for another. When arcs come free, open motions end without a result.')
        else clause end order by number), '[]') from jsonb_array_elements(clauses) with ordinality as old (clause, number))
  from charters order by circle_id, version desc;
insert into notices (id, user_id, kind, circle_id, facts, circle_title)
  select gen_random_uuid(), memberships.user_id, 'rules_changed', circles.id, '{}', circles.title
  from circles join memberships on memberships.circle_id = circles.id and memberships.ended_at is null
  where circles.deleted_at is null and circles.ended_at is null and exists (select from charters where charters.circle_id = circles.id)
  on conflict do nothing;
