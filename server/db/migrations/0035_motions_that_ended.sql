-- A motion that has closed without a vote, or was withdrawn, is as unchangeable as one that was voted on.
create function is_motion_fixed(motion uuid) returns boolean language sql stable as $$
  select exists (select from motion_votes where motion_id = motion) or exists (select from motion_closings where motion_id = motion)
    or exists (select from motion_withdrawals where motion_id = motion)
$$;
create or replace function refuse_change_of_voted_motion() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or is_motion_fixed(old.id) then
    raise exception 'a motion that was voted on or has ended cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace function refuse_change_of_voted_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.motion_id = old.motion_id
    and ((new.title = '' and new.body = '' and new.payee is null) or not is_motion_fixed(old.motion_id)) then
    return new;
  end if;
  raise exception 'the words of a motion that was voted on or has ended cannot be changed' using errcode = 'restrict_violation';
end $$;
