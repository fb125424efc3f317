-- Stores messages of one room: all that may be said, or none when it raises. A function, because each connection then
-- plans it once: planning takes longer than the work. `verdict`: ended, known, muted, slow or stored.
CREATE FUNCTION store_chat_messages(
  room integer, sessions text[], authors text[], client_ids text[], message_types text[], texts text[],
  amounts integer[], sent timestamptz[]
) RETURNS TABLE (place bigint, verdict text, sender text, id text, seq integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  slow interval := (SELECT make_interval(secs => slow_seconds) FROM chat_room WHERE performer_id = room);
BEGIN
  RETURN QUERY
  WITH given AS (
    SELECT said.*, chat_session.id AS open_session, chat_session.sender, chat_session.member_id,
      coalesce(chat_session.guest_key, 'call:' || chat_session.dial_in_session) AS guest_key
    FROM unnest(sessions, authors, client_ids, message_types, texts, amounts, sent)
      WITH ORDINALITY AS said (session, author, client_id, message_type, message, amount, sent_at, place)
    LEFT JOIN chat_session
      ON chat_session.id = said.session AND chat_session.state <> 'ended' AND chat_session.performer_id = room
  ), judged AS (
    SELECT given.*, CASE
      WHEN open_session IS NULL THEN 'ended'
      WHEN EXISTS (SELECT FROM chat_message AS earlier
        WHERE earlier.author = given.author AND earlier.client_id = given.client_id) THEN 'known'
      WHEN EXISTS (SELECT FROM chat_sanction
        WHERE performer_id = room AND kind = 'mute' AND lifted_at IS NULL AND (until IS NULL OR until > given.sent_at)
          AND (chat_sanction.member_id = given.member_id OR chat_sanction.guest_key = given.guest_key)) THEN 'muted'
      WHEN slow IS NOT NULL AND EXISTS (SELECT FROM chat_message AS earlier
        WHERE earlier.author = given.author AND earlier.performer_id = room AND earlier.message_type = 'member'
          AND earlier.sent_at > given.sent_at - slow) THEN 'slow'
      END AS refused
    FROM given
  ), fresh AS (
    SELECT turns.*, row_number() OVER (ORDER BY place)::integer AS step FROM (
      SELECT judged.*, row_number() OVER (PARTITION BY author ORDER BY place) AS turn FROM judged
      WHERE refused IS NULL
    ) AS turns WHERE slow IS NULL OR turn = 1
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
  SELECT judged.place, coalesce(judged.refused, CASE WHEN stored.seq IS NULL THEN 'slow' ELSE 'stored' END), judged.sender,
    stored.id::text, stored.seq
  FROM judged
  LEFT JOIN fresh ON fresh.place = judged.place
  LEFT JOIN taken ON true
  LEFT JOIN stored ON stored.seq = taken.before + fresh.step
  ORDER BY judged.place;
END $$;
--> statement-breakpoint
-- A member's past chats, newest first.
CREATE INDEX chat_session_of_member ON chat_session (member_id, joined_at DESC) WHERE state = 'ended';
