-- Requests of before a change of password send no link after it.
alter table users add column password_changed_at timestamptz(3);

-- The ids of whom and what a mail tells besides its recipient: a person, a motion, an invitation. By these it is deleted with them.
alter table mails add column about uuid[] not null default '{}';

-- Mails of before contain these ids in their links only.
with found as (
  select mails.id, matched[1]::uuid as about
  from mails, regexp_matches(concat(props, body), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as matched
  where template in ('verification-request', 'verification-answered', 'motion-asks', 'motion-reminder', 'motion-outcome', 'digest')
), kept as (
  select id, about from found where exists (select from users where users.id = about) or exists (select from motions where motions.id = about)
  union
  select mails.id, circle_invitations.id from mails
    join circle_invitations on circle_invitations.email = lower(mails.to_address)
  where mails.template = 'circle-invitation'
    and (mails.status = 'sent' or position(circle_invitations.circle_id::text in concat(mails.props, mails.body)) > 0)
)
update mails set about = (select array_agg(kept.about) from kept where kept.id = mails.id)
  where id in (select id from kept);
