-- An invite's token is an HMAC of this id under a key of the server, so its owner can be shown it again without its being stored.
alter table circle_invites add column id uuid not null;
