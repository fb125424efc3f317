-- What a reported conversation said when it was reported: copies, which outlive the messages and are never changed.
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
--> statement-breakpoint
-- Of the reports that came before there were copies, what is still there.
INSERT INTO reported_message (report_number, seq, owner, content, sent_at, photo_hash)
  SELECT r.number, m.seq, m.owner, m.content, m.sent_at, p.hash
  FROM report r
  JOIN private_message m ON m.conversation_id = r.conversation_id AND m.seq BETWEEN r.first_seq AND r.last_seq
  LEFT JOIN photo p ON p.message_id = m.id;
