-- A motion to deposit what could not be paid permits one deposit.
create index payout_payments_motion on payout_payments (motion_id) where motion_id is not null;

-- What the bank said of a payment's sender is read by the treasurer and by who closes the month. It had been copied into entries and payments,
-- which every member reads.
with copied as (
  select distinct contributions.id, contributions.entry_id, left(bank_line_texts.payee, 120) as payee
  from contributions join bank_match_cash on bank_match_cash.entry_id = contributions.entry_id
    join bank_match_lines on bank_match_lines.match_id = bank_match_cash.match_id
    join bank_line_texts on bank_line_texts.line_id = bank_match_lines.line_id
  where coalesce(bank_line_texts.payee, '') <> ''
), emptied as (
  update contribution_texts set sender = '' from copied where contribution_id = copied.id and sender = copied.payee
)
update book_entry_texts set payee = '' from copied where book_entry_texts.entry_id = copied.entry_id and book_entry_texts.payee = copied.payee;
