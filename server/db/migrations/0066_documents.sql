-- Documents of a circle: shelves, versions that never change, and who was asked to sign them and did.

create table documents (
  id uuid primary key,
  circle_id uuid not null references circles,
  shelf text not null check (shelf in ('agreement', 'property', 'closing', 'book', 'other')),
  -- An appraisal has a value and a day in each version.
  is_appraisal boolean not null default false,
  uploaded_by uuid not null references users,
  -- Whether the circle's brokers may read it.
  is_shared boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  unique (id, circle_id)
);
create index documents_circle on documents (circle_id, shelf, id desc);
create index documents_uploaded_by on documents (uploaded_by);
create table document_texts (
  document_id uuid primary key references documents,
  title text not null check (char_length(title) <= 120)
);

-- The bytes of the file under this key never change, and neither does what is said about them here.
create table document_versions (
  id uuid primary key,
  document_id uuid not null,
  circle_id uuid not null,
  number integer not null check (number > 0),
  file_key text not null unique references files (key),
  -- Computed by the server from the stored bytes.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size > 0),
  content_type text not null,
  value_cents bigint check (value_cents > 0 and value_cents <= 1000000000000000),
  day date,
  uploaded_by uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  check ((value_cents is null) = (day is null)),
  unique (document_id, number),
  unique (id, circle_id),
  unique (id, sha256),
  foreign key (document_id, circle_id) references documents (id, circle_id)
);
create index document_versions_uploaded_by on document_versions (uploaded_by);
create trigger document_versions_append_only before update or delete on document_versions for each row execute function refuse_change();
create trigger document_versions_no_truncate before truncate on document_versions for each statement execute function refuse_change();
create table document_version_texts (
  version_id uuid primary key references document_versions,
  -- What changed.
  note text not null default '' check (char_length(note) <= 280)
);

-- A version has one request at a time; people are added to it. It ends by being withdrawn only.
create table signature_requests (
  id uuid primary key,
  version_id uuid not null,
  circle_id uuid not null,
  -- Whether all holders were asked: then newcomers are asked too.
  is_of_all boolean not null,
  asked_by uuid not null references users,
  asked_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  withdrawn_by uuid references users,
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  unique (id, version_id),
  foreign key (version_id, circle_id) references document_versions (id, circle_id)
);
create unique index signature_requests_one on signature_requests (version_id) where withdrawn_at is null;
create index signature_requests_circle on signature_requests (circle_id);
create index signature_requests_asked_by on signature_requests (asked_by);
create function refuse_change_of_signature_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null
    and (old.id, old.version_id, old.circle_id, old.asked_by, old.asked_at) is not distinct from (new.id, new.version_id, new.circle_id, new.asked_by, new.asked_at)
    and (new.is_of_all or not old.is_of_all) then
    return new;
  end if;
  raise exception 'a request for signatures can only be widened or withdrawn' using errcode = 'restrict_violation';
end $$;
create trigger signature_requests_kept before update or delete on signature_requests for each row execute function refuse_change_of_signature_request();
create trigger signature_requests_no_truncate before truncate on signature_requests for each statement execute function refuse_change();

-- No foreign key to the person: their deletion locks them before the circle, this row is written with the circle locked.
create table signature_request_people (
  request_id uuid not null references signature_requests,
  user_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key (request_id, user_id)
);
create index signature_request_people_user on signature_request_people (user_id);
create trigger signature_request_people_append_only before update or delete on signature_request_people for each row execute function refuse_change();
create trigger signature_request_people_no_truncate before truncate on signature_request_people for each statement execute function refuse_change();

create table signatures (
  id uuid primary key,
  request_id uuid not null,
  version_id uuid not null,
  user_id uuid not null references users,
  -- Of the version that was served to the person; the key below compares it with the version's.
  sha256 text not null,
  consent_version integer not null check (consent_version > 0),
  -- How the person confirmed that it is them, and in which session. Sessions are deleted with their person, ids stay.
  means text not null check (means in ('password', 'passkey')),
  session_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  unique (version_id, user_id),
  foreign key (request_id, version_id) references signature_requests (id, version_id),
  foreign key (request_id, user_id) references signature_request_people (request_id, user_id),
  foreign key (version_id, sha256) references document_versions (id, sha256)
);
create index signatures_user on signatures (user_id);
create index signatures_request on signatures (request_id);
create trigger signatures_append_only before update or delete on signatures for each row execute function refuse_change();
create trigger signatures_no_truncate before truncate on signatures for each statement execute function refuse_change();
-- The name as it was typed. Emptied when the person is erased.
create table signature_names (
  signature_id uuid primary key references signatures,
  name text not null check (char_length(name) <= 200)
);

