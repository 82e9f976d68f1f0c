-- Former members find what is theirs: every relation to a circle asks whether a membership has ended.
create index memberships_ended on memberships (user_id, circle_id) where ended_at is not null;
