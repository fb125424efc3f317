-- Stores a private message and what it costs, in one statement. `by_side`: who writes; `price`: credits, NULL for a performer,
-- who pays nothing. No message was written where the outcome is not `sent`, and nothing was paid.
CREATE FUNCTION send_message(
  of_member integer, of_performer integer, by_side text, client text, words text, mass boolean, price bigint, sent timestamptz
) RETURNS TABLE (
  outcome text, message bigint, conversation integer, seq integer, content text, is_mass boolean, sent_at timestamptz,
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
  outcome := CASE WHEN stored.id IS NULL THEN 'sent' WHEN stored.content = words THEN 'known' ELSE 'conflict' END;
  IF stored.id IS NULL THEN
    INSERT INTO private_message (conversation_id, seq, owner, client_id, content, is_mass, transfer_id, sent_at)
      VALUES (talk.id, talk.last_seq + 1, by_side, client, words, mass, payment, sent) RETURNING * INTO stored;
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
  sent_at := stored.sent_at;
  own_read := own.read_seq;
  their_read := their.read_seq;
  their_delivered := their.delivered_seq;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- The conversation of a pair, locked, made where there was none.
CREATE FUNCTION open_conversation(of_member integer, of_performer integer, at timestamptz) RETURNS conversation
LANGUAGE plpgsql AS $$
DECLARE
  talk conversation%ROWTYPE;
BEGIN
  INSERT INTO conversation (member_id, performer_id, created_at, updated_at) VALUES (of_member, of_performer, at, at)
    ON CONFLICT (member_id, performer_id) DO NOTHING;
  SELECT * INTO talk FROM conversation c WHERE c.member_id = of_member AND c.performer_id = of_performer FOR UPDATE;
  INSERT INTO conversation_side (conversation_id, side) VALUES (talk.id, 'member'), (talk.id, 'performer')
    ON CONFLICT DO NOTHING;
  RETURN talk;
END $$;
