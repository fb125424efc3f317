-- Stores messages of one room: all, or none when it raises. A function, because each connection then plans it once:
-- planning takes longer than the work.
CREATE FUNCTION store_chat_messages(
  room integer, sessions text[], authors text[], client_ids text[], message_types text[], texts text[],
  amounts integer[], sent timestamptz[]
) RETURNS TABLE (place bigint, session text, sender text, id text, seq integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH allowed AS (
    SELECT given.*, chat_session.id AS open_session, chat_session.sender
    FROM unnest(sessions, authors, client_ids, message_types, texts, amounts, sent)
      WITH ORDINALITY AS given (session, author, client_id, message_type, message, amount, sent_at, place)
    LEFT JOIN chat_session
      ON chat_session.id = given.session AND chat_session.state <> 'ended' AND chat_session.performer_id = room
  ), fresh AS (
    SELECT allowed.*, row_number() OVER (ORDER BY place)::integer AS step FROM allowed
    WHERE open_session IS NOT NULL AND NOT EXISTS (
      SELECT FROM chat_message AS earlier
      WHERE earlier.author = allowed.author AND earlier.client_id = allowed.client_id)
  ), taken AS (
    INSERT INTO chat_room (performer_id, seq)
    SELECT room, count(*)::integer FROM fresh HAVING count(*) > 0
    ON CONFLICT (performer_id) DO UPDATE SET seq = chat_room.seq + excluded.seq
    RETURNING chat_room.seq - (SELECT count(*)::integer FROM fresh) AS before
  ), stored AS (
    INSERT INTO chat_message (performer_id, seq, client_id, author, message_type, sender, message, amount, sent_at,
      vip_session)
    SELECT room, taken.before + fresh.step, client_id, author, message_type, sender, message, amount, sent_at,
      (SELECT session_id FROM vip_request WHERE performer_id = room AND state = 'accepted')
    FROM fresh CROSS JOIN taken ORDER BY fresh.step
    RETURNING chat_message.id, chat_message.seq
  )
  SELECT allowed.place, allowed.open_session, allowed.sender, stored.id::text, stored.seq
  FROM allowed
  LEFT JOIN fresh ON fresh.place = allowed.place
  LEFT JOIN taken ON true
  LEFT JOIN stored ON stored.seq = taken.before + fresh.step
  ORDER BY allowed.place;
END $$;
--> statement-breakpoint
-- A member's past chats, newest first.
CREATE INDEX chat_session_of_member ON chat_session (member_id, joined_at DESC) WHERE state = 'ended';
