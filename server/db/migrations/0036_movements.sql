-- Moves credits in one statement. `outcome`: moved; known, when the key moved the same before; conflict, when it moved
-- something else; uncovered. Only `moved` has written anything. A balance is answered where it is exact, so that the account is
-- locked: adding up what a performer or the house took in a moment ago cost a third of a transfer.
CREATE OR REPLACE FUNCTION move_credits(
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
  from_balance := giver_has;
  to_balance := taker_has;
  RETURN NEXT;
END $$;
