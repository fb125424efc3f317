-- Periods of 30 s by which an operator's authenticator is ahead of the product, learnt from its codes; and whether the
-- password is shorter than one may be now.
ALTER TABLE operator
  ADD COLUMN code_drift smallint NOT NULL DEFAULT 0,
  ADD COLUMN has_short_password boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Of an operator who was away: the session goes on with a passkey or code.
ALTER TABLE session ADD COLUMN locked_at timestamptz;
