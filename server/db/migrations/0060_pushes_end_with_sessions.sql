-- However a session ends, its browser gets no more pushes.
create function forget_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_forget_pushes after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function forget_pushes();
