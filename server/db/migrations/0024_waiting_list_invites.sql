-- Who entered the waiting list of a hidden circle by an invite keeps sight of it for as long as that invite is valid.
alter table waiting_list add column invite_id uuid;
