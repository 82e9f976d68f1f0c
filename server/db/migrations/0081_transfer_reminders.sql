-- The buyer of arcs who has said paid reminded the seller to say received: once a day of notice.
create table arc_transfer_reminders (
  transfer_id uuid not null references arc_transfers,
  at timestamptz not null default clock_timestamp(),
  primary key (transfer_id, at)
);
