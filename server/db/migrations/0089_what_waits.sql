-- The mail of each warning: one that could not be sent does not count. No foreign key, because mails are deleted; a mail that is gone was sent.
alter table silence_warnings add column mail_id uuid;

-- Signatures that are waited for: of present members who were asked and have signed neither here nor, by their own word, elsewhere, whether
-- or not they declined.
create or replace view missing_signatures as
  select signature_requests.circle_id, document_versions.document_id, signature_requests.version_id, signature_requests.id as request_id,
    signature_request_people.user_id, signature_request_people.at as asked_at
  from signature_requests
  join document_versions on document_versions.id = signature_requests.version_id
  join signature_request_people on signature_request_people.request_id = signature_requests.id
  join memberships on memberships.circle_id = signature_requests.circle_id and memberships.user_id = signature_request_people.user_id
    and memberships.ended_at is null
  where signature_requests.withdrawn_at is null
    and not exists (select from signatures where signatures.version_id = signature_requests.version_id
      and signatures.user_id = signature_request_people.user_id)
    and not exists (select from signed_elsewhere_words as said where said.version_id = signature_requests.version_id
      and said.user_id = signature_request_people.user_id and said.is_so);

-- Once a circle owns its property nobody votes on others any more, so they are not open, and do not close.
create or replace view open_decisions as
  select properties.circle_id, properties.id as property_id, null::uuid as motion_id, properties.shown_address as name,
    decisions.closes_at, decisions.held_before
  from properties
  join circles on circles.id = properties.circle_id and circles.deleted_at is null and circles.ended_at is null
    and circles.holding is distinct from 'owning'
  left join decisions on decisions.property_id = properties.id
  where properties.deleted_at is null and decisions.closed_by_record is null
  union all
  select motions.circle_id, null, motions.id, motion_texts.title, motions.closes_at, motions.held_before
  from motions
  join circles on circles.id = motions.circle_id and circles.deleted_at is null and circles.ended_at is null
  left join motion_texts on motion_texts.motion_id = motions.id
  where not exists (select from motion_closings where motion_closings.motion_id = motions.id)
    and not exists (select from motion_withdrawals where motion_withdrawals.motion_id = motions.id);
update decisions set closes_at = null, held_before = null, moved_at = null, reminded_at = null
  from properties join circles on circles.id = properties.circle_id
  where properties.id = decisions.property_id and circles.holding = 'owning' and circles.ended_at is null
    and decisions.closes_at is not null and decisions.closed_by_record is null;
