-- Administrators search people by any part of name or address: an index keeps 100,000 of them as quick as 100.
create index users_search on users using gin ((first_name || ' ' || last_name || ' ' || coalesce(email, '')) gin_trgm_ops) where deleted_at is null;
create index audit_log_act on audit_log (act, at desc);
create index ledger_at on ledger (at);
