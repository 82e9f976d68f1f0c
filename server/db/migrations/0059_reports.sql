-- A reason belongs to a suspension, and ends with it.
alter table users add constraint users_reason_while_suspended check (suspended_reason is null or status = 'suspended');

-- What people read of a property's address. Hidden by an administrator, it keeps its place and its votes.
alter table properties
  add column shown_address text not null
    generated always as (case when hidden_at is null then address else 'Hidden by an administrator' end) stored;

create or replace view open_decisions as
  select properties.circle_id, properties.id as property_id, null::uuid as motion_id, properties.shown_address as name,
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
