-- Versions of the circle's documents that a motion rests on. Like its words, they are locked from the first vote on.
alter table motion_texts add column documents uuid[] not null default '{}';
