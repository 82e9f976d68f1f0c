-- Buying: the acquisition of one property with its steps, calls for the members' money, and where to pay.

create table acquisitions (
  id uuid primary key,
  circle_id uuid not null references circles,
  property_id uuid not null references properties,
  -- The closed vote that passed it, and the price that passed.
  record_id uuid not null references decision_record,
  price bigint not null check (price > 0),
  -- The ownership structure by which its steps were chosen.
  structure text not null,
  charter_version integer not null,
  started_by uuid not null references users,
  started_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('bought', 'given_up')),
  ended_at timestamptz,
  ended_by uuid references users,
  -- The motion that gave it up; null if the owner did while nothing was paid.
  motion_id uuid references motions,
  check ((outcome is null) = (ended_at is null)),
  unique (id, circle_id)
);
-- Two starts at once make one acquisition, and a circle buys one property.
create unique index acquisitions_one on acquisitions (circle_id) where outcome is distinct from 'given_up';
create table acquisition_texts (
  acquisition_id uuid primary key references acquisitions,
  -- Why it was given up.
  reason text not null default '' check (char_length(reason) <= 500)
);

create table acquisition_steps (
  id uuid primary key,
  acquisition_id uuid not null references acquisitions,
  position integer not null check (position > 0),
  -- The step of the template; `other` for an added one.
  key text not null,
  assigned_to uuid references users,
  due_day date,
  document_version_id uuid,
  state text not null default 'open' check (state in ('open', 'done', 'skipped')),
  ended_by uuid references users,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'skipped' or key not in ('agreement_signed', 'money_collected', 'wire')),
  unique (acquisition_id, position)
);
create index acquisition_steps_assigned on acquisition_steps (assigned_to) where assigned_to is not null and state = 'open';
create table acquisition_step_texts (
  step_id uuid primary key references acquisition_steps,
  -- Of an added step.
  title text not null default '' check (char_length(title) <= 120),
  -- Why it was skipped.
  reason text not null default '' check (char_length(reason) <= 500)
);

-- A settlement statement as it was entered: of the purchase, later of the sale. Another member confirms it, which books it.
create table settlements (
  id uuid primary key,
  circle_id uuid not null references circles,
  kind text not null check (kind in ('purchase', 'sale')),
  acquisition_id uuid references acquisitions,
  motion_id uuid references motions,
  day date not null,
  lines jsonb not null,
  document_version_id uuid not null,
  proposed_by uuid not null references users,
  proposed_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  entry_id uuid references book_entries,
  check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null) = (entry_id is null)),
  check (withdrawn_at is null or confirmed_at is null)
);
create unique index settlements_one on settlements (circle_id, kind) where withdrawn_at is null;

alter table book_entries
  add foreign key (acquisition_id, circle_id) references acquisitions (id, circle_id);

-- What the members are asked to pay in. A purchase call belongs to an acquisition, a further call to the motion that opened it.
create table calls (
  id uuid primary key,
  circle_id uuid not null references circles,
  number integer not null check (number > 0),
  kind text not null check (kind in ('purchase', 'further')),
  acquisition_id uuid,
  motion_id uuid unique references motions,
  amount_cents bigint not null check (amount_cents > 0),
  due_day date not null,
  -- The beginning of its references: ARC-7Q4K.
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{4}$'),
  opened_by uuid references users,
  opened_at timestamptz not null default clock_timestamp(),
  check ((kind = 'purchase') = (acquisition_id is not null) and (kind = 'further') = (motion_id is not null)),
  unique (circle_id, number),
  unique (id, circle_id),
  foreign key (acquisition_id, circle_id) references acquisitions (id, circle_id)
);
create trigger calls_append_only before update or delete on calls for each row execute function refuse_change();
create trigger calls_no_truncate before truncate on calls for each statement execute function refuse_change();
create table call_texts (
  call_id uuid primary key references calls,
  why text not null default '' check (char_length(why) <= 500)
);

create table call_parts (
  call_id uuid not null,
  circle_id uuid not null,
  arc integer not null,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (call_id, arc),
  foreign key (call_id, circle_id) references calls (id, circle_id),
  foreign key (circle_id, arc) references arcs (circle_id, number)
);
create trigger call_parts_append_only before update or delete on call_parts for each row execute function refuse_change();
create trigger call_parts_no_truncate before truncate on call_parts for each statement execute function refuse_change();

alter table book_lines add foreign key (call_id) references calls (id);

-- At commit: the parts of a call sum to it, and no arc has paid less than nothing or more than its part.
create function check_call_parts() returns trigger language plpgsql as $$
declare
  called bigint;
  asked bigint;
  parts integer;
