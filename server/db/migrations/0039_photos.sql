-- What is kept once however often it was sent: its name in the storage is the SHA-256 of its bytes.
CREATE TABLE photo_file (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  bytes integer NOT NULL CHECK (bytes > 0),
  -- The last upload of it: a file that nobody refers to stays a while, so that an upload under way finds it.
  kept_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE photo (
  id uuid PRIMARY KEY,
  member_id integer REFERENCES member (id),
  performer_id integer REFERENCES performer (id),
  hash text NOT NULL REFERENCES photo_file (hash),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  preview text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  message_id bigint UNIQUE REFERENCES private_message (id) ON DELETE CASCADE,
  CHECK (num_nonnulls(member_id, performer_id) = 1)
);
--> statement-breakpoint
CREATE INDEX photo_of_file ON photo (hash);
--> statement-breakpoint
CREATE INDEX photo_of_member ON photo (member_id);
--> statement-breakpoint
CREATE INDEX photo_unsent ON photo (uploaded_at) WHERE message_id IS NULL;
--> statement-breakpoint
ALTER TABLE private_message ADD COLUMN is_media boolean NOT NULL DEFAULT false;
--> statement-breakpoint
ALTER TABLE private_message DROP CONSTRAINT private_message_content_check;
--> statement-breakpoint
ALTER TABLE private_message ADD CONSTRAINT private_message_content_check CHECK (content <> '' OR is_media);
--> statement-breakpoint
DROP FUNCTION send_message(integer, integer, text, text, text, boolean, bigint, timestamptz);
--> statement-breakpoint
-- Stores a private message and what it costs, in one statement. `by_side`: who writes; `price`: credits, NULL for a performer,
-- who pays nothing; `with_photo`: the sender's own, used by no message yet, or NULL. No message was written where the outcome
-- is not `sent`, and nothing was paid.
CREATE FUNCTION send_message(
  of_member integer, of_performer integer, by_side text, client text, words text, mass boolean, price bigint, sent timestamptz,
  with_photo uuid
) RETURNS TABLE (
  outcome text, message bigint, conversation integer, seq integer, content text, is_mass boolean, is_media boolean, sent_at timestamptz,
  own_read integer, their_read integer, their_delivered integer, balance bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  talk conversation%ROWTYPE;
  own conversation_side%ROWTYPE;
  their conversation_side%ROWTYPE;
  stored private_message%ROWTYPE;
  paid record;
  payment bigint;
BEGIN
  SELECT * INTO talk FROM conversation c WHERE c.member_id = of_member AND c.performer_id = of_performer FOR UPDATE;
  IF talk.id IS NULL AND price IS NULL THEN
    talk := open_conversation(of_member, of_performer, sent);
  END IF;
  SELECT * INTO stored FROM private_message m
    WHERE m.conversation_id = talk.id AND m.owner = by_side AND m.client_id = client;
  IF stored.id IS NULL THEN
    SELECT CASE WHEN s.side = by_side THEN 'own-block' ELSE 'blocked' END INTO outcome FROM conversation_side s
      WHERE s.conversation_id = talk.id AND s.is_blocked ORDER BY s.side = by_side DESC LIMIT 1;
    IF outcome IS NOT NULL THEN
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;
  IF stored.id IS NULL AND with_photo IS NOT NULL THEN
    PERFORM FROM photo p WHERE p.id = with_photo AND p.message_id IS NULL
      AND CASE by_side WHEN 'member' THEN p.member_id = of_member ELSE p.performer_id = of_performer END FOR UPDATE;
    IF NOT FOUND THEN
      -- The same message came twice at once, and the other one has used it and made the conversation.
      SELECT * INTO talk FROM conversation c WHERE c.member_id = of_member AND c.performer_id = of_performer FOR UPDATE;
      SELECT * INTO stored FROM private_message m
        WHERE m.conversation_id = talk.id AND m.owner = by_side AND m.client_id = client;
      IF stored.id IS NULL THEN
        outcome := 'no-photo';
        RETURN NEXT;
        RETURN;
      END IF;
    END IF;
  END IF;
  IF stored.id IS NULL AND price IS NOT NULL THEN
    SELECT * INTO paid FROM move_credits('message:' || of_member || ':' || client, 'message', 'performer:' || of_performer,
      price, 'member', of_member::text, 'performer', of_performer::text, sent);
    IF paid.outcome IN ('uncovered', 'conflict') THEN
      outcome := paid.outcome;
      RETURN NEXT;
      RETURN;
    END IF;
    payment := paid.transfer;
    balance := paid.from_balance;
    IF talk.id IS NULL THEN
      talk := open_conversation(of_member, of_performer, sent);
    END IF;
    -- The same message came twice at once, and the other one has made the conversation.
    IF paid.outcome = 'known' THEN
      SELECT * INTO stored FROM private_message m
        WHERE m.conversation_id = talk.id AND m.owner = by_side AND m.client_id = client;
      -- Or it was removed since.
      IF stored.id IS NULL THEN
        outcome := 'conflict';
        RETURN NEXT;
        RETURN;
      END IF;
    END IF;
  END IF;
  outcome := CASE
    WHEN stored.id IS NULL THEN 'sent'
    WHEN stored.content = words
      AND (SELECT p.id FROM photo p WHERE p.message_id = stored.id) IS NOT DISTINCT FROM with_photo THEN 'known'
    ELSE 'conflict' END;
  IF stored.id IS NULL THEN
    INSERT INTO private_message (conversation_id, seq, owner, client_id, content, is_mass, is_media, transfer_id, sent_at)
      VALUES (talk.id, talk.last_seq + 1, by_side, client, words, mass, with_photo IS NOT NULL, payment, sent) RETURNING * INTO stored;
    IF with_photo IS NOT NULL THEN
      UPDATE photo SET message_id = stored.id WHERE id = with_photo;
    END IF;
    UPDATE conversation SET last_seq = stored.seq, last_owner = by_side, updated_at = sent WHERE id = talk.id;
    -- Who has read everything and writes has read that too.
    UPDATE conversation_side SET read_seq = stored.seq, delivered_seq = stored.seq
      WHERE conversation_id = talk.id AND side = by_side AND read_seq = talk.last_seq;
  END IF;
  SELECT * INTO own FROM conversation_side s WHERE s.conversation_id = talk.id AND s.side = by_side;
  SELECT * INTO their FROM conversation_side s WHERE s.conversation_id = talk.id AND s.side <> by_side;
  message := stored.id;
  conversation := talk.id;
  seq := stored.seq;
  content := stored.content;
  is_mass := stored.is_mass;
  is_media := stored.is_media;
  sent_at := stored.sent_at;
  own_read := own.read_seq;
  their_read := their.read_seq;
  their_delivered := their.delivered_seq;
  RETURN NEXT;
END $$;
