alter table questions
  -- Who took it away: only they may put it back. Null for a question whose asker was erased.
  add column removed_by uuid references users,
  -- Who asked about a hidden circle by an invite keeps sight of it for as long as that invite is valid.
  add column invite_id uuid,
  add constraint questions_removed_by_check check (removed_by is null or state = 'removed');
create index questions_removed_by on questions (removed_by) where removed_by is not null;
