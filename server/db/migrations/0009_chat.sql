CREATE TABLE chat_room (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  seq integer NOT NULL DEFAULT 0,
  slow_seconds integer CHECK (slow_seconds BETWEEN 3 AND 120),
  words text[] NOT NULL DEFAULT '{}',
  closed_at timestamptz,
  delay_seconds integer CHECK (delay_seconds IN (2, 4, 6)),
  -- Of a stream that an operator cut.
  closed_until timestamptz CHECK (closed_until > closed_at),
  closed_ground text CHECK (closed_ground IN ('rules', 'safety', 'identity', 'fraud'))
);
--> statement-breakpoint
CREATE INDEX chat_room_closed ON chat_room (performer_id) WHERE closed_at IS NOT NULL;
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
  minutes integer NOT NULL DEFAULT 0,
  spent integer NOT NULL DEFAULT 0,
  stalled_ms integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  end_reason text,
  node text NOT NULL DEFAULT '',
  media_ms integer NOT NULL DEFAULT 0,
  delivered_ms integer NOT NULL DEFAULT 0,
  dial_in_session text REFERENCES dial_in (id),
  -- The login that watches: the chat ends with it.
  login_id text,
  -- When another process took the open chat over; null while it belongs to the process that opened it.
  taken_over_at timestamptz,
  -- ms of paid media that this session delivered; `delivered_ms` counts free chat as well.
  paid_ms integer NOT NULL DEFAULT 0 CHECK (paid_ms >= 0),
  -- The first session of a stay: a session that continues the minute of another belongs to the same. Null for the first one.
  stay text REFERENCES chat_session (id),
  -- What the other sessions of the stay had delivered and cost when this one continued them.
  carried_ms integer NOT NULL DEFAULT 0,
  carried_spent integer NOT NULL DEFAULT 0,
  CONSTRAINT chat_session_one_viewer CHECK (num_nonnulls(member_id, guest_key, dial_in_session) = 1),
  CONSTRAINT chat_session_check1 CHECK ((state = 'ended') = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE UNIQUE INDEX chat_session_one_per_member ON chat_session (performer_id, member_id) WHERE state <> 'ended';
--> statement-breakpoint
-- One call pays for one chat at a time.
CREATE UNIQUE INDEX chat_session_one_per_call ON chat_session (dial_in_session) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX chat_session_open ON chat_session (performer_id) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX chat_session_of_node ON chat_session (node) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX chat_session_call ON chat_session (dial_in_session);
--> statement-breakpoint
-- Viewers that a performer names by their name in the room.
CREATE INDEX chat_session_sender ON chat_session (performer_id, sender, joined_at);
--> statement-breakpoint
-- A member's past chats, newest first.
CREATE INDEX chat_session_of_member ON chat_session (member_id, joined_at DESC) WHERE state = 'ended';
--> statement-breakpoint
CREATE INDEX chat_session_stay ON chat_session (stay) WHERE stay IS NOT NULL;
--> statement-breakpoint
CREATE TABLE guest_watch (
  guest_key text NOT NULL,
  performer_id integer NOT NULL REFERENCES performer (id),
  day date NOT NULL,
  seconds integer NOT NULL DEFAULT 0 CHECK (seconds >= 0),
  PRIMARY KEY (guest_key, performer_id, day)
);
--> statement-breakpoint
-- Numbers in names of constraints are those of the oldest databases.
CREATE TABLE chat_minute (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT chat_minute_pkey1 PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  mode text NOT NULL CHECK (mode IN ('chat', 'vip')),
  bought_in text NOT NULL REFERENCES chat_session (id),
  number integer NOT NULL,
  session_id text NOT NULL CONSTRAINT chat_minute_session_id_fkey1 REFERENCES chat_session (id),
  price integer NOT NULL CONSTRAINT chat_minute_price_check1 CHECK (price > 0),
  bought_at timestamptz NOT NULL,
  transfer_id bigint NOT NULL CONSTRAINT chat_minute_transfer_id_key1 UNIQUE
    CONSTRAINT chat_minute_transfer_id_fkey1 REFERENCES transfer (id),
  delivered_ms integer NOT NULL DEFAULT 0 CHECK (delivered_ms >= 0),
  believed_ms integer NOT NULL DEFAULT 0 CHECK (believed_ms >= 0),
  state text NOT NULL CHECK (state IN ('running', 'away', 'settled')),
  reason text,
  kept_until timestamptz,
  settled_at timestamptz,
  returned integer NOT NULL DEFAULT 0 CONSTRAINT chat_minute_check1 CHECK (returned BETWEEN 0 AND price),
  return_transfer_id bigint UNIQUE REFERENCES transfer (id),
  UNIQUE (bought_in, number),
  CONSTRAINT chat_minute_check2 CHECK ((state = 'away') = (kept_until IS NOT NULL)),
  CONSTRAINT chat_minute_check3 CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
  CONSTRAINT chat_minute_check4 CHECK (returned = 0 OR (state = 'settled' AND return_transfer_id IS NOT NULL))
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE UNIQUE INDEX chat_minute_one_open ON chat_minute (member_id, performer_id, mode) WHERE state <> 'settled';
--> statement-breakpoint
CREATE INDEX chat_minute_away ON chat_minute (kept_until) WHERE state = 'away';
--> statement-breakpoint
CREATE INDEX chat_minute_session ON chat_minute (session_id);
--> statement-breakpoint
-- A client id belongs to one message of its author, in whichever room.
CREATE TABLE chat_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  -- Set when the message is shown: one that waits has none, and one that was removed meanwhile never gets one.
  seq integer,
  client_id text,
  author text NOT NULL,
  message_type text NOT NULL CHECK (message_type IN ('host', 'member', 'notice', 'room', 'tip', 'tip-cybertoy')),
  sender text NOT NULL,
  message text NOT NULL,
  amount integer,
  sent_at timestamptz NOT NULL,
  -- Only member and performer of the VIP show may read it.
  vip_session text REFERENCES chat_session (id),
  tip_type text,
  tip_item text,
  shown_at timestamptz,
  removed_at timestamptz,
  -- Credits of a tip that were given back, because a toy did not play them: its line in the chat says so.
  returned integer CHECK (returned > 0),
  UNIQUE (performer_id, seq),
  UNIQUE (author, client_id),
  CONSTRAINT chat_message_waits CHECK (seq IS NOT NULL OR shown_at IS NOT NULL)
);
--> statement-breakpoint
-- When a member may write again in slow mode.
CREATE INDEX chat_message_turn ON chat_message (author, sent_at);
--> statement-breakpoint
CREATE INDEX chat_message_waiting ON chat_message (performer_id, shown_at) WHERE seq IS NULL AND removed_at IS NULL;
--> statement-breakpoint
CREATE INDEX chat_message_removed ON chat_message (performer_id, removed_at) WHERE removed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX chat_message_returned ON chat_message (performer_id, sent_at) WHERE returned IS NOT NULL;
--> statement-breakpoint
-- Members whom a performer appointed to keep order in her room. An ended appointment stays as a row.
CREATE TABLE room_moderator (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (until > since),
  CHECK (ended_at >= since)
);
--> statement-breakpoint
CREATE UNIQUE INDEX room_moderator_one ON room_moderator (performer_id, member_id) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX room_moderator_of_member ON room_moderator (member_id);
--> statement-breakpoint
CREATE INDEX room_moderator_due ON room_moderator (until) WHERE ended_at IS NULL;
--> statement-breakpoint
-- What a performer, her moderator or an operator has done about a viewer of her room:
-- one of each kind at a time. A lifted one stays as a row.
CREATE TABLE chat_sanction (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer REFERENCES member (id),
  guest_key text,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mute', 'kick', 'block', 'cut')),
  reason text NOT NULL DEFAULT '',
  since timestamptz NOT NULL,
  until timestamptz,
  lifted_at timestamptz,
  -- The moderator who acted; null for the performer's own acts.
  by_member_id integer REFERENCES member (id),
  CHECK ((member_id IS NULL) <> (guest_key IS NULL)),
  CHECK (until > since)
);
--> statement-breakpoint
CREATE UNIQUE INDEX chat_sanction_member ON chat_sanction (performer_id, member_id, kind) WHERE lifted_at IS NULL AND member_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX chat_sanction_guest ON chat_sanction (performer_id, guest_key, kind) WHERE lifted_at IS NULL AND guest_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX chat_sanction_by ON chat_sanction (by_member_id) WHERE by_member_id IS NOT NULL;
--> statement-breakpoint
-- What a performer offers for tips. The lists are small and always read and replaced as a whole. The row's lock orders
-- tips that count for a goal.
CREATE TABLE room_tipping (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  menu jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(menu) <= 25),
  vip_menu jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(vip_menu) <= 25),
  goals jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(goals) <= 8),
  carries_over boolean NOT NULL DEFAULT false,
  -- Credits of tips for the first goal that was not reached.
  collected integer NOT NULL DEFAULT 0 CHECK (collected >= 0)
);
--> statement-breakpoint
-- What each member has tipped since the performer went live, less what was given back.
CREATE TABLE room_tipper (
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  -- The performer's public_since for which the credits count.
  since timestamptz NOT NULL,
  credits integer NOT NULL CHECK (credits >= 0),
  tipped_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, member_id)
);
--> statement-breakpoint
CREATE INDEX room_tipper_of_member ON room_tipper (member_id);
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
  tip_type text NOT NULL DEFAULT 'tip' CHECK (tip_type IN ('tip', 'wink', 'kiss', 'drink', 'heart', 'gift')),
  -- The item of the menu that it was sent for, as it was named then.
  item text,
  -- The goal that was running after it, by its text, and how many of its credits stood in it then: a returned tip is taken
  -- off that goal only.
  goal text,
  goal_credits integer NOT NULL DEFAULT 0,
  UNIQUE (member_id, client_id)
);
--> statement-breakpoint
CREATE INDEX tip_session ON tip (session_id);
--> statement-breakpoint
-- A member's request for an exclusive show, and the show it became. A show whose member has lost the connection is kept
-- until `away_until` and goes on in the chat that the member opens then: `session_id` is that one, `began_in` the first.
CREATE TABLE vip_request (
  id text PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES chat_session (id),
  sender text NOT NULL,
  came_from text NOT NULL CHECK (came_from IN ('free', 'chat')),
  state text NOT NULL CHECK (state IN ('pending', 'accepted', 'declined', 'stopped')),
  reason text CHECK (reason IN ('declined', 'expired', 'withdrawn', 'away', 'taken', 'no_credits', 'limit')),
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  ended_at timestamptz,
  away_until timestamptz,
  began_in text NOT NULL REFERENCES chat_session (id),
  CHECK ((state = 'pending') = (answered_at IS NULL)),
  CHECK ((state = 'declined') = (reason IS NOT NULL)),
  CHECK ((state = 'stopped') = (ended_at IS NOT NULL)),
  CHECK (away_until IS NULL OR state = 'accepted')
);
--> statement-breakpoint
CREATE UNIQUE INDEX vip_request_one_pending ON vip_request (session_id) WHERE state = 'pending';
--> statement-breakpoint
-- Exclusive: a performer has one show at a time.
CREATE UNIQUE INDEX vip_request_one_show ON vip_request (performer_id) WHERE state = 'accepted';
--> statement-breakpoint
CREATE INDEX vip_request_open ON vip_request (performer_id) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX vip_request_session ON vip_request (session_id, requested_at);
--> statement-breakpoint
CREATE INDEX vip_request_began_in ON vip_request (began_in);
--> statement-breakpoint
-- Viewers who wait for the end of a show: `member:7`, or a guest's hash.
CREATE TABLE chat_lobby (
  performer_id integer NOT NULL REFERENCES performer (id),
  viewer text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, viewer)
);
--> statement-breakpoint
-- Exists while a performer's toy is on.
CREATE TABLE toy (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  ceiling integer NOT NULL CHECK (ceiling BETWEEN 1 AND 100),
  online_status smallint NOT NULL,
  away_since timestamptz
);
--> statement-breakpoint
CREATE TABLE toy_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES chat_session (id),
  transfer_id bigint NOT NULL UNIQUE REFERENCES transfer (id),
  sender text NOT NULL,
  level text NOT NULL CHECK (level IN ('low', 'normal', 'medium', 'hard', 'ultra', 'extreme')),
  intensity integer NOT NULL CHECK (intensity BETWEEN 1 AND 100),
  seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 180),
  state text NOT NULL CHECK (state IN ('waiting', 'playing', 'done')),
  queued_at timestamptz NOT NULL,
  started_at timestamptz,
  heard_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('played', 'stopped', 'status', 'device', 'away', 'off')),
  played_ms integer NOT NULL DEFAULT 0 CHECK (played_ms BETWEEN 0 AND seconds * 1000),
  -- Credits given back for what the run has not played; null until the finished run is settled.
  returned integer CHECK (returned >= 0),
  return_transfer_id bigint UNIQUE REFERENCES transfer (id),
  CHECK ((state = 'done') = (ended_at IS NOT NULL)),
  CHECK ((state = 'done') = (end_reason IS NOT NULL)),
  CHECK (state <> 'playing' OR started_at IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX toy_run_one_plays ON toy_run (performer_id) WHERE state = 'playing';
--> statement-breakpoint
CREATE INDEX toy_run_open ON toy_run (performer_id, id) WHERE state <> 'done';
--> statement-breakpoint
CREATE INDEX toy_run_session ON toy_run (session_id);
--> statement-breakpoint
CREATE INDEX toy_run_member ON toy_run (member_id, performer_id, queued_at);
--> statement-breakpoint
CREATE INDEX toy_run_due ON toy_run (id) WHERE state = 'done' AND returned IS NULL;
--> statement-breakpoint
-- A member's camera in one chat session: who may send and see it. The media itself is in the media server.
CREATE TABLE cam_back (
  session_id text PRIMARY KEY REFERENCES chat_session (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  state text NOT NULL CHECK (state IN ('loading', 'started', 'stopped')),
  -- Of the last stop; null before the first one.
  stopped_at timestamptz
);
--> statement-breakpoint
CREATE INDEX cam_back_of_member ON cam_back (member_id, stopped_at);
--> statement-breakpoint
CREATE INDEX cam_back_shown ON cam_back (performer_id) WHERE state <> 'stopped';
