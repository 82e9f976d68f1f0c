-- When the person showed that they read the mails to `email`. Null: nobody has yet.
alter table users add column email_confirmed_at timestamptz(3);
-- Where a person wants to move; `email` stays in force until this one is confirmed. Not unique: a wish reserves nothing.
alter table users add column pending_email text;
alter table users add column hide_email_from_members boolean not null default false;
alter table users add check (deleted_at is null or (email_confirmed_at is null and pending_email is null));

-- Whoever was here before counts as confirmed; who was invited confirms by setting a password. Nobody's `updated_at` moves.
alter table users disable trigger users_touch;
update users set email_confirmed_at = created_at where deleted_at is null and status <> 'invited' and password_hash is not null;
alter table users enable trigger users_touch;

-- A link belongs to the address it was sent to, and is dead as soon as that is not the person's any more.
alter table one_time_links add column email text;
update one_time_links set email = users.email from users where users.id = one_time_links.user_id;
delete from one_time_links where email is null;
alter table one_time_links alter column email set not null;
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check check (purpose in ('reset_password', 'set_password', 'confirm_email'));
