-- A passkey belongs to a member or to a performer.
ALTER TABLE passkey ALTER COLUMN member_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE passkey ADD COLUMN performer_id integer REFERENCES performer (id);
--> statement-breakpoint
ALTER TABLE passkey ADD CONSTRAINT passkey_owner CHECK (num_nonnulls(member_id, performer_id) = 1);
--> statement-breakpoint
CREATE INDEX passkey_performer ON passkey (performer_id);
