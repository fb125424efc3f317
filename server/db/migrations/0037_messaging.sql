DO $$
DECLARE known text;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM 'CHECK \((.*)\)$') INTO known FROM pg_constraint
    WHERE conname = 'transfer_kind_check' AND conrelid = 'transfer'::regclass;
  ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
  EXECUTE format('ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check CHECK (kind IN (''message'', ''message-return'') OR (%s))', known);
END $$;
--> statement-breakpoint
CREATE TABLE conversation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  last_seq integer NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  last_owner text CHECK (last_owner IN ('member', 'performer')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (member_id, performer_id)
);
--> statement-breakpoint
CREATE INDEX conversation_of_member ON conversation (member_id, updated_at DESC);
--> statement-breakpoint
CREATE INDEX conversation_of_performer ON conversation (performer_id, updated_at DESC);
--> statement-breakpoint
CREATE TABLE conversation_side (
  conversation_id integer NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('member', 'performer')),
  read_seq integer NOT NULL DEFAULT 0,
  delivered_seq integer NOT NULL DEFAULT 0,
  deleted_seq integer NOT NULL DEFAULT 0,
  archived_seq integer,
  is_favourite boolean NOT NULL DEFAULT false,
  is_muted boolean NOT NULL DEFAULT false,
  is_blocked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (conversation_id, side)
);
--> statement-breakpoint
CREATE TABLE private_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id integer NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  seq integer NOT NULL CHECK (seq > 0),
  owner text NOT NULL CHECK (owner IN ('member', 'performer')),
  client_id text NOT NULL,
  content text NOT NULL CHECK (content <> ''),
  is_mass boolean NOT NULL DEFAULT false,
  transfer_id bigint UNIQUE REFERENCES transfer (id),
  sent_at timestamptz NOT NULL,
  returned_at timestamptz,
  UNIQUE (conversation_id, seq),
  UNIQUE (conversation_id, owner, client_id),
  CHECK ((owner = 'member') = (transfer_id IS NOT NULL)),
  CHECK (NOT is_mass OR owner = 'performer')
);
--> statement-breakpoint
CREATE INDEX private_message_same_text ON private_message (md5(content), sent_at) WHERE owner = 'performer';
--> statement-breakpoint
CREATE INDEX private_message_unreturned ON private_message (sent_at) WHERE owner = 'member' AND returned_at IS NULL;
