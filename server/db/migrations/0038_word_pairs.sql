-- Texts of several words among a million circles (docs/decisions/0027-searches-among-a-million.md).

-- Every word after a space, with the character before that space: "Court 9237" has "t 9237". The words of a searched text that follow a
-- space are found in it, and the last one as the beginning of an entry. Few circles have such a pair, even if many have each word.
-- It is expensive, so PostgreSQL must look pairs up and not compute them for each row, also not in parallel. Sixteen characters of a word
-- are enough, because what is found is compared with the whole text.
create function text_pairs(searched text) returns tsvector language plpgsql immutable parallel restricted cost 10000 as $$
declare
  word text;
  before text;
  pairs text[] := '{}';
begin
  -- The separator of a circle's fields becomes a word of its own, because no text is searched for across fields.
  foreach word in array string_to_array(replace(searched, E'\x1f', E' \x1f '), ' ') loop
    if before is not null and word not in ('', E'\x1f') then
      pairs := pairs || (before || ' ' || left(word, 16));
    end if;
    before := case when word not in ('', E'\x1f') then right(word, 1) end;
  end loop;
  return array_to_tsvector(pairs);
end $$;

create index circles_word_pairs on circles using gin (text_pairs(circle_text(title, city, state, description)))
  where not hide_circle and deleted_at is null;
