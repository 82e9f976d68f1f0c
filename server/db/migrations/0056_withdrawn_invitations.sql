-- A withdrawn invitation expires at once and stays in its owner's list for a while, as one that has expired by its date does.
alter table circle_invitations add column withdrawn_at timestamptz(3);
