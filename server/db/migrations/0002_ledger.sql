-- Rows with a fillfactor, here and in later files, change every few seconds: with room in their page, a change needs no
-- new entry in any index.
CREATE TABLE account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('member', 'performer', 'house')),
  owner text NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  -- Credits of the balance that the house gave; only members have any.
  free bigint NOT NULL DEFAULT 0,
  UNIQUE (kind, owner),
  CONSTRAINT account_not_negative CHECK (kind = 'house' OR balance >= 0),
  CONSTRAINT account_free CHECK (free = 0 OR kind = 'member' AND free BETWEEN 0 AND balance)
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN (
    'welcome', 'purchase', 'refund', 'chargeback', 'debt', 'goodwill', 'tip', 'minute', 'minute-return', 'toy-return',
    'message', 'message-return', 'dial-in', 'stall-credit', 'opening', 'lapse', 'payout', 'payout-return', 'unearned',
    'unearned-return'
  )),
  reference text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  from_account integer NOT NULL REFERENCES account (id),
  to_account integer NOT NULL REFERENCES account (id),
  created_at timestamptz NOT NULL,
  free bigint NOT NULL DEFAULT 0,
  -- The transfer that this one gives back, or whose free credits were not earned.
  of_transfer bigint REFERENCES transfer (id),
  CHECK (from_account <> to_account),
  CONSTRAINT transfer_free CHECK (
    free BETWEEN 0 AND amount AND CASE
      WHEN kind IN ('welcome', 'goodwill') THEN free = amount
      WHEN kind IN ('purchase', 'opening', 'dial-in', 'stall-credit', 'payout', 'payout-return', 'unearned', 'unearned-return')
        THEN free = 0
      ELSE true END
  )
);
--> statement-breakpoint
CREATE INDEX transfer_of ON transfer (of_transfer) WHERE of_transfer IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transfer_free_at ON transfer (created_at) WHERE free > 0;
--> statement-breakpoint
-- Only entries of members have a balance: those of the others have no order before they are summed up.
CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id bigint NOT NULL REFERENCES transfer (id),
  account_id integer NOT NULL REFERENCES account (id),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint,
  UNIQUE (transfer_id, account_id)
);
--> statement-breakpoint
CREATE INDEX entry_account ON entry (account_id, id);
--> statement-breakpoint
-- Entries that are not in the balance of their account yet. Credits that come in write a row here instead of locking the
-- account; a sweep sums the rows up. Balances of members are always exact.
CREATE TABLE unsummed_entry (
  account_id integer NOT NULL,
  entry_id bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (account_id, entry_id)
);
--> statement-breakpoint
CREATE FUNCTION transfer_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) <> 2 OR NOT bool_and(amount = CASE account_id
        WHEN NEW.from_account THEN -NEW.amount WHEN NEW.to_account THEN NEW.amount ELSE 0 END)
      FROM entry WHERE transfer_id = NEW.id) THEN
    RAISE EXCEPTION 'transfer % is not carried by exactly the two entries it names', NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER transfer_balanced AFTER INSERT ON transfer
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION transfer_is_balanced();
--> statement-breakpoint
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the books are append only';
END $$;
--> statement-breakpoint
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON transfer
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON entry
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER transfer_never_emptied BEFORE TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER entry_never_emptied BEFORE TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE FUNCTION account_balance(of_account integer) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT balance + coalesce((SELECT sum(amount)::bigint FROM unsummed_entry WHERE account_id = of_account), 0)
    FROM account WHERE id = of_account);
END $$;
--> statement-breakpoint
-- Locks the account first: nothing else changes its entries until the transaction ends.
CREATE FUNCTION sum_up(of_account integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM account WHERE id = of_account FOR NO KEY UPDATE;
  WITH summed AS (DELETE FROM unsummed_entry WHERE account_id = of_account RETURNING amount)
  UPDATE account SET balance = balance + (SELECT sum(amount) FROM summed)
    WHERE id = of_account AND EXISTS (SELECT FROM summed);
END $$;
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
