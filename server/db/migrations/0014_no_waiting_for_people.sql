-- These two name other people than the one who writes. A foreign key would hold each of their rows while the circle is held,
-- and their deletion, which holds them in the other order, would wait for us as we for it. People's rows are emptied, never removed.
alter table record_votes drop constraint record_votes_user_id_fkey;
alter table notices drop constraint notices_user_id_fkey;
