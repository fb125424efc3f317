-- Names that read alike are one name: nobody may be called like a performer (docs/decisions/0040). The same function as
-- foldLookAlikes in contract/member/usernames.ts.
CREATE FUNCTION fold_look_alikes(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    replace(replace(
      translate(
        regexp_replace(normalize(name, NFKD), '[\u0300-\u036f _.''\u00b7\u2019\u00ad\u200b-\u200f\u2060\ufeff-]', '', 'g'),
        'A4@аАαΑɑB8вВьЬβΒCсСDԁԀđĐE3€еЕεΕFG69ɡHнНһҺΗIlL1!|іІӏӀιΙıɩɪłŁJјЈKкКκΚMмМΜNпηΝO0оОοΟøØPрРρΡQԛԚRгГS5$ѕЅT7тТτΤUυVνWԝԜωXхХχΧYуУγΥZ2Ζ',
        'aaaaaaaabbbbbbbbcccdddddeeeeeeefgggghhhhhhiiiiiiiiiiiiiiiiijjjkkkkkmmmmnnnnoooooooopppppqqqrrrsssssttttttuuvvwwwwxxxxxyyyyyzzz'),
      'rn', 'm'), 'vv', 'w'),
    '(.)\1+', '\1', 'g')
$$;
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN look_alike text NOT NULL GENERATED ALWAYS AS (fold_look_alikes(username)) STORED;
--> statement-breakpoint
CREATE INDEX performer_look_alike ON performer (look_alike);
--> statement-breakpoint
ALTER TABLE member ADD COLUMN look_alike text NOT NULL GENERATED ALWAYS AS (fold_look_alikes(username)) STORED;
--> statement-breakpoint
CREATE INDEX member_look_alike ON member (look_alike);
--> statement-breakpoint
-- What a member who chose no name is called in a chat.
ALTER TABLE member ADD COLUMN chat_name text;
--> statement-breakpoint
CREATE UNIQUE INDEX member_chat_name ON member (lower(chat_name));
--> statement-breakpoint
-- A performer's name comes first, however she is stored: the outbox gives members who read like her another name.
CREATE FUNCTION performer_takes_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, payload, run_at)
    SELECT 'give-up-name', jsonb_build_object('memberId', member.id), 'epoch' FROM member
    WHERE member.look_alike = NEW.look_alike AND member.username <> member.email AND member.deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER performer_takes_name AFTER INSERT OR UPDATE OF username ON performer
  FOR EACH ROW EXECUTE FUNCTION performer_takes_name();
--> statement-breakpoint
INSERT INTO outbox (kind, payload, run_at)
  SELECT 'give-up-name', jsonb_build_object('memberId', member.id), 'epoch' FROM member
  WHERE member.username <> member.email AND member.deleted_at IS NULL
    AND EXISTS (SELECT FROM performer WHERE performer.look_alike = member.look_alike);
--> statement-breakpoint
-- A client id stands for one message of its author, in whichever room. Where it was used in several, the first keeps it.
UPDATE chat_message SET client_id = NULL WHERE EXISTS (
  SELECT FROM chat_message AS earlier
  WHERE earlier.author = chat_message.author AND earlier.client_id = chat_message.client_id
    AND earlier.id < chat_message.id);
--> statement-breakpoint
ALTER TABLE chat_message DROP CONSTRAINT chat_message_performer_id_author_client_id_key;
--> statement-breakpoint
ALTER TABLE chat_message ADD UNIQUE (author, client_id);
