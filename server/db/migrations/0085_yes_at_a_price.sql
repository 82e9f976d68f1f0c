-- A yes names the price per arc that its person would pay at most; null: the price of the offer.
alter table offer_yeses add column price bigint check (price > 0), add check (price is null or is_yes);

-- Who was chosen among others may say no until they have paid.
alter table arc_transfer_ends drop constraint arc_transfer_ends_how_check;
alter table arc_transfer_ends add constraint arc_transfer_ends_how_check check (how in ('received', 'settled_done', 'not_paid', 'declined',
  'not_admitted', 'other_chosen', 'settled_ended', 'nobody_may_vote', 'offer_ended', 'buyer_left'));

-- Whom a seller invites to arcs that are open to others is the seller's own affair, beside whom the owner invites.
alter table circle_invitations add column is_by_seller boolean not null default false;
update circle_invitations set is_by_seller = true where not exists (select from memberships
  where memberships.circle_id = circle_invitations.circle_id and memberships.user_id = circle_invitations.created_by
    and memberships.is_owner and memberships.ended_at is null);
alter table circle_invitations drop constraint circle_invitations_circle_id_email_key;
alter table circle_invitations add constraint circle_invitations_once unique (circle_id, email, created_by, is_by_seller);
