-- What members can vote on: the properties and motions of living circles that have not ended. One definition for closing, reminders, what
-- waits for a person, and the stage line.
create view open_decisions as
  select properties.circle_id, properties.id as property_id, null::uuid as motion_id, properties.address as name,
    decisions.closes_at, decisions.held_before
  from properties
  join circles on circles.id = properties.circle_id and circles.deleted_at is null and circles.ended_at is null
  left join decisions on decisions.property_id = properties.id
  where properties.deleted_at is null and decisions.closed_by_record is null
  union all
  select motions.circle_id, null, motions.id, motion_texts.title, motions.closes_at, motions.held_before
  from motions
  join circles on circles.id = motions.circle_id and circles.deleted_at is null and circles.ended_at is null
  left join motion_texts on motion_texts.motion_id = motions.id
  where not exists (select from motion_closings where motion_closings.motion_id = motions.id)
    and not exists (select from motion_withdrawals where motion_withdrawals.motion_id = motions.id);

-- The holders whose vote is missing. Leaving a circle takes one's votes back; who declared a conflict has no vote.
create view missing_votes as
  select open_decisions.*, memberships.user_id, memberships.id as membership_id
  from open_decisions
  join memberships on memberships.circle_id = open_decisions.circle_id and memberships.ended_at is null
  where exists (select from arcs where arcs.membership_id = memberships.id)
    and not exists (select from preferences
      where preferences.property_id = open_decisions.property_id and preferences.user_id = memberships.user_id)
    and not exists (select from motion_votes where motion_votes.motion_id = open_decisions.motion_id
      and motion_votes.user_id = memberships.user_id and motion_votes.at >= memberships.created_at)
    and not exists (select from motion_conflicts
      where motion_conflicts.motion_id = open_decisions.motion_id and motion_conflicts.user_id = memberships.user_id);

-- The kinds are those of domain/motion-kinds.ts; a new one needs no migration.
alter table motions drop constraint motions_kind_check;
alter table motions add constraint motions_kind_check check (kind = facts ->> 'kind');
