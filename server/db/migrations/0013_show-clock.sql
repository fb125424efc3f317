-- Where the clock of a VIP show began, on the clock of the stay: ms of paid media, below zero if the show began in an
-- earlier session of its member. Null for a session without a show.
ALTER TABLE chat_session ADD COLUMN show_from_ms integer;
