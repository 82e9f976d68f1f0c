-- Nothing is added to an entry of a closed month either, even if the entry still sums to 0.
create function refuse_line_of_closed_month() returns trigger language plpgsql as $$
declare
  entry_day date;
begin
  select day into entry_day from book_entries where id = new.entry_id;
  if exists (select from month_closings where circle_id = new.circle_id and month >= date_trunc('month', entry_day)::date) then
    raise exception 'the month of % is closed', entry_day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger book_lines_open_month before insert on book_lines for each row execute function refuse_line_of_closed_month();
