-- Of which payment a refund gives a part back.
create table book_refunds (
  entry_id uuid primary key references book_entries,
  of_entry_id uuid not null references book_entries,
  check (entry_id <> of_entry_id)
);
create index book_refunds_of on book_refunds (of_entry_id);
create trigger book_refunds_append_only before update or delete on book_refunds for each row execute function refuse_change();
create trigger book_refunds_no_truncate before truncate on book_refunds for each statement execute function refuse_change();
