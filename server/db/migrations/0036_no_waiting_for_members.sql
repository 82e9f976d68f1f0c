-- As in 0014 and 0023: a motion that closes mails every member, frees arcs and writes a charter, by the hand of whoever acts next in the
-- circle. These foreign keys would wait for members who are being deleted, and their deletion waits for the circle. People's rows are emptied,
-- never removed, and a row of the ledger still refers to its membership.
alter table mails drop constraint mails_user_id_fkey;
alter table ledger drop constraint ledger_user_id_fkey;
alter table ledger drop constraint ledger_actor_id_fkey;
alter table charters drop constraint charters_set_by_fkey;
alter table memberships drop constraint memberships_ended_by_fkey;
