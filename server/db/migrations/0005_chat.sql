CREATE TABLE chat_room (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  seq integer NOT NULL DEFAULT 0
);
--> statement-breakpoint
CREATE TABLE chat_session (
  id text PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer REFERENCES member (id),
  guest_key text,
  type text NOT NULL CHECK (type IN ('free', 'chat', 'vip')),
  sender text NOT NULL,
  state text NOT NULL CHECK (state IN ('joined', 'watching', 'ended')),
  joined_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  first_frame_at timestamptz,
  paid_until timestamptz,
  minutes integer NOT NULL DEFAULT 0,
  spent integer NOT NULL DEFAULT 0,
  stalled_ms integer NOT NULL DEFAULT 0,
  silent_ms integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  end_reason text,
  CHECK ((member_id IS NULL) <> (guest_key IS NULL)),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX chat_session_one_per_member ON chat_session (performer_id, member_id) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX chat_session_open ON chat_session (performer_id) WHERE state <> 'ended';
--> statement-breakpoint
CREATE TABLE chat_minute (
  session_id text NOT NULL REFERENCES chat_session (id),
  number integer NOT NULL,
  price integer NOT NULL CHECK (price > 0),
  started_at timestamptz NOT NULL,
  stalled_ms_before integer NOT NULL,
  silent_ms_before integer NOT NULL,
  transfer_id bigint NOT NULL UNIQUE REFERENCES transfer (id),
  settled boolean NOT NULL DEFAULT false,
  credited integer NOT NULL DEFAULT 0 CHECK (credited BETWEEN 0 AND price),
  PRIMARY KEY (session_id, number)
);
--> statement-breakpoint
CREATE TABLE guest_watch (
  guest_key text NOT NULL,
  performer_id integer NOT NULL REFERENCES performer (id),
  day date NOT NULL,
  seconds integer NOT NULL DEFAULT 0 CHECK (seconds >= 0),
  PRIMARY KEY (guest_key, performer_id, day)
);
--> statement-breakpoint
CREATE TABLE chat_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  seq integer NOT NULL,
  client_id text,
  author text NOT NULL,
  message_type text NOT NULL CHECK (message_type IN ('host', 'member', 'notice', 'room', 'tip', 'tip-cybertoy')),
  sender text NOT NULL,
  message text NOT NULL,
  amount integer,
  sent_at timestamptz NOT NULL,
  UNIQUE (performer_id, seq),
  UNIQUE (performer_id, author, client_id)
);
--> statement-breakpoint
CREATE TABLE tip (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES chat_session (id),
  client_id text NOT NULL,
  amount integer NOT NULL CHECK (amount BETWEEN 100 AND 100000),
  message text NOT NULL DEFAULT '',
  is_public boolean NOT NULL DEFAULT false,
  transfer_id bigint NOT NULL UNIQUE REFERENCES transfer (id),
  message_id bigint NOT NULL UNIQUE REFERENCES chat_message (id),
  created_at timestamptz NOT NULL,
  UNIQUE (member_id, client_id)
);
