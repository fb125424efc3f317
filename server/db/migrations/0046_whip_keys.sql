-- One for each performer who ever had a key. The key itself is derived from SECRET, performer and generation.
CREATE TABLE whip_key (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  generation integer NOT NULL,
  is_open boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Up to then keys and tokens of the performer are void.
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE INDEX whip_key_revoked ON whip_key (revoked_at) WHERE revoked_at IS NOT NULL;
