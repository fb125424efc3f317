-- Free credits: those that the house gave, as far as they are in a member's balance, or moved by a transfer.
ALTER TABLE account ADD COLUMN free bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE account ADD CONSTRAINT account_free CHECK (
  free = 0 OR kind = 'member' AND free BETWEEN 0 AND balance
);
--> statement-breakpoint
ALTER TABLE transfer ADD COLUMN free bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
-- The transfer that this one gives back, or whose free credits were not earned.
ALTER TABLE transfer ADD COLUMN of_transfer bigint REFERENCES transfer (id);
--> statement-breakpoint
CREATE INDEX transfer_of ON transfer (of_transfer) WHERE of_transfer IS NOT NULL;
--> statement-breakpoint
ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
--> statement-breakpoint
ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check CHECK (kind IN (
  'welcome', 'purchase', 'refund', 'chargeback', 'debt', 'goodwill', 'tip', 'minute', 'minute-return', 'toy-return',
  'message', 'message-return', 'dial-in', 'stall-credit', 'opening', 'lapse', 'payout', 'payout-return', 'unearned',
  'unearned-return'
));
--> statement-breakpoint
-- What was given, spent and given back so far: free credits are spent first, and of a spend they are given back last.
ALTER TABLE transfer DISABLE TRIGGER transfer_append_only;
--> statement-breakpoint
UPDATE transfer SET of_transfer = spend.transfer_id
  FROM (
    SELECT transfer_id, return_transfer_id FROM chat_minute WHERE return_transfer_id IS NOT NULL
    UNION ALL SELECT transfer_id, return_transfer_id FROM toy_run WHERE return_transfer_id IS NOT NULL
    UNION ALL SELECT private_message.transfer_id, transfer.id FROM transfer
      JOIN private_message ON transfer.idempotency_key = 'message-return:' || private_message.id
      WHERE transfer.kind = 'message-return' AND private_message.transfer_id IS NOT NULL
  ) AS spend
  WHERE transfer.id = spend.return_transfer_id;
--> statement-breakpoint
DO $$
DECLARE
  wallet integer;
  has bigint;
  has_free bigint;
  part bigint;
  moved record;
BEGIN
  FOR wallet IN SELECT DISTINCT to_account FROM transfer JOIN account ON account.id = to_account
    WHERE account.kind = 'member' AND transfer.kind IN ('welcome', 'goodwill') LOOP
    has := 0;
    has_free := 0;
    FOR moved IN SELECT transfer.*, entry.amount AS change FROM entry JOIN transfer ON transfer.id = entry.transfer_id
      WHERE entry.account_id = wallet ORDER BY entry.id LOOP
      part := CASE
        WHEN moved.change > 0 AND moved.kind IN ('welcome', 'goodwill') THEN moved.amount
        WHEN moved.change > 0 THEN coalesce((
          SELECT least(moved.amount, greatest(0, moved.amount - spend.amount + spend.free
            + (SELECT coalesce(sum(amount - free), 0) FROM transfer WHERE of_transfer = spend.id AND id < moved.id)))
          FROM transfer AS spend WHERE spend.id = moved.of_transfer), 0)
        -- Money that went back took bought credits as far as there were any.
        WHEN moved.kind IN ('refund', 'chargeback') THEN greatest(0, moved.amount - has + has_free)
        ELSE least(has_free, moved.amount) END;
      IF part > 0 THEN
        UPDATE transfer SET free = part WHERE id = moved.id;
      END IF;
      has := has + moved.change;
      has_free := has_free + CASE WHEN moved.change > 0 THEN part ELSE -part END;
    END LOOP;
    UPDATE account SET free = has_free WHERE id = wallet;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE transfer ENABLE TRIGGER transfer_append_only;