begin
  select amount_cents into called from calls where id = coalesce((to_jsonb(new) ->> 'call_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
  select sum(amount_cents), count(*) into asked, parts from call_parts
    where call_id = coalesce((to_jsonb(new) ->> 'call_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
  if asked is distinct from called then
    raise exception 'the parts of a call sum to %, not %', coalesce(asked::text, 'nothing'), called using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger calls_sum after insert on calls deferrable initially deferred for each row execute function check_call_parts();
create constraint trigger call_parts_sum after insert on call_parts deferrable initially deferred for each row execute function check_call_parts();

create function check_call_payment() returns trigger language plpgsql as $$
declare
  paid bigint;
  part bigint;
begin
  select coalesce(-sum(amount_cents), 0) into paid from book_lines where account = 'capital' and call_id = new.call_id and arc = new.arc;
  select amount_cents into part from call_parts where call_id = new.call_id and arc = new.arc;
  if part is null or paid < 0 or paid > part then
    raise exception 'arc % has paid % of its part of % in call %', new.arc, paid, coalesce(part::text, 'nothing'), new.call_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger book_lines_call after insert on book_lines deferrable initially deferred
  for each row when (new.call_id is not null) execute function check_call_payment();

-- Money that a member says they paid, before it counts: with a line of the bank, or with a paper and the word of others.
create table contributions (
  id uuid primary key,
  circle_id uuid not null references circles,
  -- For whom it counts.
  payer uuid not null references users,
  -- Where it went: to the title company, or to an account of the circle.
  bank_account_id uuid,
  -- Null: earnest money, paid before a call.
  call_id uuid references calls,
  amount_cents bigint not null check (amount_cents > 0),
  day date not null,
  document_version_id uuid,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  entry_id uuid unique references book_entries,
  check (withdrawn_at is null or entry_id is null),
  check ((bank_account_id is null) <= (document_version_id is not null)),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id)
);
create index contributions_circle on contributions (circle_id, recorded_at);
create index contributions_payer on contributions (payer);
create table contribution_texts (
  contribution_id uuid primary key references contributions,
  -- Who sent it, if not the member.
  sender text not null default '' check (char_length(sender) <= 120)
);
-- Members who say that they have seen the paper and that it is so. Never the payer.
create table contribution_words (
  contribution_id uuid not null references contributions,
  user_id uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  primary key (contribution_id, user_id)
);
create index contribution_words_user on contribution_words (user_id);
create trigger contribution_words_append_only before update or delete on contribution_words for each row execute function refuse_change();
create trigger contribution_words_no_truncate before truncate on contribution_words for each statement execute function refuse_change();

-- Where to pay: the title company's account, or one of the circle's. The details are encrypted; what happened to them is in the events.
create table pay_details (
  id uuid primary key,
  circle_id uuid not null references circles,
  -- Null: the title company.
  bank_account_id uuid,
  named_by uuid not null references users,
  named_at timestamptz not null default clock_timestamp(),
  key_id text not null,
  -- AES-256-GCM: 12 bytes of nonce, the text, 16 bytes of tag.
  sealed bytea not null check (octet_length(sealed) > 28),
  unique (id, circle_id),
  foreign key (bank_account_id, circle_id) references bank_accounts (id, circle_id)
);
create index pay_details_circle on pay_details (circle_id, named_at desc);
create table pay_detail_events (
  id uuid primary key,
  pay_detail_id uuid not null references pay_details,
  kind text not null check (kind in ('confirmed', 'stopped', 'called_back', 'shown', 'withdrawn')),
  by uuid not null references users,
  at timestamptz not null default clock_timestamp()
);
create index pay_detail_events_detail on pay_detail_events (pay_detail_id, at);
create unique index pay_detail_events_confirmed on pay_detail_events (pay_detail_id) where kind = 'confirmed';
-- Any member may stop it, once.
create unique index pay_detail_events_stopped on pay_detail_events (pay_detail_id, by) where kind = 'stopped';
create trigger pay_detail_events_append_only before update or delete on pay_detail_events for each row execute function refuse_change();
create trigger pay_detail_events_no_truncate before truncate on pay_detail_events for each statement execute function refuse_change();
create table pay_detail_texts (
  event_id uuid primary key references pay_detail_events,
  -- The number that was called, and where it was found.
  words text not null default '' check (char_length(words) <= 280)
);

-- When the password, the address or a passkey of the person last changed: where to pay is out of reach for some days.
alter table users add column credentials_changed_at timestamptz;
