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