--> statement-breakpoint
ALTER TABLE transfer ADD CONSTRAINT transfer_free CHECK (
  free BETWEEN 0 AND amount AND CASE
    WHEN kind IN ('welcome', 'goodwill') THEN free = amount
    WHEN kind IN ('purchase', 'opening', 'dial-in', 'stall-credit', 'payout', 'payout-return', 'unearned', 'unearned-return')
      THEN free = 0
    ELSE true END
);
--> statement-breakpoint
-- Moves credits between a performer and the house without locking her account: only beside a larger transfer that has
-- credited or locked it.
CREATE FUNCTION book_unearned(
  key text, of_kind text, for_reference text, credits bigint, spend bigint, giver integer, taker integer, at timestamptz,
  is_summed integer
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
BEGIN
  INSERT INTO transfer (idempotency_key, kind, reference, amount, from_account, to_account, created_at, of_transfer)
    VALUES (key, of_kind, for_reference, credits, giver, taker, at, spend) RETURNING id INTO written;
  WITH entered AS (
    INSERT INTO entry (transfer_id, account_id, amount) VALUES (written, giver, -credits), (written, taker, credits)
    RETURNING id, account_id, amount
  )
  INSERT INTO unsummed_entry (account_id, entry_id, amount) SELECT account_id, id, amount FROM entered
    WHERE account_id IS DISTINCT FROM is_summed;
END $$;
--> statement-breakpoint
DROP FUNCTION move_credits;
--> statement-breakpoint
-- Moves credits in one statement. `outcome`: moved; known, if the key moved the same before; conflict, if it moved
-- something else; uncovered. Only `moved` has written anything. Returns a balance only of an account that it has locked:
-- summing up what a performer or the house took in a moment ago cost a third of a transfer.
--
-- `free_rule` says how many of a member's credits are free: given (all), spent (as many as the member has), returned
-- (those of the transfer `returned`, after its bought ones), bought (none). Unless `free_earns`, the performer passes the
-- free ones on to the house, and gets them back for a return.
CREATE FUNCTION move_credits(
  key text, of_kind text, for_reference text, credits bigint, from_kind text, from_owner text, to_kind text,
  to_owner text, at timestamptz, free_rule text, returned bigint, free_earns boolean
) RETURNS TABLE (outcome text, transfer bigint, from_balance bigint, to_balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  giver integer;
  taker integer;
  unearned integer;
  giver_has bigint;
  giver_free bigint := 0;
  taker_has bigint;
  -- Free ones of the credits, and those of them that the performer has not earned.
  free_credits bigint := 0;
  not_earned bigint := 0;
  -- What the giver may give.
  covered bigint;
  written bigint;
  earlier transfer;
  spend transfer;
  back record;
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
  IF free_rule = 'returned' OR free_rule = 'spent' AND NOT free_earns THEN
    SELECT id INTO unearned FROM account WHERE kind = 'house' AND owner = 'unearned';
    IF unearned IS NULL AND free_rule = 'spent' THEN
      INSERT INTO account (kind, owner) VALUES ('house', 'unearned') ON CONFLICT DO NOTHING;
      SELECT id INTO unearned FROM account WHERE kind = 'house' AND owner = 'unearned';
    END IF;
  END IF;
  -- Exact balances, which are locked: of whoever may not go below zero and gives, and of members.
  IF from_kind <> 'house' AND to_kind = 'member' THEN
    PERFORM FROM account WHERE id IN (giver, taker) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  IF from_kind = 'performer' THEN
    PERFORM sum_up(giver);
  END IF;
  IF from_kind <> 'house' THEN
    SELECT balance, free INTO giver_has, giver_free FROM account WHERE id = giver FOR NO KEY UPDATE;
  END IF;
  IF to_kind = 'member' THEN
    SELECT balance INTO taker_has FROM account WHERE id = taker FOR NO KEY UPDATE;
  END IF;
  covered := CASE from_kind WHEN 'house' THEN credits ELSE giver_has END;
  CASE free_rule
    WHEN 'given' THEN
      free_credits := credits;
    WHEN 'spent' THEN
      free_credits := least(giver_free, credits);
      not_earned := CASE WHEN free_earns THEN 0 ELSE free_credits END;
    WHEN 'bought' THEN
      covered := covered - giver_free;
    WHEN 'returned' THEN
      SELECT * INTO STRICT spend FROM transfer
        WHERE id = returned AND from_account = taker AND to_account = giver;
      SELECT coalesce(sum(amount) FILTER (WHERE to_account = taker), 0) AS credits,
        coalesce(sum(free) FILTER (WHERE to_account = taker), 0) AS free,
        coalesce(sum(CASE kind WHEN 'unearned' THEN amount WHEN 'unearned-return' THEN -amount END), 0) AS not_earned
        INTO back FROM transfer WHERE of_transfer = spend.id;
      free_credits := greatest(0, credits - (spend.amount - spend.free) + (back.credits - back.free));
      not_earned := least(free_credits, back.not_earned);
      covered := least(giver_has + not_earned, spend.amount - back.credits);
  END CASE;
  IF covered >= credits THEN
    INSERT INTO transfer (idempotency_key, kind, reference, amount, free, from_account, to_account, created_at, of_transfer)
      VALUES (key, of_kind, for_reference, credits, free_credits, giver, taker, at, returned)
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
    IF not_earned > 0 THEN
      IF free_rule = 'spent' THEN
        PERFORM book_unearned('unearned:' || key, 'unearned', for_reference, not_earned, written, taker, unearned, at, NULL);
      ELSE
        PERFORM book_unearned(
          'unearned:' || key, 'unearned-return', for_reference, not_earned, returned, unearned, giver, at, giver);
        giver_has := giver_has + not_earned;
      END IF;
    END IF;
    IF giver_has IS NOT NULL THEN
      giver_has := giver_has - credits;
      UPDATE account SET balance = giver_has,
        free = CASE from_kind WHEN 'member' THEN free - free_credits ELSE free END WHERE id = giver;
    END IF;
    IF taker_has IS NOT NULL THEN
      taker_has := taker_has + credits;
      UPDATE account SET balance = taker_has, free = free + free_credits WHERE id = taker;
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