create table signature_declines (
  request_id uuid not null,
  user_id uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  primary key (request_id, user_id),
  foreign key (request_id, user_id) references signature_request_people (request_id, user_id)
);
create index signature_declines_user on signature_declines (user_id);
create trigger signature_declines_append_only before update or delete on signature_declines for each row execute function refuse_change();
create trigger signature_declines_no_truncate before truncate on signature_declines for each statement execute function refuse_change();
create table signature_decline_texts (
  request_id uuid not null,
  user_id uuid not null,
  words text not null check (char_length(words) <= 500),
  primary key (request_id, user_id),
  foreign key (request_id, user_id) references signature_declines (request_id, user_id)
);

-- People who are said to have signed a version on paper. It counts with their own word only. No foreign key to the person, as above.
create table signed_elsewhere (
  version_id uuid not null references document_versions,
  user_id uuid not null,
  named_by uuid not null references users,
  named_at timestamptz not null default clock_timestamp(),
  primary key (version_id, user_id)
);
create index signed_elsewhere_user on signed_elsewhere (user_id);
create index signed_elsewhere_named_by on signed_elsewhere (named_by);
create trigger signed_elsewhere_append_only before update or delete on signed_elsewhere for each row execute function refuse_change();
create trigger signed_elsewhere_no_truncate before truncate on signed_elsewhere for each statement execute function refuse_change();
create table signed_elsewhere_words (
  version_id uuid not null,
  user_id uuid not null references users,
  is_so boolean not null,
  session_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key (version_id, user_id),
  foreign key (version_id, user_id) references signed_elsewhere (version_id, user_id)
);
create index signed_elsewhere_words_user on signed_elsewhere_words (user_id);
create trigger signed_elsewhere_words_append_only before update or delete on signed_elsewhere_words for each row execute function refuse_change();
create trigger signed_elsewhere_words_no_truncate before truncate on signed_elsewhere_words for each statement execute function refuse_change();

-- Signatures that are waited for: of present members who were asked and have not signed, whether or not they declined.
create view missing_signatures as
  select signature_requests.circle_id, document_versions.document_id, signature_requests.version_id, signature_requests.id as request_id,
    signature_request_people.user_id, signature_request_people.at as asked_at
  from signature_requests
  join document_versions on document_versions.id = signature_requests.version_id
  join signature_request_people on signature_request_people.request_id = signature_requests.id
  join memberships on memberships.circle_id = signature_requests.circle_id and memberships.user_id = signature_request_people.user_id
    and memberships.ended_at is null
  where signature_requests.withdrawn_at is null
    and not exists (select from signatures where signatures.version_id = signature_requests.version_id
      and signatures.user_id = signature_request_people.user_id);

-- The last guards of what the use cases check with the circle locked.
create function check_document_version() returns trigger language plpgsql as $$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from document_versions where document_id = new.document_id) then
    raise exception 'version % is not the next of its document', new.number using errcode = 'check_violation';
  end if;
  if exists (select from missing_signatures where document_id = new.document_id) then
    raise exception 'signatures are asked for' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger document_versions_next before insert on document_versions for each row execute function check_document_version();

create function check_signature() returns trigger language plpgsql as $$
begin
  if exists (select from signature_requests where id = new.request_id and withdrawn_at is not null) then
    raise exception 'the request for signatures was withdrawn' using errcode = 'check_violation';
  end if;
  if exists (
    select from document_versions as signed
    join document_versions as later on later.document_id = signed.document_id and later.number > signed.number
    where signed.id = new.version_id
  ) then
    raise exception 'the version was superseded' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger signatures_checked before insert on signatures for each row execute function check_signature();

-- What proves steps, payments and entries.
alter table book_entries add foreign key (document_version_id, circle_id) references document_versions (id, circle_id);
alter table settlements add foreign key (document_version_id, circle_id) references document_versions (id, circle_id);
alter table contributions add foreign key (document_version_id, circle_id) references document_versions (id, circle_id);
alter table acquisition_steps add foreign key (document_version_id) references document_versions;
create index book_entries_document on book_entries (document_version_id) where document_version_id is not null;
