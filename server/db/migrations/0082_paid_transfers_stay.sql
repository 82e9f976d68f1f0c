-- A circle does not end while somebody has paid for arcs that they have not received.
create or replace function is_ending_obstructed(circle uuid) returns boolean language sql stable as $$
  select exists (select from book_lines where circle_id = circle
      and account in ('property', 'loan', 'deposits_held', 'held', 'owed', 'suspense', 'cash')
      group by account, bank_account_id, holder, case account when 'owed' then user_id end having sum(amount_cents) <> 0)
    or ((exists (select from book_lines where circle_id = circle and account = 'cash') or exists (select from bank_lines where circle_id = circle))
      and date_trunc('month', greatest((select max(day) from book_entries where circle_id = circle),
          (select max(day) from bank_lines where circle_id = circle)))
        > coalesce((select max(month) from month_closings where circle_id = circle), '-infinity'::date))
    or exists (select from live_transfers join arc_transfer_events on transfer_id = live_transfers.id
      where live_transfers.circle_id = circle and kind = 'paid')
$$;

-- Arcs that are offered stay as they are: neither taken out of the circle nor made anew, so what was paid for is what is handed on.
create function refuse_change_of_offered_arcs() returns trigger language plpgsql as $$
begin
  if exists (select from offered_arcs where circle_id = old.circle_id and arc = old.number) then
    raise exception 'arc % of circle % is offered', old.number, old.circle_id using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger arcs_offered_stay before delete on arcs for each row execute function refuse_change_of_offered_arcs();
