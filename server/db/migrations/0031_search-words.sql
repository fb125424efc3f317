-- The words of a name for searching, as searchWords in contract/performers/search.ts makes them.
CREATE FUNCTION search_words(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(
      regexp_replace(
        replace(replace(replace(replace(replace(
          translate(
            regexp_replace(normalize(translate(name, '''`´’‘ʼ＇', ''), NFKD), '[\u0300-\u036f]', '', 'g'),
            'ØøŁłĐđÐðı', 'OoLlDdDdi'),
          'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'),
        '([a-z0-9])([A-Z])', '\1 \2', 'g')),
    '[ _.-]+', ' ', 'g'))
$$;
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN search_words text NOT NULL GENERATED ALWAYS AS (search_words(username)) STORED;
--> statement-breakpoint
-- Of the name that others see.
ALTER TABLE member ADD COLUMN search_words text GENERATED ALWAYS AS (
  search_words(CASE WHEN username = email THEN chat_name ELSE username END)
) STORED;
