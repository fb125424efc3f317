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
  content text NOT NULL,
  is_mass boolean NOT NULL DEFAULT false,
  transfer_id bigint UNIQUE REFERENCES transfer (id),
  sent_at timestamptz NOT NULL,
  returned_at timestamptz,
  is_media boolean NOT NULL DEFAULT false,
  UNIQUE (conversation_id, seq),
  UNIQUE (conversation_id, owner, client_id),
  CONSTRAINT private_message_content_check CHECK (content <> '' OR is_media),
  CHECK ((owner = 'member') = (transfer_id IS NOT NULL)),
  CHECK (NOT is_mass OR owner = 'performer')
);
--> statement-breakpoint
CREATE INDEX private_message_same_text ON private_message (md5(content), sent_at) WHERE owner = 'performer';
--> statement-breakpoint
CREATE INDEX private_message_unreturned ON private_message (sent_at) WHERE owner = 'member' AND returned_at IS NULL;
--> statement-breakpoint
CREATE INDEX private_message_to_members ON private_message (sent_at) WHERE owner = 'performer';
--> statement-breakpoint
-- One row per stored file, however many messages use it. The file is named after the SHA-256 of its bytes.
CREATE TABLE photo_file (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  bytes integer NOT NULL CHECK (bytes > 0),
  -- The last upload of it: an unused file stays a while, so that an upload under way finds it.
  kept_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE photo (
  id uuid PRIMARY KEY,
  member_id integer REFERENCES member (id),
  performer_id integer REFERENCES performer (id),
  hash text NOT NULL REFERENCES photo_file (hash),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  preview text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  message_id bigint UNIQUE REFERENCES private_message (id) ON DELETE CASCADE,
  CHECK (num_nonnulls(member_id, performer_id) = 1)
);
--> statement-breakpoint
CREATE INDEX photo_of_file ON photo (hash);
--> statement-breakpoint
CREATE INDEX photo_of_member ON photo (member_id);
--> statement-breakpoint
CREATE INDEX photo_unsent ON photo (uploaded_at) WHERE message_id IS NULL;
--> statement-breakpoint
-- When a member was last told of unread messages, and the newest of them.
CREATE TABLE unread_notice (
  member_id integer PRIMARY KEY REFERENCES member (id),
  told_at timestamptz NOT NULL,
  message_id bigint NOT NULL
);
--> statement-breakpoint
-- Copies of the messages of a reported conversation: they outlive the messages and never change.
CREATE TABLE reported_message (
  report_number text NOT NULL REFERENCES report (number),
  seq integer NOT NULL,
  owner text NOT NULL CHECK (owner IN ('member', 'performer')),
  content text NOT NULL,
  sent_at timestamptz NOT NULL,
  photo_hash text REFERENCES photo_file (hash),
  PRIMARY KEY (report_number, seq)
);
--> statement-breakpoint
CREATE INDEX reported_message_of_file ON reported_message (photo_hash) WHERE photo_hash IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION evidence_is_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a reported message is not changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER reported_message_sealed BEFORE UPDATE ON reported_message
  FOR EACH ROW EXECUTE FUNCTION evidence_is_sealed();
