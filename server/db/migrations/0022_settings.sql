-- Which mails that one can do without a member wants; a kind that is not named is wanted.
ALTER TABLE member ADD COLUMN mail_choices jsonb NOT NULL DEFAULT '{}';
--> statement-breakpoint
-- A change of e-mail address: asked for, confirmed at the new address, and for a week to be undone from the old one.
CREATE TABLE email_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  old_email text NOT NULL,
  new_email text NOT NULL,
  confirm_hash text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  undo_hash text UNIQUE,
  undo_until timestamptz,
  closed_at timestamptz
);
--> statement-breakpoint
CREATE INDEX email_change_member ON email_change (member_id, id);
--> statement-breakpoint
-- An old address is nobody else's while it can be gone back to.
CREATE INDEX email_change_kept ON email_change (lower(old_email)) WHERE undo_hash IS NOT NULL AND closed_at IS NULL;
