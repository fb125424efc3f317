CREATE TABLE account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('member', 'performer', 'house')),
  owner text NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  UNIQUE (kind, owner),
  CONSTRAINT account_not_negative CHECK (kind = 'house' OR balance >= 0)
);
--> statement-breakpoint
CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN (
    'welcome', 'purchase', 'refund', 'chargeback', 'debt', 'goodwill', 'tip', 'minute', 'minute-return', 'toy-return',
    'message', 'message-return', 'dial-in', 'stall-credit', 'opening', 'lapse'
  )),
  reference text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  from_account integer NOT NULL REFERENCES account (id),
  to_account integer NOT NULL REFERENCES account (id),
  created_at timestamptz NOT NULL,
  CHECK (from_account <> to_account)
);
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
-- Moves credits in one statement. `outcome`: moved; known, if the key moved the same before; conflict, if it moved
-- something else; uncovered. Only `moved` has written anything. Returns a balance only of an account that it has locked:
-- summing up what a performer or the house took in a moment ago cost a third of a transfer.
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
  from_balance := giver_has;
  to_balance := taker_has;
  RETURN NEXT;
END $$;
