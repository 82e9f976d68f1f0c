-- An owner hides and shows the circle too; what an administrator hid stays hidden until an administrator shows it.
-- Until now only administrators could hide a circle. An ended circle is hidden by its end.
alter table circles add column hidden_by_admin boolean not null default false;
update circles set hidden_by_admin = true where hide_circle and ended_at is null;
alter table circles add constraint circles_hidden_by_admin_is_hidden check (hide_circle or not hidden_by_admin);
