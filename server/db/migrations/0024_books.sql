-- Entries that are not in their account's balance yet. Taking credits in writes a row here instead of changing the
-- account's own, which nobody has to wait for then; a sweep sums them up. Members' balances are always exact.
CREATE TABLE unsummed_entry (
  account_id integer NOT NULL,
  entry_id bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (account_id, entry_id)
);
--> statement-breakpoint
-- Only members' entries have a balance: of the others there is no order before they are summed.
ALTER TABLE entry ALTER COLUMN balance_after DROP NOT NULL;
--> statement-breakpoint
CREATE FUNCTION account_balance(of_account integer) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT balance + coalesce((SELECT sum(amount)::bigint FROM unsummed_entry WHERE account_id = of_account), 0)
    FROM account WHERE id = of_account);
END $$;
--> statement-breakpoint
-- The account's row first: whoever holds it is alone with its entries.
CREATE FUNCTION sum_up(of_account integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account WHERE id = of_account FOR NO KEY UPDATE;
  WITH summed AS (DELETE FROM unsummed_entry WHERE account_id = of_account RETURNING amount)
  UPDATE account SET balance = balance + (SELECT sum(amount) FROM summed)
    WHERE id = of_account AND EXISTS (SELECT FROM summed);
END $$;
--> statement-breakpoint
-- Moves credits in one statement. `outcome`: moved; known, when the key moved the same before; conflict, when it moved
-- something else; uncovered. Only `moved` has written anything.
CREATE FUNCTION move_credits(
  key text, of_kind text, for_reference text, credits bigint, from_kind text, from_owner text, to_kind text,
  to_owner text, at timestamptz
) RETURNS TABLE (outcome text, transfer bigint, from_balance bigint, to_balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  giver integer;
  taker integer;
  giver_has bigint;
  taker_has bigint;
  written bigint;
  earlier transfer;
BEGIN
  SELECT id INTO giver FROM account WHERE kind = from_kind AND owner = from_owner;
  SELECT id INTO taker FROM account WHERE kind = to_kind AND owner = to_owner;
  IF giver IS NULL OR taker IS NULL THEN
    -- In one order, and before any lock, so that two at once cannot wait for each other.
    INSERT INTO account (kind, owner)
      SELECT * FROM (VALUES (from_kind, from_owner), (to_kind, to_owner)) AS side ORDER BY 1, 2
      ON CONFLICT DO NOTHING;
    SELECT id INTO giver FROM account WHERE kind = from_kind AND owner = from_owner;
    SELECT id INTO taker FROM account WHERE kind = to_kind AND owner = to_owner;
  END IF;
  -- Exact balances, which are locked: of whoever may not go below zero and gives, and of members.
  IF from_kind <> 'house' AND to_kind = 'member' THEN
    PERFORM FROM account WHERE id IN (giver, taker) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF from_kind = 'performer' THEN
    PERFORM sum_up(giver);
  END IF;
  IF from_kind <> 'house' THEN
    SELECT balance INTO giver_has FROM account WHERE id = giver FOR NO KEY UPDATE;
  END IF;
  IF to_kind = 'member' THEN
    SELECT balance INTO taker_has FROM account WHERE id = taker FOR NO KEY UPDATE;
  END IF;
  IF from_kind = 'house' OR giver_has >= credits THEN
    INSERT INTO transfer (idempotency_key, kind, reference, amount, from_account, to_account, created_at)
      VALUES (key, of_kind, for_reference, credits, giver, taker, at)
      ON CONFLICT (idempotency_key) DO NOTHING RETURNING id INTO written;
  END IF;
  IF written IS NOT NULL THEN
    outcome := 'moved';
    WITH entered AS (
      INSERT INTO entry (transfer_id, account_id, amount, balance_after) VALUES
        (written, giver, -credits, CASE WHEN from_kind = 'member' THEN giver_has - credits END),
        (written, taker, credits, taker_has + credits)
      RETURNING id, account_id, amount
    )
    INSERT INTO unsummed_entry (account_id, entry_id, amount) SELECT account_id, id, amount FROM entered
      WHERE account_id = giver AND giver_has IS NULL OR account_id = taker AND taker_has IS NULL;
    IF giver_has IS NOT NULL THEN
      giver_has := giver_has - credits;
      UPDATE account SET balance = giver_has WHERE id = giver;
    END IF;
    IF taker_has IS NOT NULL THEN
      taker_has := taker_has + credits;
      UPDATE account SET balance = taker_has WHERE id = taker;
    END IF;
  ELSE
    SELECT * INTO earlier FROM transfer WHERE idempotency_key = key;
    written := earlier.id;
    outcome := CASE
      WHEN written IS NULL THEN 'uncovered'
      WHEN (earlier.kind, earlier.amount, earlier.from_account, earlier.to_account)
        = (of_kind, credits, giver, taker) THEN 'known'
      ELSE 'conflict' END;
  END IF;
  transfer := written;
  from_balance := coalesce(giver_has, account_balance(giver));
  to_balance := coalesce(taker_has, account_balance(taker));
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- Stores tips of one room, in the order given, with all that belongs to one: transfer, audit row, line and tip. `outcome` as of
-- move_credits, or muted: words for the room from somebody who may not speak there. Nothing is written then.
CREATE FUNCTION store_tips(
  room integer, sessions text[], senders text[], members integer[], client_ids text[], amounts integer[],
  tip_types text[], texts text[], publics boolean[], speakers boolean[], requests text[], times timestamptz[]
) RETURNS TABLE (
  place bigint, outcome text, transfer bigint, from_balance bigint, to_balance bigint, message bigint, seq integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  given record;
  moved record;
  number integer;
  line bigint;
  show_session text;
BEGIN
  -- All at once and in order: two nodes may store tips of the same members.
  PERFORM FROM account WHERE kind = 'member' AND owner = ANY (members::text[]) ORDER BY id FOR NO KEY UPDATE;
  FOR given IN
    SELECT * FROM unnest(sessions, senders, members, client_ids, amounts, tip_types, texts, publics, speakers, requests,
      times) WITH ORDINALITY AS tip (session, sender, member, client_id, amount, tip_type, words, is_public, may_speak,
      request, at, place)
  LOOP
    place := given.place;
    IF given.is_public AND given.words <> '' AND NOT given.may_speak AND NOT EXISTS (
      SELECT FROM transfer WHERE idempotency_key = 'tip:' || given.member || ':' || given.client_id
    ) THEN
      RETURN QUERY SELECT given.place, 'muted', NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::integer;
      CONTINUE;
    END IF;
    SELECT * INTO moved FROM move_credits('tip:' || given.member || ':' || given.client_id, 'tip',
      'session:' || given.session, given.amount, 'member', given.member::text, 'performer', room::text, given.at);
    number := NULL;
    line := NULL;
    IF moved.outcome = 'moved' THEN
      INSERT INTO audit (act, actor, member_id, subject, request_id, at) VALUES ('tip.sent', 'member:' || given.member,
        given.member, 'transfer:' || moved.transfer, given.request, given.at);
      INSERT INTO chat_room (performer_id, seq) VALUES (room, 1)
        ON CONFLICT (performer_id) DO UPDATE SET seq = chat_room.seq + 1 RETURNING chat_room.seq INTO number;
      SELECT session_id INTO show_session FROM vip_request WHERE performer_id = room AND state = 'accepted';
      INSERT INTO chat_message (performer_id, seq, client_id, author, message_type, sender, message, amount, tip_type,
          sent_at, vip_session)
        VALUES (room, number, given.client_id, 'member:' || given.member, 'tip', given.sender,
          CASE WHEN given.is_public THEN given.words ELSE '' END, given.amount, given.tip_type, given.at, show_session)
        RETURNING id INTO line;
      INSERT INTO tip (performer_id, member_id, session_id, client_id, amount, tip_type, message, is_public, transfer_id,
          message_id, created_at)
        VALUES (room, given.member, given.session, given.client_id, given.amount, given.tip_type, given.words,
          given.is_public, moved.transfer, line, given.at);
    END IF;
    RETURN QUERY SELECT given.place, moved.outcome, moved.transfer, moved.from_balance, moved.to_balance, line, number;
  END LOOP;
END $$;
