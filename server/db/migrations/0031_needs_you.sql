-- The newest post of each thread that a person has seen. No foreign key to the post, which its author may delete.
create table thread_visits (
  user_id uuid not null references users,
  property_id uuid references properties,
  motion_id uuid references motions,
  last_post_id uuid not null,
  at timestamptz(3) not null default now(),
  check (num_nonnulls(property_id, motion_id) = 1),
  unique nulls not distinct (user_id, property_id, motion_id)
);

-- Posts of before count as seen.
insert into thread_visits (user_id, property_id, motion_id, last_post_id)
  select memberships.user_id, latest.property_id, latest.motion_id, latest.id
  from (select distinct on (property_id, motion_id) id, property_id, motion_id from posts order by property_id, motion_id, id desc) as latest
  left join properties on properties.id = latest.property_id
  left join motions on motions.id = latest.motion_id
  join memberships on memberships.circle_id = coalesce(properties.circle_id, motions.circle_id) and memberships.ended_at is null;

-- The kinds of mails at once that the person switched off. Turning the digest off used to stop mails about votes too.
alter table notice_settings add column mails_off text[] not null default '{}'
  check (mails_off <@ array['vote', 'outcome', 'members', 'place']);
update notice_settings set mails_off = '{vote,outcome}' where digest = 'off';

-- When the members were asked by mail to vote on the property: once, however often its closing date changes.
alter table decisions add column asked_at timestamptz(3);
update decisions set asked_at = now() where closes_at is not null;
