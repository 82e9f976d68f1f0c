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
