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
  kind text NOT NULL CHECK (kind IN ('welcome', 'purchase', 'refund', 'tip', 'minute', 'stall-credit', 'opening')),
  reference text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  from_account integer NOT NULL REFERENCES account (id),
  to_account integer NOT NULL REFERENCES account (id),
  created_at timestamptz NOT NULL,
  CHECK (from_account <> to_account)
);
--> statement-breakpoint
CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id bigint NOT NULL REFERENCES transfer (id),
  account_id integer NOT NULL REFERENCES account (id),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL,
  UNIQUE (transfer_id, account_id)
);
--> statement-breakpoint
CREATE INDEX entry_account ON entry (account_id, id);
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
