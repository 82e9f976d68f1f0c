-- Buying: reminders of the charter, who added a step, what ended purchases and settlements keep, and buying on the record.

-- When those who have not agreed to the current charter were last reminded: once a day.
alter table circles add column charter_reminded_at timestamptz;

alter table acquisition_steps add column added_by uuid references users;

-- Bought and given up are final, and so is what was bought at which price.
create function check_acquisition_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null or (old.circle_id, old.property_id, old.record_id, old.price, old.started_at)
      is distinct from (new.circle_id, new.property_id, new.record_id, new.price, new.started_at) then
    raise exception 'acquisition % cannot be changed so', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger acquisitions_final before update or delete on acquisitions for each row execute function check_acquisition_change();
create trigger acquisitions_no_truncate before truncate on acquisitions for each statement execute function refuse_change();

-- What was done or skipped stays so.
create function check_step_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.acquisition_id, old.position, old.key) is distinct from (new.acquisition_id, new.position, new.key)
      or (old.state <> 'open' and (old.state, old.ended_by, old.ended_at) is distinct from (new.state, new.ended_by, new.ended_at)) then
    raise exception 'step % cannot be changed so', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger acquisition_steps_final before update or delete on acquisition_steps for each row execute function check_step_change();
create trigger acquisition_steps_no_truncate before truncate on acquisition_steps for each statement execute function refuse_change();

-- A settlement statement is withdrawn or confirmed, once. Its sums never change; only the name of a lender is taken out of it then.
create function check_settlement_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null or old.confirmed_at is not null
      or (old.circle_id, old.kind, old.acquisition_id, old.day, old.document_version_id, old.proposed_by, old.proposed_at)
        is distinct from (new.circle_id, new.kind, new.acquisition_id, new.day, new.document_version_id, new.proposed_by, new.proposed_at)
      or (select jsonb_agg(line - 'lender') from jsonb_array_elements(old.lines) line)
        is distinct from (select jsonb_agg(line - 'lender') from jsonb_array_elements(new.lines) line) then
    raise exception 'settlement % cannot be changed so', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger settlements_final before update or delete on settlements for each row execute function check_settlement_change();
create trigger settlements_no_truncate before truncate on settlements for each statement execute function refuse_change();

-- At commit: a circle owns what it bought by a settlement that was confirmed and booked.
create function check_bought() returns trigger language plpgsql as $$
begin
  if new.outcome = 'bought' and not exists (select from settlements where acquisition_id = new.id and confirmed_at is not null) then
    raise exception 'acquisition % was bought without a settlement', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger acquisitions_bought after insert or update on acquisitions deferrable initially deferred
  for each row execute function check_bought();

alter table decision_record drop constraint decision_record_kind_check;
alter table decision_record add constraint decision_record_kind_check check (kind in (
  'outcome', 'closed', 'closing_date', 'rules', 'motion_made', 'motion_changed', 'motion_locked', 'motion_conflict', 'motion_claim',
  'motion_claim_so', 'motion_claim_not_so', 'motion_withdrawn', 'motion_lapsed', 'motion_closed', 'buying_started', 'bought', 'given_up'));
alter table decision_record drop constraint decision_record_cause_check;
alter table decision_record add constraint decision_record_cause_check check (cause in (
  'vote', 'joined', 'left', 'removed', 'terms', 'closing_date', 'rules', 'motion', 'acquisition'));

-- Adds kinds of notices to the list as it stands.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(value), ', ') into known from (
    select matched[1] as value from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\w+)''', 'g') as matched
      where conname = 'notices_kind_check' and conrelid = 'notices'::regclass
    union select unnest(array['purchase_started', 'step_assigned', 'settlement_waits', 'bought', 'given_up', 'charter_waits'])
  ) as listed;
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (kind in (%s))', known);
end $$;
