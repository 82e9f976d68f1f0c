-- One arc's price, free arcs, and what saved searches need (docs/decisions/0045-saved-searches.md).

-- As `oneArcPrice` of domain/arcs.ts.
alter table circles add column arc_price bigint
  generated always as (round(nullif(total_target_size, 0)::numeric / split_part(minimum_share_size, '/', 2)::integer)::bigint) stored;
create index circles_by_arc_price on circles (arc_price, id) where not hide_circle and deleted_at is null;

-- Stored, so that searches, maps and earlier states of a circle are judged without reading its arcs.
alter table circles add column has_free_arcs boolean not null default false;
-- When a circle that others could see was hidden last; null if it was never visible, or never hidden.
alter table circles add column hidden_at timestamptz(3);

-- The last arc that is sold, or the first that comes free, is no edit of the circle.
drop trigger circles_touch on circles;
create trigger circles_touch before update on circles for each row
  when (new.has_free_arcs = old.has_free_arcs) execute function touch_updated_at();

create function keep_free_arcs() returns trigger language plpgsql as $$
begin
  update circles set has_free_arcs = not has_free_arcs
    where id in (select circle_id from changed)
      and has_free_arcs <> exists (select from arcs where arcs.circle_id = circles.id and arcs.membership_id is null);
  return null;
end $$;
create trigger arcs_free_inserted after insert on arcs referencing new table as changed for each statement execute function keep_free_arcs();
create trigger arcs_free_updated after update on arcs referencing new table as changed for each statement execute function keep_free_arcs();
create trigger arcs_free_deleted after delete on arcs referencing old table as changed for each statement execute function keep_free_arcs();

create function note_hiding() returns trigger language plpgsql as $$
begin
  new.hidden_at := now();
  return new;
end $$;
create trigger circles_hidden before update of hide_circle on circles for each row
  when (new.hide_circle and not old.hide_circle) execute function note_hiding();

-- No edits either.
alter table circles disable trigger user;
update circles set has_free_arcs = true where exists (select from arcs where arcs.circle_id = circles.id and arcs.membership_id is null);
update circles set hidden_at = updated_at where hide_circle;
alter table circles enable trigger user;

-- Whether new matches of this search are mailed, too.
alter table saved_searches add column by_mail boolean not null default false;
-- All searches with the same address are judged at once.
create index saved_searches_by_address on saved_searches (address);
