-- What a member sees and decides of the money: limits, a wallet that is shut for a while.
CREATE TABLE spending_limit (
  member_id integer NOT NULL REFERENCES member (id),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  credits integer CHECK (credits >= 0),
  next_credits integer CHECK (next_credits >= 0),
  next_from timestamptz,
  told_for timestamptz,
  PRIMARY KEY (member_id, period),
  CHECK (next_from IS NOT NULL OR next_credits IS NULL)
);
--> statement-breakpoint
CREATE TABLE cool_off (
  member_id integer PRIMARY KEY REFERENCES member (id),
  until timestamptz NOT NULL
);
--> statement-breakpoint
-- Credits that a member has spent since a moment, less what was given back. What is no income and no money going back is
-- a spend.
CREATE FUNCTION spent_since(spender integer, since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, -coalesce(sum(entry.amount), 0))::bigint
  FROM account
  JOIN entry ON entry.account_id = account.id
  JOIN transfer ON transfer.id = entry.transfer_id
  WHERE account.kind = 'member' AND account.owner = spender::text AND transfer.created_at >= since
    AND transfer.kind NOT IN ('welcome', 'purchase', 'refund', 'chargeback', 'debt', 'goodwill', 'opening')
$$;
--> statement-breakpoint
-- The label of what forbids a member to spend this much now, or null. A real spend holds the rows of its limits until the
-- transaction ends, so that two at once cannot both fit, and leaves word when most of a limit is used. `begins`: when day,
-- week and month began.
CREATE FUNCTION refuse_spending(
  spender integer, amount bigint, at timestamptz, begins timestamptz[], is_real boolean
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  rule spending_limit;
  ceiling integer;
  since timestamptz;
  spent bigint;
BEGIN
  IF EXISTS (SELECT FROM cool_off WHERE member_id = spender AND until > at) THEN
    RETURN 'badRequest.limit.coolOff';
  END IF;
  IF is_real THEN
    PERFORM FROM spending_limit WHERE member_id = spender ORDER BY period FOR UPDATE;
  END IF;
  FOR rule IN SELECT * FROM spending_limit WHERE member_id = spender LOOP
    ceiling := CASE WHEN rule.next_from <= at THEN rule.next_credits ELSE rule.credits END;
    CONTINUE WHEN ceiling IS NULL;
    since := begins[array_position(ARRAY['day', 'week', 'month'], rule.period)];
    spent := spent_since(spender, since) + amount;
    IF spent > ceiling THEN
      RETURN 'badRequest.limit.reached';
    END IF;
    IF is_real AND spent * 100 >= ceiling * 80::bigint AND rule.told_for IS DISTINCT FROM since THEN
      UPDATE spending_limit SET told_for = since WHERE member_id = spender AND period = rule.period;
      INSERT INTO outbox (kind, payload, run_at) VALUES ('limit-near',
        jsonb_build_object('member', spender, 'period', rule.period, 'credits', ceiling, 'spent', spent), at);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE vip_request DROP CONSTRAINT vip_request_reason_check;
--> statement-breakpoint
ALTER TABLE vip_request ADD CONSTRAINT vip_request_reason_check
  CHECK (reason IN ('declined', 'expired', 'withdrawn', 'away', 'taken', 'no_credits', 'limit'));
--> statement-breakpoint
-- Numbers of receipts, without gaps in a year: the row of the year is held until the booking commits.
CREATE TABLE receipt_year (
  year integer PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);
--> statement-breakpoint
CREATE TABLE receipt (
  year integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  payment_id text NOT NULL UNIQUE REFERENCES payment (id),
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (year, number)
);
--> statement-breakpoint
CREATE FUNCTION issue_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_year integer := extract(year FROM NEW.settled_at AT TIME ZONE 'Europe/Amsterdam');
  next integer;
BEGIN
  IF EXISTS (SELECT FROM receipt WHERE payment_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO receipt_year (year, last) VALUES (in_year, 1)
    ON CONFLICT (year) DO UPDATE SET last = receipt_year.last + 1 RETURNING last INTO next;
  INSERT INTO receipt (year, number, payment_id, issued_at) VALUES (in_year, next, NEW.id, NEW.settled_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_receipt AFTER INSERT OR UPDATE OF status ON payment
  FOR EACH ROW WHEN (NEW.status = 'success') EXECUTE FUNCTION issue_receipt();
--> statement-breakpoint
INSERT INTO receipt (year, number, payment_id, issued_at)
  SELECT year, row_number() OVER (PARTITION BY year ORDER BY settled_at, id), id, settled_at
  FROM (SELECT extract(year FROM settled_at AT TIME ZONE 'Europe/Amsterdam')::integer AS year, id, settled_at
    FROM payment WHERE status = 'success') AS paid;
--> statement-breakpoint
INSERT INTO receipt_year (year, last) SELECT year, max(number) FROM receipt GROUP BY year;
--> statement-breakpoint
CREATE TRIGGER receipt_append_only BEFORE UPDATE OR DELETE ON receipt
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
-- Purchases that their member has withdrawn from; the money goes by payment_return.
CREATE TABLE withdrawal (
  payment_id text PRIMARY KEY REFERENCES payment (id),
  credits integer NOT NULL CHECK (credits > 0),
  cents integer NOT NULL CHECK (cents > 0),
  withdrawn_at timestamptz NOT NULL
);
