-- As in 0014: these name people who may be someone else than the one who writes (a vote is put on record by whoever acts next in the
-- circle). A foreign key would hold those people's rows while the circle is held, and their deletion, which holds them in the other
-- order, would wait for us as we for it. People's rows are emptied, never removed.
alter table vote_history drop constraint vote_history_user_id_fkey;
alter table vote_reasons drop constraint vote_reasons_user_id_fkey;
alter table decision_record drop constraint decision_record_actor_id_fkey;
