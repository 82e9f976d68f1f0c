-- The demo's people, whose password is public. A mark, because anyone may register an address that looks like theirs.
alter table users add column is_demo boolean not null default false;
update users set is_demo = true
  where email like '%@arcstead.example' and exists (select from users where email = 'admin@arcstead.example' and is_admin);
create index users_demo on users (id) where is_demo;

-- Since when something shows the file. What is finished and never attached is swept like what was never finished.
alter table files add column attached_at timestamptz(3);
update files set attached_at = stored_at where stored_at is not null
  and (key in (select profile_image_key from users) or key in (select image_key from properties));
drop index files_abandoned;
create index files_unattached on files (created_at) where attached_at is null and not is_seed;
drop index files_owner;
create index files_owner on files (owner_id, created_at);

-- A notice keeps the words of its moment: someone who has left reads nothing newer about a hidden circle.
alter table notices add column circle_title text, add column address text;
update notices set circle_title = circles.title, address = (select address from properties where id = notices.property_id)
  from circles where circles.id = notices.circle_id
    and (not circles.hide_circle
      or exists (select from memberships where circle_id = circles.id and user_id = notices.user_id and ended_at is null)
      or exists (select from broker_assignments where circle_id = circles.id and broker_id = notices.user_id));
